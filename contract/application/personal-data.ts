import * as z from 'zod/mini'
import { application, idList, someIds } from './application.ts'
import { id, timestamp } from '../fields.ts'
import { letterStates } from '../intake/letter.ts'
import { letterKinds } from '../intake/letter-kinds.ts'
import { message } from '../message/message.ts'
import { note } from './note.ts'
import { placement } from '../intake/placement.ts'
import { historyActions } from '../history.ts'

/** The applications that staff have found for one person. */
export const personalDataQuery = z.object({ ids: idList })

/** All data about a person: the answers, the documents, the messages and the history. */
export const personalData = z.object({
  exportedAt: timestamp,
  /** Path and query at which staff download the files in `documents`; null without any. */
  documentFiles: z.nullable(z.string()),
  applications: z.array(
    z.object({
      ...application.shape,
      /** The text in which searches by staff find the application. */
      searchText: z.string(),
      /** The idempotency keys, by which a repeated submission is stored only once. */
      submissionKeys: z.array(
        z.object({ key: z.string(), answersSha256: z.string(), createdAt: timestamp }),
      ),
      /** The messages to the applicant, sent or waiting. */
      messages: z.array(message),
      history: z.array(
        z.object({
          createdAt: timestamp,
          action: z.enum(historyActions),
          by: z.enum(['applicant', 'staff']),
          /** The names of the changed fields. */
          fields: z.nullable(z.array(z.string())),
          /** A reason that staff gave, or 'STOP by SMS'. */
          note: z.nullable(z.string()),
        }),
      ),
      /** The private notes of staff. */
      notes: z.array(note),
      /** What staff have decided about this and other applications, which may be of the same person. */
      pairs: z.array(z.object({ other: id, state: z.enum(['same', 'different']), at: timestamp })),
      /** The attachment, if the applicant has confirmed an offer. */
      placement: z.nullable(z.omit(placement, { application: true })),
      /** The letters that were issued, with what they say. */
      letters: z.array(
        z.object({
          code: z.string(),
          kind: z.enum(letterKinds),
          state: z.enum(letterStates),
          issuedOn: z.string(),
          name: z.string(),
          institution: z.nullable(z.string()),
          department: z.nullable(z.string()),
          startsOn: z.string(),
          endsOn: z.string(),
        }),
      ),
    }),
  ),
})

export const erasure = z.object({ ids: someIds })

export const erased = z.object({ erased: z.number(), message: z.string() })

export type PersonalData = z.infer<typeof personalData>
