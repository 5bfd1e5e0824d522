import * as z from 'zod/mini'
import { listQuery } from './endpoint.ts'
import { id, nameRef, oneOf, timestamp } from './fields.ts'
import { languages } from './languages.ts'
import { declineReasonIds } from './decline-reasons.ts'

/** A status of an application that an e-mail can tell the applicant. */
type ToldStatus =
  | 'pending'
  | 'accepted'
  | 'offered'
  | 'offer confirmed'
  | 'waiting'
  | 'offer declined'
  | 'offer lapsed'
  | 'declined'
  | 'withdrawn'

interface MessageDeclaration {
  /** The name that staff see. */
  label: string
  /** The status that the e-mail tells the applicant; null if it tells no decision. */
  toldStatus: ToldStatus | null
  /** Sent without the undo window, because the applicant or the time has decided, not staff. */
  isImmediate?: true
}

/** Every kind of e-mail to applicants. `toldStatus` tells the outbox which e-mails are outdated. */
export const messageDeclarations = {
  received: { label: 'Application received', toldStatus: null },
  accepted: { label: 'Accepted', toldStatus: 'accepted' },
  revoked: { label: 'Acceptance revoked', toldStatus: 'pending' },
  declined: { label: 'Declined', toldStatus: 'declined' },
  undeclined: { label: 'Decline taken back', toldStatus: 'pending' },
  'brought back': { label: 'Brought back', toldStatus: 'pending' },
  withdrawn: { label: 'Withdrawn', toldStatus: 'withdrawn', isImmediate: true },
  offered: { label: 'Place offered', toldStatus: 'offered' },
  offer_reminder: { label: 'Reminder to answer an offer', toldStatus: null },
  offer_confirmed: {
    label: 'Offer confirmed',
    toldStatus: 'offer confirmed',
    isImmediate: true,
  },
  offer_declined: {
    label: 'Offer declined by the applicant',
    toldStatus: 'offer declined',
    isImmediate: true,
  },
  offer_lapsed: { label: 'Offer lapsed', toldStatus: 'offer lapsed', isImmediate: true },
  waiting: { label: 'On the waiting list', toldStatus: 'waiting' },
  not_waiting: { label: 'Taken off the waiting list', toldStatus: 'pending' },
  document_requested: { label: 'Another document asked for', toldStatus: null },
} as const satisfies Record<string, MessageDeclaration>

export type MessageKind = keyof typeof messageDeclarations

export const messageKinds = Object.keys(messageDeclarations) as MessageKind[]

/**
 * `unsure`: the e-mail may have arrived, so it is not repeated automatically. `cancelled`: a later
 * decision made the e-mail untrue before it was sent.
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

/** A message to an applicant. The words of an unsent message are rendered for each answer. */
export const message = z.object({
  _id: id,
  createdAt: timestamp,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  /** Time of the next attempt to send the message; null if no attempt will follow. */
  dueAt: z.nullable(timestamp),
  /** Time when the message was sent, given up or cancelled. */
  endedAt: z.nullable(timestamp),
  /** The transport; null until an attempt has sent the message, or may have sent it. */
  carrier: z.nullable(z.enum(messageCarriers)),
  trouble: z.nullable(z.enum(messageTroubles)),
  /** The reply codes of the mail server, such as '550 5.1.1'. */
  reply: z.nullable(z.string()),
  /** Null from 90 days after `endedAt`. */
  words: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
})

export const listedMessage = z.extend(z.omit(message, { words: true }), { application: nameRef })

/** `q` searches the names of applicants, as the list shows them. */
export const messageQuery = z.extend(listQuery(['createdAt', 'name']), {
  /** `failed` includes the messages in the state `unsure`. */
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
  /** The reason of a decline; null for other kinds of messages. */
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
