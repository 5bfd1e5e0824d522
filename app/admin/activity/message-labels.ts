import type {
  Delivery,
  Message,
  MessageState,
  MessageTrouble,
  Transport,
} from '../../../contract/message/message.ts'
import { failureWords } from './gateway-words.ts'

export const transportNames: Record<Transport, string> = { email: 'E-mail', sms: 'SMS' }

/** Why the last attempt failed. Some reasons have other words for each transport. */
const troubles: Record<MessageTrouble, string | Record<Transport, string>> = {
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
}

export function troubleLabel(trouble: MessageTrouble, transport: Transport) {
  const label = troubles[trouble]
  return typeof label === 'string' ? label : label[transport]
}

const states: Record<MessageState, string> = {
  sent: 'Sent',
  waiting: 'Waiting',
  sending: 'Being sent',
  failed: 'Did not go out',
  unsure: 'May not have arrived',
  cancelled: 'Cancelled',
}

const deliveries: Record<Delivery, string> = {
  yes: 'Delivered',
  no: 'Not delivered',
  unknown: 'Not known whether it arrived',
}

type Facts = Pick<
  Message,
  'kind' | 'state' | 'transport' | 'carrier' | 'trouble' | 'reply' | 'delivered'
>

export function stateLabel({ state, carrier, delivered }: Facts) {
  if (delivered) return deliveries[delivered]
  return state === 'sent' && carrier === 'file' ? 'Put into a file' : states[state]
}

/** Why the message has its state, such as 'there is no such e-mail address (550 5.1.1)'. */
export function stateReason({ kind, state, transport, trouble, reply, delivered }: Facts) {
  if (delivered === 'yes') return null
  if (delivered === 'unknown') return 'no report within 72 hours'
  if (delivered === 'no')
    return failureWords(reply) ?? withReply('it did not reach the phone', reply)
  if (state === 'cancelled' && trouble !== 'sent by e-mail') {
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
