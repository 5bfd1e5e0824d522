import type { HistoryAction, HistoryEntity, HistoryEntry } from '../../../contract/history.ts'
import { documentQuestions } from '../../../contract/application/questions.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'

/** Labels of the logged actions, for the list and its filter. */
export const actionNames: Record<HistoryAction, string> = {
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
  plan: 'Planned a decision',
  wait: 'Put on the waiting list',
  'stop waiting': 'Took off the waiting list',
  move: 'Moved on the waiting list',
  'confirm offer': 'Confirmed the place',
  'decline offer': 'Declined the place',
  lapse: 'Offer lapsed',
  assign: 'Assigned',
  note: 'Wrote a note',
  letter: 'Made a letter',
  'view document': 'Opened a document',
  'request document': 'Asked for another document',
  'replace document': 'Replaced a document',
  resend: 'Sent a message again',
  publish: 'Published',
  hide: 'Hid',
  restore: 'Restored a version',
  erase: 'Erased',
  expire: 'Removed after its time',
}

/** The label of an entity, such as 'Institution'. The label of `attachment` is 'Application'. */
export function labelOf(entity: HistoryEntity) {
  const noun = entity === 'attachment' ? 'application' : entity
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** The screen that shows the record of a history entry; undefined if there is none. */
export function recordPath({ entity, record }: Pick<HistoryEntry, 'entity' | 'record'>) {
  if (!record || record.name === null) return undefined
  if (entity === 'intake') return `/admin/intakes/${record._id}/report`
  return entity === 'placement' ? `/admin/placements?open=${record._id}` : undefined
}

/**
 * Describes a history entry in one line, such as 'Changed email, phone_number', 'Exported 3
 * documents' or 'Opened a document: CV'.
 */
export function describeEvent(entry: HistoryEntry) {
  const { action, count, note } = entry
  if (note) return `${actionNames[action]}: “${note}”`
  const number = count === null ? '' : count.toLocaleString('en')
  const what = [number, fieldsText(entry)].filter(Boolean).join(' ')
  if (what === '') return actionNames[action]
  return `${actionNames[action]}${isAboutDocument(action) ? ':' : ''} ${what}`
}

/** The names of the fields of a history entry, or of its documents. */
export function fieldsText({ action, fields }: HistoryEntry) {
  if (!fields || !isAboutDocument(action)) return fields?.join(', ') ?? ''
  const names = fields.map((field) => {
    const question = documentQuestions.find(({ name }) => name === field)
    return question ? purposeLabels[question.purpose] : field
  })
  return names.join(', ')
}

function isAboutDocument(action: HistoryAction) {
  return action.endsWith(' document')
}
