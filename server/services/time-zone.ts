/** Milliseconds by which Kenya is ahead of UTC, always. */
const ahead = 3 * 60 * 60 * 1000

/** The day of a moment in Kenya, YYYY-MM-DD. */
export function dayInKenya(moment: string | number) {
  return new Date(new Date(moment).getTime() + ahead).toISOString().slice(0, 10)
}

/** The moment at which a day begins in Kenya, ISO 8601 in UTC. */
export function beginningInKenya(day: string) {
  return new Date(Date.parse(`${day}T00:00:00Z`) - ahead).toISOString()
}
