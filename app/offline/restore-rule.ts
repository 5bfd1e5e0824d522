import type { Draft, SavedApplication } from './saved-applications.ts'

// Rules for what the form shows. restore-rule.test.ts lists the cases.

interface Arrival {
  /** True if the form shows answers that were sent without scripts. */
  answered: boolean
  /** The idempotency key that was sent with them. */
  sentKey: string | null
  wasReloaded: boolean
}

/** The draft to restore. A reload after a submit without scripts restores the latest draft. */
export function draftToRestore(
  entries: readonly SavedApplication[],
  { answered, sentKey, wasReloaded }: Arrival,
) {
  const drafts = entries.filter(isDraft)
  // Answers that were sent without scripts may be another person's. Only their own draft fits.
  if (answered && !wasReloaded) return drafts.find(({ key }) => key === sentKey)
  return drafts.at(-1)
}

interface Start {
  answered: boolean
  /** True if the person has used the page before the autosave ran. */
  isTouched: boolean
  /** True if this phone has stored applications before and can read them now. */
  hasStore: boolean
  /** The status that this tab has left in `sessionStorage`. */
  status: string | null | undefined
}

/**
 * The fields that keep their values when the autosave starts. On an untouched page the browser has
 * restored the values that are not the form's own. They may have been sent or cleared since, unless
 * they are newer than a draft that could not be saved.
 */
export function fieldsToKeep({ answered, isTouched, hasStore, status }: Start) {
  if (answered) return 'all'
  const mayBeSent = status !== 'unsaved' && (status === 'received' || hasStore)
  return isTouched || !mayBeSent ? 'filled' : 'none'
}

/**
 * The answers in the form after Back: the draft if another page has changed it, an empty form if another
 * page has sent or discarded it, and else, with null, what it shows already.
 */
export function draftAfterBack(entries: readonly SavedApplication[], { id, at }: Draft) {
  const stored = entries.find((entry) => entry.id === id)
  if (!stored || !isDraft(stored)) return 'empty'
  return stored.at > at ? stored : null
}

export function isDraft(entry: SavedApplication): entry is Draft {
  return entry.state === 'draft'
}
