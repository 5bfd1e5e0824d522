import type { HistoryEntity, HistoryEntry } from '../../../contract/history.ts'

type Action = HistoryEntry['action']

/** Labels of the logged actions, for the list and its filter. */
export const actionNames: Record<Action, string> = {
  'sign-in': 'Signed in',
  'failed sign-in': 'Failed to sign in',
  'sign-out': 'Signed out',
  'password link': 'Made a password link',
  'password change': 'Changed a password',
  'second factor on': 'Turned a second factor on',
  'second factor off': 'Turned a second factor off',
  create: 'Created',
  change: 'Changed',
  accept: 'Accepted',
  revoke: 'Revoked acceptance',
  archive: 'Archived',
  unarchive: 'Unarchived',
  decline: 'Declined',
  'bring back': 'Brought back',
  delete: 'Deleted',
  export: 'Exported',
  import: 'Imported',
  submit: 'Applied',
  withdraw: 'Withdrew',
  resend: 'Sent a message again',
  erase: 'Erased',
  expire: 'Removed after its time',
}

/** The label of an entity, such as 'Institution'. The label of `attachment` is 'Application'. */
export function labelOf(entity: HistoryEntity) {
  const noun = entity === 'attachment' ? 'application' : entity
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** Describes a history entry in one line, such as 'Changed email, phone_number'. */
export function describeEvent({ action, fields, count }: HistoryEntry) {
  const what = fields?.join(', ') ?? (count === null ? '' : count.toLocaleString('en'))
  return `${actionNames[action]} ${what}`.trim()
}
