import type { Decision } from '../../../../contract/decision.ts'

/** The sentence about a decision on a number of applications. */
export function messageOf(decision: Decision, number: number) {
  const { is_accepted, is_archived, decline, is_withdrawn, waiting, planned, restore } = decision
  const words = [
    ...(is_accepted === undefined ? [] : [is_accepted ? 'accepted' : 'pending again']),
    ...(is_archived === undefined ? [] : [is_archived ? 'archived' : 'unarchived']),
  ]
  if (is_withdrawn) words.push('withdrawn again')
  if (waiting !== undefined) words.push(waiting ? 'on the waiting list' : 'off the waiting list')
  if (words.length === 0 && !restore && planned === null) words.push('no longer planned')
  if (words.length === 0) words.push(planned ? 'planned' : 'as before')
  const what = decline ? 'declined' : decline === null ? 'no longer declined' : words.join(' and ')
  return `${number} application${number === 1 ? '' : 's'} ${what}`
}

/** The sentence about skipped applications; empty if there are none. */
export function skipped(number: number, why: string) {
  if (number === 0) return ''
  return `. ${number === 1 ? '1 was' : `${number} were`} left as ${number === 1 ? 'it is' : 'they are'}: ${why}`
}

export function gone(number: number) {
  return number === 0 ? '' : `. ${number} ${number === 1 ? 'is' : 'are'} there no more`
}
