import * as z from 'zod/mini'
import { application, idList, someIds } from './application.ts'
import { timestamp } from './fields.ts'
import { message } from './message.ts'
import { historyActions } from './constants.ts'

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
        }),
      ),
    }),
  ),
})

export const erasure = z.object({ ids: someIds })

export const erased = z.object({ erased: z.number(), message: z.string() })

export type PersonalData = z.infer<typeof personalData>
