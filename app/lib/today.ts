/** The day that it is in Kenya, as YYYY-MM-DD. */
export function todayInNairobi() {
  return dayInNairobi(Date.now())
}

/** The day that a moment, in milliseconds since 1970, was in Kenya. */
export function dayInNairobi(moment: number) {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(moment)
}
