import type { MessageCarrier, MessageTrouble } from '../../../contract/message/message.ts'

/** A message to send. An e-mail's `_id` is its Message-ID, the same in every attempt. */
export interface OutgoingMessage {
  _id: string
  /** Creation time of the message, ISO 8601. It becomes the header `Date` of an e-mail. */
  createdAt: string
  /** The e-mail address, or the phone number with country code, such as +254712345678. */
  to: string
  /** Empty in an SMS. */
  subject: string
  text: string
}

/** The result of an attempt to send a message. */
export type Outcome =
  /** `receipt`: what an SMS gateway says about the SMS that it has accepted. */
  | { result: 'sent'; receipt?: GatewayReceipt }
  /** The recipient's server refused this message, permanently (`forGood`) or at this time. */
  | { result: 'refused'; forGood: boolean; trouble: MessageTrouble; reply?: string }
  /**
   * At the moment the carrier can send no message at all. `isPaused`: it could not before, either, so
   * this message is not given up.
   */
  | { result: 'unavailable'; trouble: MessageTrouble; reply?: string; isPaused?: boolean }
  /** The carrier got the message but did not answer, so the message may arrive. */
  | { result: 'no answer' }

/** The result of an attempt, as the metrics count it. `refused`: permanently, by the recipient's server. */
export type Attempted = 'accepted' | 'refused' | 'failed'

export function attemptedOf(outcome: Outcome): Attempted {
  if (outcome.result === 'sent') return 'accepted'
  return outcome.result === 'refused' && outcome.forGood ? 'refused' : 'failed'
}

/** A gateway's answer about an accepted SMS. Missing values were not in the answer. */
interface GatewayReceipt {
  /** The gateway's id of the SMS. Delivery reports have it. */
  gatewayId?: string
  /** The cost of the SMS, in the currency of `SMS_CURRENCY`. */
  cost?: number
}

/** The last hop of a transport: a mail server, an SMS gateway, or files. */
export interface Carrier {
  readonly name: MessageCarrier
  /**
   * Whether a repeated attempt does no harm: mail programs recognize the Message-ID, and a file is
   * overwritten. An SMS gateway would send and charge a second SMS.
   */
  readonly isRepeatable: boolean
  send(message: OutgoingMessage): Promise<Outcome>
  /** Removes a message whose application was erased during the attempt. */
  discard?(_id: string): Promise<void>
  close?(): void
}

/** Costs are stored in ten-thousandths of the currency's unit, so that sums are exact. */
export const unitsOfCost = 10_000

/** Milliseconds after which the delivery of an SMS without a report is unknown. */
export const reportTimeout = 72 * 60 * 60 * 1000
