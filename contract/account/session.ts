import * as z from 'zod/mini'
import { copied, id, maxLength, storable, tidyAddress, timestamp } from '../fields.ts'
import { user } from './user.ts'

export const passwordLength = { min: 12, max: 128 } as const

const code = z
  .string('Required')
  .check(copied(60), z.maxLength(60, 'Use at most 60 characters'), storable)

const currentPassword = z.string('Required').check(z.minLength(1, 'Required'), z.maxLength(1000))

export const credentials = z.object({
  email: z
    .string('Required')
    .check(...tidyAddress, z.minLength(1, 'Required'), z.maxLength(maxLength.email), storable),
  password: currentPassword,
  /** Authenticator or recovery code, if the account has a second factor. */
  code: z.optional(code),
})

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

export const passwordChange = z.object({ currentPassword, password: newPassword })

/** Turning the second factor on: the first step is the password, the second a code of the app. */
export const secondFactorRequest = z.object({ password: currentPassword })
export const secondFactorCode = z.object({ code: code.check(z.minLength(1, 'Required')) })

/** Turning the second factor off takes the password and a code. */
export const secondFactorEnd = z.extend(secondFactorRequest, secondFactorCode.shape)

/** The secret of the authenticator app: in base 32, and as the `otpauth:` URI of the QR code. */
export const secondFactorSecret = z.object({ secret: z.string(), uri: z.string() })

export const recoveryCodes = z.object({
  /** Each recovery code replaces a code of the app once. No other answer shows these codes. */
  recoveryCodes: z.array(z.string()),
})

export const secondFactor = z.object({
  /** When the second factor was turned on; null if it is off. */
  since: z.nullable(timestamp),
  recoveryCodesLeft: z.number(),
})

/** A session in the signed-in user's list of their sessions. */
export const ownSession = z.object({
  _id: id,
  createdAt: timestamp,
  /** The last use of the session, exact to the minute. */
  usedAt: timestamp,
  /** Browser and system, such as 'Firefox on Android'. */
  userAgent: z.nullable(z.string()),
  /** True for the session of this request. */
  current: z.boolean(),
})

export type OwnSession = z.infer<typeof ownSession>
export type Credentials = z.output<typeof credentials>
export type Session = z.infer<typeof session>
