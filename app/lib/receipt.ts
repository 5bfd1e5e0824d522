import { todayInKenya } from './today.ts'

/**
 * Path of the confirmation page. The query holds all its data, so that users can bookmark the page.
 * `day` has the format YYYY-MM-DD.
 */
export function receiptPath(referenceId: string, day = todayInKenya()) {
  return `/industrial-attachment/success?reference=${referenceId}&received=${day}`
}
