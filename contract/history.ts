import * as z from 'zod/mini'
import { paging } from './endpoint.ts'
import { id, nameRef, oneOf, timestamp } from './fields.ts'
import { historyActions, historyEntities } from './constants.ts'

/**
 * Who did what. Names are those of now: the history itself holds none, so that it keeps nothing of
 * a person who was deleted.
 */
export const historyEntry = z.object({
  _id: id,
  createdAt: timestamp,
  /** Null for applicants, and for whoever failed to sign in. */
  user: nameRef,
  action: z.enum(historyActions),
  entity: z.nullable(z.enum(historyEntities)),
  /** `name` is null where the record does not exist any more. */
  record: z.nullable(z.object({ _id: id, name: z.nullable(z.string()) })),
  /** The names of the changed fields, or with what besides the password somebody signed in. */
  fields: z.nullable(z.array(z.string())),
  /** How many records an export, import or removal held, or how many sessions ended. */
  count: z.nullable(z.number()),
})

export const historyQuery = z.object({
  ...paging,
  user: z.optional(id),
  action: z.optional(oneOf(historyActions)),
  entity: z.optional(oneOf(historyEntities)),
  record: z.optional(id),
})

export type HistoryEntry = z.infer<typeof historyEntry>
export type HistoryQuery = z.output<typeof historyQuery>
