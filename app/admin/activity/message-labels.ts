import type { Message, MessageState, MessageTrouble } from '../../../contract/message.ts'

const troubles: Record<MessageTrouble, string> = {
  unreachable: 'the mail server could not be reached',
  'not let in': 'the mail server did not let us send: its settings need a look',
  'unknown address': 'there is no such e-mail address',
  'mailbox full': 'the mailbox is full',
  refused: 'the mail server refused it',
  'not now': 'the mail server asked us to try again later',
  'no answer': 'the mail server never said whether it took it',
  'not stored': 'its file could not be written',
  restored: 'it waited in a backup that was restored, and may have gone out since',
  'unknown number': 'there is no such phone number',
  'number blocked': 'the phone number is on a block list',
  'sender refused': 'the gateway does not accept our sender ID: its settings need a look',
  'no credit': 'the account at the gateway has no credit',
  'over budget': 'the budget for SMS is used up',
  paused: 'SMS pause, because many failed',
  'quiet hours': 'no SMS are sent from 20:00 to 07:00',
  'not set up': 'SMS are not set up',
  'sent by e-mail': 'an e-mail was sent instead',
  'not delivered': 'it did not reach the phone',
}

const states: Record<MessageState, string> = {
  sent: 'Sent',
  waiting: 'Waiting',
  sending: 'Being sent',
  failed: 'Did not go out',
  unsure: 'May not have arrived',
  cancelled: 'Cancelled',
}

export function stateLabel({ state, carrier }: Pick<Message, 'state' | 'carrier'>) {
  return state === 'sent' && carrier === 'file' ? 'Put into a file' : states[state]
}

/** Why the message has its state, such as 'there is no such e-mail address (550 5.1.1)'. */
export function stateReason({
  kind,
  state,
  trouble,
  reply,
}: Pick<Message, 'kind' | 'state' | 'trouble' | 'reply'>) {
  if (state === 'cancelled') {
    return kind === 'document_requested'
      ? 'the file was replaced, or a decision came first'
      : 'a later decision came first'
  }
  return trouble && `${troubles[trouble]}${reply ? ` (${reply})` : ''}`
}

export const stateTones = {
  sent: 'good',
  waiting: 'waiting',
  sending: 'waiting',
  failed: 'bad',
  unsure: 'bad',
  cancelled: 'neutral',
} as const
