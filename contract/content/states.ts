import type { AnyContentItem } from './calls.ts'

/**
 * `draft`: visitors have never seen it, or staff have hidden it. `scheduled`: it waits for `publishAt`.
 * `hidden`: its `hideAt` has passed.
 */
export type ContentState = 'draft' | 'scheduled' | 'published' | 'hidden'

type Publication = Pick<AnyContentItem, 'draft' | 'published' | 'scheduled' | 'hideAt'>

/** What visitors see of an item at a time in milliseconds. */
export function contentStateOf(
  { published, scheduled, hideAt }: Publication,
  at: number,
): ContentState {
  if (!published && !scheduled) return 'draft'
  if (hideAt !== null && Date.parse(hideAt) <= at) return 'hidden'
  return published ? 'published' : 'scheduled'
}

/** Whether the draft differs from what is published, or will be. */
export function hasUnpublishedChanges({ draft, published, scheduled }: Publication) {
  return JSON.stringify(draft) !== JSON.stringify(scheduled ?? published)
}
