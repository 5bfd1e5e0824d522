const day = formatter({ dateStyle: 'medium' })
const full = formatter({ dateStyle: 'full', timeStyle: 'long' })
const short = formatter({ dateStyle: 'medium', timeStyle: 'short' })

/** Date in Kenya: 3 Mar 2026 */
export const formatDay = (timestamp: string) => day(new Date(timestamp))

/** Date and time in Kenya: 3 Mar 2026, 14:05 */
export const formatDateTime = (timestamp: string) => short(new Date(timestamp))

/** Full date and time in Kenya: Tuesday 3 March 2026 at 14:05:09 EAT */
export const formatFully = (timestamp: string) => full(new Date(timestamp))

/** A calendar date, YYYY-MM-DD, in the same style. */
export const formatDate = (date: string) => day(new Date(`${date}T12:00:00Z`))

/** Lazy: the server never formats dates, and an unused formatter would cost it 8 MB. */
function formatter(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined
  return (date: Date) => {
    made ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Africa/Nairobi' })
    return made.format(date)
  }
}
