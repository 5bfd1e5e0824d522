/** The day that it is in Kenya, as YYYY-MM-DD. */
export function todayInNairobi() {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format()
}
