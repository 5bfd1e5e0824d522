import type { MessageCarrier, MessageTrouble } from '../../../contract/message.ts'

/** A message as it leaves: the same each time that it is sent. */
export interface Outgoing {
  /** Also the id of the mail: who gets it twice can tell. */
  _id: string
  /** Of the announcement, ISO 8601. */
  createdAt: string
  to: string
  subject: string
  text: string
}

/** How a try ended. */
export type Outcome =
  | { result: 'sent' }
  /** The message was not taken: for good, or for now. */
  | { result: 'refused'; forGood: boolean; trouble: MessageTrouble; reply?: string }
  /** Nothing can be sent at the moment, this message or any other. */
  | { result: 'closed'; trouble: MessageTrouble; reply?: string }
  /** It was handed over, and no answer came: it may have been taken. */
  | { result: 'unknown' }

/** A way by which messages leave. */
export interface Carrier {
  readonly name: MessageCarrier
  /**
   * Tries to send a message. `commit` is called before the last byte goes: from then on it may
   * arrive, before it never does. Where `commit` rejects the message is dropped, and so is what
   * this resolves to.
   */
  send(message: Outgoing, commit: () => Promise<void>): Promise<Outcome>
  /** There is nothing more to send for now. */
  rest(): Promise<void>
  /** Takes back what has not been delivered to anybody; the message is gone, or not true any more. */
  discard(message: Pick<Outgoing, '_id'>): Promise<void>
}
