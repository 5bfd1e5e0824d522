import * as z from 'zod/mini'
import { listQuery } from '../endpoint.ts'
import { id, nameRef, oneOf, timestamp } from '../fields.ts'
import type { Placeholder } from './placeholders.ts'

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

export interface MessageDeclaration {
  /** The name that staff see. */
  label: string
  /** The status that the e-mail tells the applicant; null if it tells no decision. */
  toldStatus: ToldStatus | null
  /** Sent without the undo window, because the applicant or the time has decided, not staff. */
  isImmediate?: true
  /** The applicant waits for it at this moment, so its SMS is sent in the quiet hours, too. */
  isAskedFor?: true
  /** Staff write each of these messages anew, so it has no template. */
  isOneOff?: true
  /** Placeholders that its text may use, besides those of every message and the required ones. */
  placeholders?: readonly Placeholder[]
  /** Placeholders that its text must have. */
  required: readonly Placeholder[]
}

/** The first and the last day of the attachment. */
const days = ['starts_on', 'ends_on'] as const

/** Every kind of message to applicants. `toldStatus` tells the outbox which ones are outdated. */
export const messageDeclarations = {
  received: {
    label: 'Application received',
    toldStatus: null,
    isAskedFor: true,
    required: ['reference', 'link'],
  },
  accepted: { label: 'Accepted', toldStatus: 'accepted', required: ['link'] },
  revoked: { label: 'Acceptance revoked', toldStatus: 'pending', required: ['link'] },
  declined: {
    label: 'Declined',
    toldStatus: 'declined',
    required: ['reason', 'message', 'link'],
  },
  undeclined: { label: 'Decline taken back', toldStatus: 'pending', required: ['link'] },
  'brought back': { label: 'Brought back', toldStatus: 'pending', required: ['link'] },
  withdrawn: {
    label: 'Withdrawn',
    toldStatus: 'withdrawn',
    isImmediate: true,
    isAskedFor: true,
    required: [],
  },
  offered: {
    label: 'Place offered',
    toldStatus: 'offered',
    placeholders: [...days, 'papers'],
    required: ['answer_by', 'link'],
  },
  offer_reminder: {
    label: 'Reminder to answer an offer',
    toldStatus: null,
    placeholders: days,
    required: ['answer_by', 'link'],
  },
  offer_confirmed: {
    label: 'Offer confirmed',
    toldStatus: 'offer confirmed',
    isImmediate: true,
    isAskedFor: true,
    placeholders: [...days, 'papers'],
    required: ['link'],
  },
  offer_declined: {
    label: 'Offer declined by the applicant',
    toldStatus: 'offer declined',
    isImmediate: true,
    isAskedFor: true,
    placeholders: days,
    required: [],
  },
  offer_lapsed: {
    label: 'Offer lapsed',
    toldStatus: 'offer lapsed',
    isImmediate: true,
    placeholders: ['answer_by', ...days],
    required: [],
  },
  place_lost: {
    label: 'Place lost by missing papers',
    toldStatus: 'offer lapsed',
    isImmediate: true,
    placeholders: days,
    required: [],
  },
  waiting: { label: 'On the waiting list', toldStatus: 'waiting', required: ['link'] },
  not_waiting: { label: 'Taken off the waiting list', toldStatus: 'pending', required: ['link'] },
  placement_starts: {
    label: 'Attachment starts soon',
    toldStatus: null,
    placeholders: days,
    required: ['link'],
  },
  paper_reminder: {
    label: 'Reminder of missing papers',
    toldStatus: null,
    required: ['papers', 'link'],
  },
  paper_late: { label: 'Papers are late', toldStatus: null, required: ['papers', 'link'] },
  document_requested: {
    label: 'Another document asked for',
    toldStatus: null,
    placeholders: ['document'],
    required: ['link'],
  },
  answers_requested: {
    label: 'Missing answers asked for',
    toldStatus: null,
    required: ['link'],
  },
  written: {
    label: 'Message to many',
    toldStatus: null,
    isOneOff: true,
    required: [],
  },
} as const satisfies Record<string, MessageDeclaration>

