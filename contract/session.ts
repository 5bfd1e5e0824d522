import * as z from 'zod/mini'
import { storable } from './fields.ts'
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

export type Credentials = z.output<typeof credentials>
export type Session = z.infer<typeof session>
