import * as z from 'zod/mini'
import { paging } from './endpoint.ts'
import { id, nameRef, oneOf, timestamp } from './fields.ts'
import { languages } from './languages.ts'
import { declineReasonIds } from './decline-reasons.ts'

/** A status of an application as an e-mail tells it to the applicant. */
type ToldStatus = 'pending' | 'accepted' | 'declined' | 'withdrawn'

interface MessageDeclaration {
  /** The name that staff see. */
  label: string
  /** The status that the e-mail tells; null: it only informs. */
  tells: ToldStatus | null
}

/** Every kind of e-mail to applicants. The outbox derives from this how it treats a kind. */
export const messageDeclarations = {
  received: { label: 'Application received', tells: null },
  accepted: { label: 'Accepted', tells: 'accepted' },
  revoked: { label: 'Acceptance revoked', tells: 'pending' },
  declined: { label: 'Declined', tells: 'declined' },
  undeclined: { label: 'Decline taken back', tells: 'pending' },
  'brought back': { label: 'Brought back', tells: 'pending' },
  withdrawn: { label: 'Withdrawn', tells: 'withdrawn' },
} as const satisfies Record<string, MessageDeclaration>

export type MessageKind = keyof typeof messageDeclarations

export const messageKinds = Object.keys(messageDeclarations) as MessageKind[]

/**
 * `unsure`: it may have arrived and is not repeated automatically. `cancelled`: a later decision
 * made it untrue before an attempt to send it.
 */
const messageStates = ['waiting', 'sending', 'sent', 'failed', 'unsure', 'cancelled'] as const

/** Transports: a mail server, or files if none is set up. */
const messageCarriers = ['mail', 'file'] as const

/** Reasons why the last attempt to send a message failed. */
const messageTroubles = [
  'unreachable',
  'not let in',
  'unknown address',
  'mailbox full',
  'refused',
  'not now',
  'no answer',
  'not stored',
  'restored',
] as const

/** A message to an applicant. Until it is sent, its words are rendered for this answer. */
export const message = z.object({
  _id: id,
  createdAt: timestamp,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  /** Time of the next attempt; null if there is none. */
  dueAt: z.nullable(timestamp),
  /** Time when it was sent, given up or cancelled. */
  endedAt: z.nullable(timestamp),
  /** Null until an attempt that sent it, or may have. */
  carrier: z.nullable(z.enum(messageCarriers)),
  trouble: z.nullable(z.enum(messageTroubles)),
  /** The mail server's codes, such as '550 5.1.1'. */
  reply: z.nullable(z.string()),
  /** Null from 90 days after its end. */
  words: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
})

export const listedMessage = z.extend(z.omit(message, { words: true }), { application: nameRef })

export const messageQuery = z.object({
  ...paging,
  /** `failed` includes those that may have arrived. */
  only: z.optional(oneOf(['waiting', 'failed'])),
})

/** Numbers of messages that wait and that failed, and the transport in use. */
export const messageCounts = z.object({
  waiting: z.number(),
  failed: z.number(),
  carrier: z.enum(messageCarriers),
})

/** A message rendered for a made-up applicant. */
export const messageSample = z.object({
  kind: z.enum(messageKinds),
  language: z.enum(languages),
  /** Set for declines only. */
  reason: z.nullable(z.enum(declineReasonIds)),
  subject: z.string(),
  text: z.string(),
})

export type Message = z.infer<typeof message>
export type ListedMessage = z.infer<typeof listedMessage>
export type MessageQuery = z.output<typeof messageQuery>
export type MessageSample = z.infer<typeof messageSample>
export type MessageState = (typeof messageStates)[number]
export type MessageCarrier = (typeof messageCarriers)[number]
export type MessageTrouble = (typeof messageTroubles)[number]
