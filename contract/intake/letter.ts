import * as z from 'zod/mini'
import { idList } from '../application/application.ts'
import { findBase32, longestPasted, readBase32 } from '../base32.ts'
import { choice, oneOf } from '../fields.ts'
import { languages } from '../language/languages.ts'
import { letterKinds } from './letter-kinds.ts'
import { applicantCredentials } from '../application/own-application.ts'

/** `replaced`: a later letter of the same kind has other facts. */
export const letterStates = ['valid', 'withdrawn', 'replaced'] as const

export const letterQuery = z.object({
  kind: z._default(oneOf(letterKinds), 'acceptance'),
  language: z._default(oneOf(languages), 'en'),
})

/** The letters of several applications, as one PDF. */
export const lettersQuery = z.extend(letterQuery, { ids: idList })

export const ownLetter = z.object({
  ...applicantCredentials.shape,
  kind: choice(letterKinds),
  language: z._default(choice(languages), 'en'),
})

/** A code in Crockford's base 32, in threes: `7K3-Q9M-2XA-BCD`. */
export const letterCodePattern = /^[0-9A-HJKMNP-TV-Z]{3}(?:-[0-9A-HJKMNP-TV-Z]{3}){3}$/

/** The public facts of a letter, for anybody who has its code. */
export const verifiedLetter = z.object({
  /** True in the state `valid`. */
  valid: z.boolean(),
  state: z.enum(letterStates),
  firstName: z.string(),
  /** The first letter of the last name. */
  initial: z.string(),
  institution: z.nullable(z.string()),
  department: z.nullable(z.string()),
  /** The name of the department in Kiswahili. */
  department_sw: z.nullable(z.string()),
  startsOn: z.string(),
  endsOn: z.string(),
  kind: z.enum(letterKinds),
  issuedOn: z.string(),
})

/**
 * Reads a typed or pasted code, such as a link to this page. A text without a code then fails
 * `letterCodePattern`.
 */
export function readLetterCode(typed: string) {
  const text = typed.slice(0, longestPasted)
  const whole = inThrees(text)
  return letterCodePattern.test(whole) ? whole : inThrees(findBase32(text, [3, 3, 3, 3]) ?? text)
}

function inThrees(code: string) {
  return (
    readBase32(code)
      .match(/.{1,3}/g)
      ?.join('-') ?? ''
  )
}

export const verifyPath = (code: string) => `/verify/${code}`

/** Whether an English path is that of the page that checks letters, with or without a code. */
export const isVerifyPath = (path: string) => /^\/verify(\/|$)/.test(path)

export type LetterState = (typeof letterStates)[number]
export type VerifiedLetter = z.infer<typeof verifiedLetter>
