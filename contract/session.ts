import * as z from 'zod/mini'
import { id, storable, timestamp } from './fields.ts'
import { user } from './user.ts'

export const passwordLength = { min: 12, max: 128 } as const

export const credentials = z.object({
  email: z
    .string('Required')
    .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Required'), z.maxLength(254), storable),
  password: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(1000)),
})

/** Who is signed in, and the bearer token that says so. */
export const session = z.object({ token: z.string(), user })

export const newPassword = z
  .string('Required')
  .check(
    z.minLength(passwordLength.min, `Use at least ${passwordLength.min} characters`),
    z.maxLength(passwordLength.max, `Use at most ${passwordLength.max} characters`),
  )

export const passwordSetting = z.object({
  token: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(200)),
  password: newPassword,
})

export const passwordChange = z.object({
  currentPassword: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(1000)),
  password: newPassword,
})

/** A session of one's own, to tell it from others and to end it. */
export const ownSession = z.object({
  _id: id,
  createdAt: timestamp,
  /** To the minute. */
  usedAt: timestamp,
  /** The browser in words, such as 'Firefox on Android'. */
  userAgent: z.nullable(z.string()),
  /** Whether it is the one that asks. */
  current: z.boolean(),
})

export type OwnSession = z.infer<typeof ownSession>
export type Credentials = z.output<typeof credentials>
export type Session = z.infer<typeof session>
