/** A date given as YYYY-MM-DD: 'May 15, 2025', or in another locale. */
export function longDate(day: string, locale = 'en-US') {
  return inWords(locale, 'UTC').format(new Date(day))
}

/** The date of a timestamp in Kenya, in words. */
export function longDay(timestamp: string, locale: string) {
  return inWords(locale, 'Africa/Nairobi').format(new Date(timestamp))
}

function inWords(locale: string, timeZone: string) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
}
