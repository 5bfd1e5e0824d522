import {
  type HistoryAction,
  type HistoryEntity,
  type HistoryEntry,
  historyKinds,
} from '../../../contract/history.ts'
import { screens } from '../screens.ts'
import { recordedNameOf, uploadPurposes } from '../../../contract/intake/paper-kinds.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'

/** The label of an entity, such as 'Institution'. The label of `attachment` is 'Application'. */
export function labelOf(entity: HistoryEntity) {
  const noun = entity === 'attachment' ? 'application' : entity
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** The screen that shows the record of a history entry; undefined if there is none. */
export function recordPath({ entity, record }: Pick<HistoryEntry, 'entity' | 'record'>) {
  if (!record || record.name === null) return undefined
  if (entity === 'attachment') return `/admin/industrial-attachments?view=all&open=${record._id}`
  if (entity === 'intake') return `/admin/intakes/${record._id}/report`
  return entity === 'placement' ? `/admin/placements?open=${record._id}` : undefined
}

const listPaths: Record<HistoryEntity, string> = {
  attachment: 'industrial-attachments',
  institution: 'institutions',
  course: 'courses',
  department: 'departments',
  user: 'users',
  intake: 'intakes',
  placement: 'placements',
  content: 'website',
  message: 'messages',
  'message template': 'messages',
  retention: 'retention',
}

export function screenOf(entity: HistoryEntity) {
  return screens.find(({ path }) => path === listPaths[entity])
}

/**
 * Describes a history entry in one line, such as 'Changed email, phone_number', 'Exported 3
 * documents' or 'Opened a document: CV'.
 */
export function describeEvent(entry: HistoryEntry) {
  const { action, count, note } = entry
  if (note) return `${historyKinds[action].label}: “${note}”`
  const number = count === null ? '' : count.toLocaleString('en')
  const what = [number, fieldsText(entry)].filter(Boolean).join(' ')
  if (what === '') return historyKinds[action].label
  return `${historyKinds[action].label}${isAboutDocument(action) ? ':' : ''} ${what}`
}

export function fieldsText({ action, fields }: HistoryEntry) {
  if (!fields || !isAboutDocument(action)) return fields?.join(', ') ?? ''
  const names = fields.map((field) => {
    const purpose = uploadPurposes.find((one) => recordedNameOf(one) === field)
    return purpose ? purposeLabels[purpose] : field
  })
  return names.join(', ')
}

function isAboutDocument(action: HistoryAction) {
  return / (document|paper)$/.test(action)
}
