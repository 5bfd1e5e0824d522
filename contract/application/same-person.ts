import * as z from 'zod/mini'
import { applicationStatuses } from '../constants.ts'
import { choice, id, nameRef, optional, timestamp } from '../fields.ts'

/** The answers in which two applications may be alike. */
const likenesses = ['email', 'phone', 'name_birth'] as const

/** What staff have decided about two applications; at first the pair is open. */
const pairStates = ['open', 'same', 'different'] as const

/** Another application that may be of the same person. */
export const alike = z.object({
  application: z.object({
    _id: id,
    referenceId: z.string(),
    name: z.string(),
    status: z.enum(applicationStatuses),
    intake: nameRef,
    createdAt: timestamp,
  }),
  why: z.array(z.enum(likenesses)),
  /** A phone number alone is no sign of one person: families and cyber cafés share theirs. */
  strength: z.enum(['likely', 'shared_phone']),
  state: z.enum(pairStates),
  /** Who has decided, and when; null while the pair is open. */
  by: nameRef,
  at: z.nullable(timestamp),
})

/** With `keep`, the id of one of the two, the other one is declined as a duplicate. */
export const pairInput = z
  .object({
    state: choice(pairStates, 'Say whether it is the same person'),
    keep: optional(id),
  })
  .check(
    z.refine(({ state, keep }) => keep === null || state === 'same', {
      path: ['keep'],
      error: 'Only of the same person one application is kept',
    }),
  )

export const pairParams = z.object({ _id: id, otherId: id })

export type Alike = z.infer<typeof alike>
export type PairInput = z.output<typeof pairInput>
