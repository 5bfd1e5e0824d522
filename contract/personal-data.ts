import * as z from 'zod/mini'
import { application, idList, someIds } from './application.ts'
import { timestamp } from './fields.ts'
import { message } from './message.ts'
import { historyActions } from './constants.ts'

/** The applications of one person, as staff have found them. */
export const personalDataQuery = z.object({ ids: idList })

/** All that is held on a person, to be read by people: what was answered and what was done. */
export const personalData = z.object({
  exportedAt: timestamp,
  applications: z.array(
    z.object({
      ...application.shape,
      /** By what staff find it. */
      searchText: z.string(),
      /** What makes a repeated submission count once. */
      submissionKeys: z.array(
        z.object({ key: z.string(), answersSha256: z.string(), createdAt: timestamp }),
      ),
      /** What the applicant was told, or will be. */
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
