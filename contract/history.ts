import * as z from 'zod/mini'
import { listQuery } from './endpoint.ts'
import { id, nameRef, oneOf, timestamp } from './fields.ts'
import { entityNames } from './entities.ts'

/** The kinds of records that history entries are about; `attachment` is an application. */
export const historyEntities = [
  'attachment',
  ...entityNames,
  'intake',
  'placement',
  'message',
  'retention',
  'content',
  'message template',
] as const

export type HistoryEntity = (typeof historyEntities)[number]

/** Properties of all entries of a kind. */
interface HistoryKind {
  /** The action in words for staff. */
  label: string
  /** Whether the event renews the `updatedAt` of its record, so that decisions on what was read before
   * are stale. */
  changesRecord: boolean
  /** The actor of an entry without a user. 'user': somebody whose account is unknown. */
  actor: 'user' | 'applicant' | 'system'
}

export const historyKinds = {
  'sign-in': { label: 'Signed in', changesRecord: false, actor: 'user' },
  'failed sign-in': { label: 'Failed to sign in', changesRecord: false, actor: 'user' },
  'sign-out': { label: 'Signed out', changesRecord: false, actor: 'user' },
  'password link': { label: 'Made a password link', changesRecord: false, actor: 'user' },
  'password change': { label: 'Changed a password', changesRecord: true, actor: 'user' },
  'second factor on': { label: 'Turned two-step sign-in on', changesRecord: true, actor: 'user' },
  'second factor off': { label: 'Turned two-step sign-in off', changesRecord: true, actor: 'user' },
  create: { label: 'Created', changesRecord: true, actor: 'user' },
  change: { label: 'Changed', changesRecord: true, actor: 'user' },
  /** Of staff, or of the system from the waiting list. */
  accept: { label: 'Accepted', changesRecord: true, actor: 'system' },
  revoke: { label: 'Revoked acceptance', changesRecord: true, actor: 'user' },
  archive: { label: 'Archived', changesRecord: true, actor: 'user' },
  unarchive: { label: 'Unarchived', changesRecord: true, actor: 'user' },
  decline: { label: 'Declined', changesRecord: true, actor: 'user' },
  'bring back': { label: 'Brought back', changesRecord: true, actor: 'user' },
  delete: { label: 'Deleted', changesRecord: true, actor: 'user' },
  export: { label: 'Exported', changesRecord: false, actor: 'user' },
  import: { label: 'Imported', changesRecord: false, actor: 'user' },
  submit: { label: 'Applied', changesRecord: true, actor: 'applicant' },
  withdraw: { label: 'Withdrew', changesRecord: true, actor: 'applicant' },
  plan: { label: 'Planned a decision', changesRecord: true, actor: 'user' },
  wait: { label: 'Put on the waiting list', changesRecord: true, actor: 'user' },
  'stop waiting': { label: 'Took off the waiting list', changesRecord: true, actor: 'user' },
  move: { label: 'Moved on the waiting list', changesRecord: false, actor: 'user' },
  'confirm offer': { label: 'Confirmed the place', changesRecord: true, actor: 'applicant' },
  'decline offer': { label: 'Declined the place', changesRecord: true, actor: 'applicant' },
  lapse: { label: 'Offer lapsed', changesRecord: true, actor: 'system' },
  'same person': { label: 'Marked as the same person', changesRecord: false, actor: 'user' },
  'different people': { label: 'Marked as different people', changesRecord: false, actor: 'user' },
  'open pair': { label: 'Asked again whether one person', changesRecord: false, actor: 'user' },
  assign: { label: 'Assigned', changesRecord: false, actor: 'user' },
  note: { label: 'Wrote a note', changesRecord: false, actor: 'user' },
  letter: { label: 'Made a letter', changesRecord: false, actor: 'user' },
  'view document': { label: 'Opened a document', changesRecord: false, actor: 'user' },
  'request document': { label: 'Asked for another document', changesRecord: false, actor: 'user' },
  'replace document': { label: 'Replaced a document', changesRecord: true, actor: 'applicant' },
  'send paper': { label: 'Sent a paper', changesRecord: false, actor: 'applicant' },
  'accept paper': { label: 'Accepted a paper', changesRecord: false, actor: 'user' },
  'remind of papers': { label: 'Reminded of papers', changesRecord: false, actor: 'user' },
  'return paper': { label: 'Sent a paper back', changesRecord: false, actor: 'user' },
  'request answers': { label: 'Asked for missing answers', changesRecord: false, actor: 'user' },
  'give answers': { label: 'Gave missing answers', changesRecord: true, actor: 'applicant' },
  'erase answers': {
    label: 'Erased the answers to a question',
    changesRecord: false,
    actor: 'user',
  },
  resend: { label: 'Sent a message again', changesRecord: false, actor: 'user' },
  write: { label: 'Wrote a message', changesRecord: false, actor: 'user' },
  'take back': { label: 'Took a message back', changesRecord: false, actor: 'user' },
  publish: { label: 'Published', changesRecord: true, actor: 'user' },
  hide: { label: 'Hid', changesRecord: true, actor: 'user' },
  restore: { label: 'Restored a version', changesRecord: true, actor: 'user' },
  reset: { label: 'Used our own text again', changesRecord: true, actor: 'user' },
  erase: { label: 'Erased', changesRecord: true, actor: 'user' },
  expire: { label: 'Removed after its time', changesRecord: true, actor: 'system' },
} as const satisfies Record<string, HistoryKind>

export type HistoryAction = keyof typeof historyKinds

export const historyActions = Object.keys(historyKinds) as HistoryAction[]

/**
 * One event of the history. It stores the ids of users and records. Their names are looked
 * up when the history is read, so the log keeps no name of a deleted applicant.
 */
export const historyEntry = z.object({
  _id: id,
  createdAt: timestamp,
  /** The user who acted. Null for applicants, failed sign-ins and automatic removals. */
  user: nameRef,
  action: z.enum(historyActions),
  entity: z.nullable(z.enum(historyEntities)),
  /** `name` is null if the record has been deleted. */
  record: z.nullable(z.object({ _id: id, name: z.nullable(z.string()) })),
  /** The names of the changed fields, or the second factor of a sign-in. */
  fields: z.nullable(z.array(z.string())),
  /** Number of records of an export, import or removal, or of ended sessions. */
  count: z.nullable(z.number()),
  /** The reason for accepting beyond the places of an intake, or 'STOP by SMS'. */
  note: z.nullable(z.string()),
})

/** `q` searches the names of users and of records, as the list shows them. */
export const historyQuery = z.extend(listQuery(['createdAt', 'action']), {
  user: z.optional(id),
  action: z.optional(oneOf(historyActions)),
  entity: z.optional(oneOf(historyEntities)),
  record: z.optional(id),
})

export type HistoryEntry = z.infer<typeof historyEntry>
export type HistoryQuery = z.output<typeof historyQuery>
