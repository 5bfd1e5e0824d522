import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { contentStateOf } from '../../../contract/content/states.ts'

/** What visitors see of an item at this moment. */
export function stateNow(item: AnyContentItem) {
  return contentStateOf(item, Date.now())
}

export function isToCome(time: string | null): time is string {
  return time !== null && Date.parse(time) > Date.now()
}