export type MessageKind = keyof typeof messageDeclarations

export const messageKinds = Object.keys(messageDeclarations) as MessageKind[]

/** The kinds of messages whose texts staff edit. */
export type TemplateKind = Exclude<MessageKind, 'written'>

export const templateKinds = messageKinds.filter(
  (kind): kind is TemplateKind => !('isOneOff' in messageDeclarations[kind]),
)

/**
 * `unsure`: the message may have arrived, so it is not repeated automatically. `cancelled`: a later
 * decision made it untrue before it was sent. `failed` also means an SMS that did not reach the phone.
 */
export const messageStates = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  unsure: 'May not have arrived',
  cancelled: 'Cancelled',
} as const

/** The transports of messages to applicants. Each message is stored with its transport. */
export const transports = ['email', 'sms'] as const

/** The carriers of messages: a mail server, an SMS gateway, or files if none is set up. */
const messageCarriers = ['mail', 'gateway', 'file'] as const

/**
 * Whether an SMS was delivered to the phone. `unknown`: no delivery report within 72 hours. Null:
 * not reported yet, or an e-mail.
 */
export const deliveries = {
  yes: 'Delivered',
  no: 'Not delivered',
  unknown: 'Not known whether it arrived',
} as const

/** Why the last attempt failed, as staff read it. Some reasons have other words for each transport. */
export const messageTroubles = {
  unreachable: {
    email: 'the mail server could not be reached',
    sms: 'the SMS gateway could not be reached',
  },
  'not let in': {
    email: 'the mail server did not let us send: its settings need a look',
    sms: 'the SMS gateway did not let us send: its settings need a look',
  },
  'unknown address': 'there is no such e-mail address',
  'mailbox full': 'the mailbox is full',
  refused: { email: 'the mail server refused it', sms: 'the SMS gateway refused it' },
  'not now': {
    email: 'the mail server asked us to try again later',
    sms: 'the SMS gateway asked us to try again later',
  },
  'no answer': {
    email: 'the mail server never said whether it took it',
    sms: 'the SMS gateway never said whether it took it, so it is not repeated by itself',
  },
  'not stored': 'its file could not be written',
  restored: 'it waited in a backup that was restored, and may have gone out since',
  'sending limit':
    'the mail server takes no more e-mails from us now: its sending limit is reached',
  'unknown number': 'there is no such phone number',
  'number blocked': 'the phone number is on a block list',
  'sender refused': {
    email: 'the mail server does not accept our sender address: its settings need a look',
    sms: 'the gateway does not accept our sender ID: its settings need a look',
  },
  'no credit': 'the account at the gateway has no credit',
  'over budget': 'the budget for SMS is used up',
  paused: {
    email: 'the mail server refused several e-mails in a row',
    sms: 'SMS pause, because many failed',
  },
  'quiet hours': 'no SMS are sent from 20:00 to 07:00',
  'not set up': 'SMS are not set up',
  'sent by e-mail': 'an e-mail was sent instead',
  'not delivered': 'it did not reach the phone',
} as const satisfies Record<string, string | Record<(typeof transports)[number], string>>

const messageTroubleNames = Object.keys(messageTroubles) as MessageTrouble[]

