import * as z from 'zod/mini'
import { paging } from './endpoint.ts'
import { id, nameRef, oneOf, timestamp } from './fields.ts'
import { languages } from './languages.ts'
import { declineReasonIds } from './constants.ts'

/** What applicants are told by a message. */
export const messageKinds = [
  'received',
  'accepted',
  'revoked',
  'declined',
  'undeclined',
  'brought back',
  'withdrawn',
] as const

/**
 * How far a message has come. `unsure`: it was handed over twice, and twice the mail server did not
 * say whether it took it. `cancelled`: a later decision made it untrue before it went.
 */
const messageStates = ['waiting', 'sending', 'sent', 'failed', 'unsure', 'cancelled'] as const

/** By what messages go; where no mail server is set up they are put into files. */
const messageCarriers = ['mail', 'file'] as const

/** Why the last try to send a message did not succeed. */
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

/** A message to an applicant; before it first goes out with the words that it would have now. */
export const message = z.object({
  _id: id,
  createdAt: timestamp,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  /** When it is tried next; null where it is not. */
  dueAt: z.nullable(timestamp),
  /** When it was sent, given up or cancelled. */
  endedAt: z.nullable(timestamp),
  /** Null until it first goes out. */
  carrier: z.nullable(z.enum(messageCarriers)),
  trouble: z.nullable(z.enum(messageTroubles)),
  /** The mail server's codes, such as '550 5.1.1'. */
  reply: z.nullable(z.string()),
  /** Null from 90 days after its end. */
  words: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
})

/** The same in the list of all messages. */
export const listedMessage = z.extend(z.omit(message, { words: true }), { application: nameRef })

export const messageQuery = z.object({
  ...paging,
  /** Those that wait, or those that did not go out for all we know. */
  only: z.optional(oneOf(['waiting', 'failed'])),
})

/** How many messages wait, how many did not go out, and by what they go. */
export const messageCounts = z.object({
  waiting: z.number(),
  failed: z.number(),
  carrier: z.enum(messageCarriers),
})

/** What a message says, with a made-up applicant in it. */
export const messageSample = z.object({
  kind: z.enum(messageKinds),
  language: z.enum(languages),
  /** Of a decline. */
  reason: z.nullable(z.enum(declineReasonIds)),
  subject: z.string(),
  text: z.string(),
})

export type Message = z.infer<typeof message>
export type ListedMessage = z.infer<typeof listedMessage>
export type MessageQuery = z.output<typeof messageQuery>
export type MessageSample = z.infer<typeof messageSample>
export type MessageKind = (typeof messageKinds)[number]
export type MessageState = (typeof messageStates)[number]
export type MessageCarrier = (typeof messageCarriers)[number]
export type MessageTrouble = (typeof messageTroubles)[number]
