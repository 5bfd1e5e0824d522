import type { MessageCarrier, MessageTrouble } from '../../../contract/message.ts'

/** An e-mail to send. Its `_id` is its Message-ID, the same in every attempt. */
export interface OutgoingEmail {
  _id: string
  /** Time of the row in the outbox, ISO 8601: the `Date` header. */
  createdAt: string
  to: string
  subject: string
  text: string
}

/** The result of an attempt. */
export type Outcome =
  | { result: 'sent' }
  /** The server refused this message, for good or for now. */
  | { result: 'refused'; forGood: boolean; trouble: MessageTrouble; reply?: string }
  /** At the moment the transport can send no message at all. */
  | { result: 'unavailable'; trouble: MessageTrouble; reply?: string }
  /** The e-mail was handed over, and no answer came: it may arrive. */
  | { result: 'no answer' }

export interface Transport {
  readonly name: MessageCarrier
  send(email: OutgoingEmail): Promise<Outcome>
  /** Removes an e-mail whose application was erased during the attempt. */
  discard(_id: string): Promise<void>
  close(): void
}
