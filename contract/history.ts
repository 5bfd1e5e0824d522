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
] as const

export type HistoryEntity = (typeof historyEntities)[number]

/** Properties of all entries of a kind. */
interface HistoryKind {
  /** Whether the event renews the `updatedAt` of its record, so that decisions on what was read before
   * are stale. */
  changesRecord: boolean
  /** The actor of an entry without a user. 'user': somebody whose account is unknown. */
  actor: 'user' | 'applicant' | 'system'
}

export const historyKinds = {
  'sign-in': { changesRecord: false, actor: 'user' },
  'failed sign-in': { changesRecord: false, actor: 'user' },
  'sign-out': { changesRecord: false, actor: 'user' },
  'password link': { changesRecord: false, actor: 'user' },
  'password change': { changesRecord: true, actor: 'user' },
  'second factor on': { changesRecord: true, actor: 'user' },
  'second factor off': { changesRecord: true, actor: 'user' },
  create: { changesRecord: true, actor: 'user' },
  change: { changesRecord: true, actor: 'user' },
  /** Of staff, or of the system from the waiting list. */
  accept: { changesRecord: true, actor: 'system' },
  revoke: { changesRecord: true, actor: 'user' },
  archive: { changesRecord: true, actor: 'user' },
  unarchive: { changesRecord: true, actor: 'user' },
  decline: { changesRecord: true, actor: 'user' },
  'bring back': { changesRecord: true, actor: 'user' },
  delete: { changesRecord: true, actor: 'user' },
  export: { changesRecord: false, actor: 'user' },
  import: { changesRecord: false, actor: 'user' },
  submit: { changesRecord: true, actor: 'applicant' },
  withdraw: { changesRecord: true, actor: 'applicant' },
  plan: { changesRecord: true, actor: 'user' },
  wait: { changesRecord: true, actor: 'user' },
  'stop waiting': { changesRecord: true, actor: 'user' },
  move: { changesRecord: false, actor: 'user' },
  'confirm offer': { changesRecord: true, actor: 'applicant' },
  'decline offer': { changesRecord: true, actor: 'applicant' },
  lapse: { changesRecord: true, actor: 'system' },
  assign: { changesRecord: false, actor: 'user' },
  note: { changesRecord: false, actor: 'user' },
  letter: { changesRecord: false, actor: 'user' },
  'view document': { changesRecord: false, actor: 'user' },
  'request document': { changesRecord: false, actor: 'user' },
  'replace document': { changesRecord: true, actor: 'applicant' },
  resend: { changesRecord: false, actor: 'user' },
  publish: { changesRecord: true, actor: 'user' },
  hide: { changesRecord: true, actor: 'user' },
  restore: { changesRecord: true, actor: 'user' },
  erase: { changesRecord: true, actor: 'user' },
  expire: { changesRecord: true, actor: 'system' },
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
