import * as z from 'zod/mini'
import { listQuery } from '../endpoint.ts'
import { choice, email, id, moment, nameLine, timestamp } from '../fields.ts'
import { roles } from '../constants.ts'

export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** When the user turned the second factor on; null if it is off. */
  secondFactorSince: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const userInput = z.object({
  name: nameLine(),
  email: email(),
  role: z.optional(choice(roles)),
})

export const userQuery = z.extend(listQuery(['name', 'email', 'role', 'createdAt', 'updatedAt']), {
  /** Only users created at or after this time. */
  since: z.optional(moment),
})

/** A one-time link to set a password; valid for 72 hours. */
export type User = z.infer<typeof user>
