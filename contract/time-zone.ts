/** Kenya is three hours ahead of UTC all year. In milliseconds. */
const aheadOfUtc = 3 * 60 * 60 * 1000

/** Kenya's time zone, East Africa Time, as it follows a time. */
export const timeZoneName = 'EAT'

/** The date in Kenya at a given time, as YYYY-MM-DD. */
export function dayInKenya(time: string | number) {
  return timeInKenya(time).slice(0, 10)
}

/** Date and time in Kenya, as YYYY-MM-DD HH:MM:SS. Spreadsheets read this as a time. */
export function timeInKenya(time: string | number) {
  const local = new Date(new Date(time).getTime() + aheadOfUtc)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

/** The current date and time in Kenya, as yyyyMMdd_HHmmss, for file names. */
export function fileTimestamp() {
  return timeInKenya(Date.now()).replaceAll(/[-:]/g, '').replace(' ', '_')
}

/** The last second of a day in Kenya, ISO 8601 with Kenya's offset. */
export function endOfDayInKenya(day: string) {
  return `${day}T23:59:59+03:00`
}

/** The time at which a day begins in Kenya, ISO 8601 in UTC. */
export function startOfDayInKenya(day: string) {
  return new Date(Date.parse(`${day}T00:00:00Z`) - aheadOfUtc).toISOString()
}

/** The days from one day (YYYY-MM-DD) to a later one. */
export function daysBetween(from: string, to: string) {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** The day so many days after a day (YYYY-MM-DD). */
export function addDays(day: string, days: number) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
