import * as z from 'zod/mini'
import { id, storable, timestamp } from './fields.ts'
import { user } from './user.ts'

export const passwordLength = { min: 12, max: 128 } as const

const code = z
  .string('Required')
  .check(z.trim(), z.maxLength(60, 'Use at most 60 characters'), storable)

export const credentials = z.object({
  email: z
    .string('Required')
    .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Required'), z.maxLength(254), storable),
  password: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(1000)),
  /** Of the authenticator app, or a recovery code; only where the account has a second factor. */
  code: z.optional(code),
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

/** What turns the second factor on: first the own password, then a code of the app. */
export const secondFactorRequest = z.object({
  password: z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(1000)),
})
export const secondFactorCode = z.object({ code: code.check(z.minLength(1, 'Required')) })

/** What turns it off: both. */
export const secondFactorEnd = z.extend(secondFactorRequest, secondFactorCode.shape)

/** What the authenticator app needs: the secret in base 32, and the same as the address for a picture. */
export const secondFactorSecret = z.object({ secret: z.string(), uri: z.string() })

export const recoveryCodes = z.object({
  /** Each signs in once, in the place of a code of the app; shown only now. */
  recoveryCodes: z.array(z.string()),
})

export const secondFactor = z.object({
  /** Null where it is off. */
  since: z.nullable(timestamp),
  recoveryCodesLeft: z.number(),
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
