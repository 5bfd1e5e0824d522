import { timeInKenya, timeZoneName } from '../../contract/time-zone.ts'

const day = formatter({ dateStyle: 'medium' })
const full = formatter({ dateStyle: 'full', timeStyle: 'medium' })
const short = formatter({ dateStyle: 'medium', timeStyle: 'short' })

/** Date in Kenya, such as '3 Mar 2026'. */
export const formatDay = (timestamp: string) => day(new Date(timestamp))

/** Date and time in Kenya, such as '3 Mar 2026, 14:05'. The navigation names the time zone. */
export const formatDateTime = (timestamp: string) => short(new Date(timestamp))

/**
 * The end of a period, such as '3 Mar 2026, 14:05'. Midnight belongs to the day before: '2 Mar
 * 2026, midnight'.
 */
export function formatEnd(timestamp: string) {
  if (!timeInKenya(timestamp).endsWith('00:00:00')) return formatDateTime(timestamp)
  return `${day(new Date(Date.parse(timestamp) - 1))}, midnight`
}

/** Full date and time in Kenya, such as 'Tuesday, 3 March 2026 at 14:05:09 EAT'. */
export const formatFully = (timestamp: string) => `${full(new Date(timestamp))} ${timeZoneName}`

/** Formats a date given as YYYY-MM-DD, such as '3 Mar 2026'. */
export const formatDate = (date: string) => day(new Date(`${date}T12:00:00Z`))

/** Creates the formatter on first use: an unused one would cost the server 8 MB of memory. */
function formatter(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  return (date: Date) => {
    format ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Africa/Nairobi' })
    return format.format(date)
  }
}
