import type { Sentence } from '../language/kiswahili.ts'

/** The question of the form. */
export const contactQuestion = 'How should we write to you?' satisfies Sentence

/** The transports that an applicant can choose, in the order of the form. */
export const contactWays = {
  email: 'By email',
  sms: 'By SMS',
  both: 'By email and SMS',
} as const satisfies Record<string, Sentence>

export type ContactBy = keyof typeof contactWays

export const contactByIds = Object.keys(contactWays) as ContactBy[]