/** A message to an applicant. The words of an unsent message are rendered for each answer. */
export const message = z.object({
  _id: id,
  createdAt: timestamp,
  kind: z.enum(messageKinds),
  state: z.enum(Object.keys(messageStates) as MessageState[]),
  /** Time of the next attempt to send the message; null if no attempt will follow. */
  dueAt: z.nullable(timestamp),
  /** Time when the message was sent, given up or cancelled. */
  endedAt: z.nullable(timestamp),
  transport: z.enum(transports),
  /** Null until an attempt has sent the message, or may have sent it. */
  carrier: z.nullable(z.enum(messageCarriers)),
  trouble: z.nullable(z.enum(messageTroubleNames)),
  /** The codes of the mail server or gateway, such as '550 5.1.1', '406' or 'UserDoesNotExist'. */
  reply: z.nullable(z.string()),
  /** Number of SMS parts that the gateway charges; null of an e-mail, and before an attempt. */
  parts: z.nullable(z.number()),
  /** Cost of the SMS in the main unit of the currency, such as 0.8; null like `parts`. */
  cost: z.nullable(z.number()),
  delivered: z.nullable(z.enum(Object.keys(deliveries) as Delivery[])),
  /** Null from 90 days after `endedAt`. */
  words: z.nullable(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
})

export const listedMessage = z.extend(z.omit(message, { words: true }), { application: nameRef })

/** `q` searches the names of applicants, as the list shows them. */
export const messageQuery = z.extend(listQuery(['createdAt', 'name']), {
  /** `failed` includes the messages in the state `unsure`. */
  only: z.optional(oneOf(['waiting', 'failed'])),
  transport: z.optional(oneOf(transports)),
})

/** The state of SMS: the set-up, the money, and a pause after many failures. */
const smsStatus = z.object({
  /** Null if SMS are off: only e-mail is set up. */
  carrier: z.nullable(z.enum(messageCarriers)),
  /** The address for the gateway's delivery reports; null without a gateway. */
  reportUrl: z.nullable(z.string()),
  /** The address for SMS that people send to us, such as STOP; null without a gateway. */
  incomingUrl: z.nullable(z.string()),
  currency: z.string(),
  /** The price of one part. */
  price: z.number(),
  /** The cost of the SMS of this month and of today in Kenya, with the limit of each or null. */
  month: z.object({ parts: z.number(), cost: z.number(), limit: z.nullable(z.number()) }),
  today: z.object({ parts: z.number(), cost: z.number(), limit: z.nullable(z.number()) }),
  /** The pause of SMS with its reason; null if they are sent. */
  pause: z.nullable(z.object({ until: timestamp, trouble: z.enum(messageTroubleNames) })),
})

/** Numbers of messages that wait and that failed, and the carriers in use. */
export const messageCounts = z.object({
  waiting: z.number(),
  failed: z.number(),
  /** The carrier of e-mails. */
  carrier: z.enum(messageCarriers),
  /** The pause of e-mails while the mail server refuses us as the sender; null if they are sent. */
  paused: z.nullable(
    z.object({
      reason: z.enum(messageTroubleNames),
      /** The codes of the mail server, such as '550 5.4.5'. */
      reply: z.nullable(z.string()),
      since: timestamp,
    }),
  ),
  /** Failed e-mails since a month ago, which the call to resend them takes. */
  resendable: z.object({ count: z.number(), since: timestamp }),
  /** The same as `sms.reportUrl`. */
  reportUrl: z.nullable(z.string()),
  sms: smsStatus,
  /** What is the same in every SMS: its beginning, and the public address of links or null. */
  smsSender: z.object({ shortName: z.string(), origin: z.nullable(z.string()) }),
  /** The texts of staff that cannot be sent, such as 'Accepted, English'. Ours are sent instead. */
  unusableTexts: z.array(z.string()),
})

export const smsTotal = z.object({ messages: z.number(), parts: z.number(), cost: z.number() })

/** The query of the account of SMS: a month, such as 2026-11. */
export const smsAccountQuery = z.object({
  month: z
    .string('Use a month like 2026-11')
    .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Use a month like 2026-11')),
})

/** A delivery report, or an SMS from a person. Gateways send different fields. */
export const gatewayNotice = z.looseObject({})
export const gatewayParams = z.object({ secret: z.string() })

export type Message = z.infer<typeof message>
export type ListedMessage = z.infer<typeof listedMessage>
export type MessageQuery = z.output<typeof messageQuery>
export type MessageState = keyof typeof messageStates
export type MessageCounts = z.infer<typeof messageCounts>
export type SmsStatus = z.infer<typeof smsStatus>
export type SmsTotal = z.infer<typeof smsTotal>
export type Transport = (typeof transports)[number]
export type Delivery = keyof typeof deliveries
export type MessageCarrier = (typeof messageCarriers)[number]
export type MessageTrouble = keyof typeof messageTroubles
