import { dayInKenya } from '../../contract/time-zone.ts'

/** The current date in Kenya, as YYYY-MM-DD. */
export function todayInKenya() {
  return dayInKenya(Date.now())
}
