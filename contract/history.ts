import * as z from 'zod/mini'
import { listQuery } from './endpoint.ts'
import { id, nameRef, oneOf, timestamp } from './fields.ts'
import { historyActions } from './constants.ts'
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
