/** Formats a date given as YYYY-MM-DD: 'May 15, 2025' in US English. */
export function longDate(day: string, locale = 'en-US') {
  return inWords(locale, 'UTC').format(new Date(day))
}

/** Formats the date that a timestamp has in Kenya, with the month as a word. */
export function longDay(timestamp: string, locale: string) {
  return inWords(locale, 'Africa/Nairobi').format(new Date(timestamp))
}

/** Formats the date that a timestamp has in Kenya, with its day of the week. */
export function weekday(timestamp: string, locale: string) {
  const format = { dateStyle: 'full', timeZone: 'Africa/Nairobi' } as const
  return new Intl.DateTimeFormat(locale, format).format(new Date(timestamp))
}

function inWords(locale: string, timeZone: string) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
}
