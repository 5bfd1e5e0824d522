import { dayInKenya } from '../../contract/time-zone.ts'

/** The day that it is in Kenya, as YYYY-MM-DD. */
export function todayInKenya() {
  return dayInKenya(Date.now())
}
