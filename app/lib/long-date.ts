/** A day given as YYYY-MM-DD, in words: 'May 15, 2025', or as another locale writes it. */
export function longDate(day: string, locale = 'en-US') {
  return inWords(locale, 'UTC').format(new Date(day))
}

/** The day that a moment was in Kenya, in words. */
export function longDay(moment: string, locale: string) {
  return inWords(locale, 'Africa/Nairobi').format(new Date(moment))
}

function inWords(locale: string, timeZone: string) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
}
