import { todayInKenya } from './today.ts'

/**
 * The address of an application's confirmation: all that it shows is in it, so that it can be
 * bookmarked. Received today, unless another day is given as YYYY-MM-DD.
 */
export function receiptPath(referenceId: string, day = todayInKenya()) {
  return `/industrial-attachment/success?reference=${referenceId}&received=${day}`
}
