/** Today's date in Kenya, as YYYY-MM-DD. */
export function todayInKenya() {
  return dayInKenya(Date.now())
}

/** The date in Kenya (UTC+3, no daylight saving) of a Unix time in milliseconds. */
export function dayInKenya(time: number) {
  return new Date(time + 3 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
