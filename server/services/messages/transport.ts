import type { MessageCarrier, MessageTrouble } from '../../../contract/message.ts'

/** An e-mail to send. Its `_id` is its Message-ID, the same in every attempt. */
export interface OutgoingEmail {
  _id: string
  /** Creation time of the message, ISO 8601. It becomes the header `Date`. */
  createdAt: string
  to: string
  subject: string
  text: string
}

/** The result of an attempt to send an e-mail. */
export type Outcome =
  | { result: 'sent' }
  /** The mail server refused this e-mail, permanently (`forGood`) or at this time. */
  | { result: 'refused'; forGood: boolean; trouble: MessageTrouble; reply?: string }
  /** At the moment the transport can send no message at all. */
  | { result: 'unavailable'; trouble: MessageTrouble; reply?: string }
  /** The mail server got the e-mail but did not answer, so the e-mail may arrive. */
  | { result: 'no answer' }

export interface Transport {
  readonly name: MessageCarrier
  send(email: OutgoingEmail): Promise<Outcome>
  /** Removes an e-mail whose application was erased during the attempt. */
  discard(_id: string): Promise<void>
  close(): void
}
