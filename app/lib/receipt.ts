import { todayInKenya } from './today.ts'

/**
 * Path of the confirmation page. It holds all that the page shows, so that it can be bookmarked.
 * `day` is YYYY-MM-DD.
 */
export function receiptPath(referenceId: string, day = todayInKenya()) {
  return `/industrial-attachment/success?reference=${referenceId}&received=${day}`
}
