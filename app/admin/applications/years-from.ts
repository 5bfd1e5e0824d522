/** The same day in another year; 29 February becomes 1 March in common years. */
export function yearsFrom(day: string, years: number) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}
