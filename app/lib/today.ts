/** The day that it is in Kenya, as YYYY-MM-DD. */
export function todayInKenya() {
  return dayInKenya(Date.now())
}

/** The day that a moment, in milliseconds since 1970, was in Kenya: always 3 hours ahead of UTC. */
export function dayInKenya(moment: number) {
  return new Date(moment + 3 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
