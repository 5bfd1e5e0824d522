import {
  deliveries,
  type Delivery,
  type Message,
  type MessageState,
  messageStates,
  type MessageTrouble,
  messageTroubles,
  type Transport,
} from '../../../contract/message/message.ts'

export const transportNames: Record<Transport, string> = { email: 'E-mail', sms: 'SMS' }

export function troubleLabel(trouble: MessageTrouble, transport: Transport) {
  const label: string | Record<Transport, string> = messageTroubles[trouble]
  return typeof label === 'string' ? label : label[transport]
}

type Facts = Pick<
  Message,
  'kind' | 'state' | 'transport' | 'carrier' | 'trouble' | 'reply' | 'delivered'
>

export function stateLabel({ state, carrier, delivered }: Facts) {
  if (delivered) return deliveries[delivered]
  return state === 'sent' && carrier === 'file' ? 'Saved to a file, not sent' : messageStates[state]
}

/** Why the message has its state, such as 'there is no such e-mail address (550 5.1.1)'. */
export function stateReason({ kind, state, transport, trouble, reply, delivered }: Facts) {
  if (delivered === 'yes') return null
  if (delivered === 'unknown') return 'no report within 72 hours'
  if (delivered === 'no')
    return failureWords(reply) ?? withReply('it did not reach the phone', reply)
  if (state === 'cancelled' && trouble !== 'sent by e-mail') {
    if (kind === 'answers_requested') return 'the answers came first, or a decision'
    return kind === 'document_requested'
      ? 'the file was replaced, or a decision came first'
      : 'a later decision came first'
  }
  return trouble && withReply(troubleLabel(trouble, transport), reply)
}

/** A reason with the codes of the mail server or gateway. */
export function withReply(reason: string, reply: string | null) {
  return reply ? `${reason} (${reply})` : reason
}

const stateTones = {
  sent: 'good',
  waiting: 'waiting',
  sending: 'waiting',
  failed: 'bad',
  unsure: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<MessageState, string>

const deliveryTones = {
  yes: 'good',
  no: 'bad',
  unknown: 'waiting',
} as const satisfies Record<Delivery, string>

export function stateTone({ state, delivered }: Pick<Message, 'state' | 'delivered'>) {
  return delivered ? deliveryTones[delivered] : stateTones[state]
}

/** The words of SMS gateways for a failed delivery, in plain English. */
const words: Record<string, string> = {
  AbsentSubscriber: 'the phone was off or out of reach',
  DeliveryFailure: 'the phone was off, out of reach or full',
  DoNotDisturbRejection: 'the phone number refuses SMS from organizations',
  Expired: 'the phone was off or out of reach for too long',
  InsufficientCredit: 'the account at the gateway has no credit',
  NotNetworkSubscriber: 'the phone number has moved to another network',
  UserAccountSuspended: 'the phone number is suspended',
  UserDoesNotExist: 'there is no such phone number',
  UserInBlackList: 'the phone number is on a block list',
  UserIsInactive: 'the phone number is not in use',
  UserNotSubscribedToProduct: 'the phone number has not subscribed to our sender ID',
}

/** Spellings differ between gateways, such as UserInBlacklist. */
const byKey = new Map(Object.entries(words).map(([word, plain]) => [word.toLowerCase(), plain]))

/** Plain words for the reason that a gateway reports; undefined for an unknown one. */
function failureWords(reason: string | null) {
  return byKey.get((reason ?? '').toLowerCase())
}
