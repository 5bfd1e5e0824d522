/** Kenya is three hours ahead of UTC all year. In milliseconds. */
const aheadOfUtc = 3 * 60 * 60 * 1000

/** The date in Kenya at a given time, as YYYY-MM-DD. */
export function dayInKenya(time: string | number) {
  return new Date(new Date(time).getTime() + aheadOfUtc).toISOString().slice(0, 10)
}

/** The time at which a day begins in Kenya, ISO 8601 in UTC. */
export function startOfDayInKenya(day: string) {
  return new Date(Date.parse(`${day}T00:00:00Z`) - aheadOfUtc).toISOString()
}
