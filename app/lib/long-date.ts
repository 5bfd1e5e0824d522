/** A day given as YYYY-MM-DD, in words: 'May 15, 2025', or '15 May 2025' in British English. */
export function longDate(day: string, locale: 'en-US' | 'en-GB' = 'en-US') {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
