/** Adds years to a date. 29 February becomes 1 March in a year without it. */
export function yearsFrom(day: string, years: number) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}
