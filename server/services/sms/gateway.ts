import type { Carrier } from '../messages/carrier.ts'

/**
 * An SMS gateway. A repeated attempt would be a second SMS, because gateways have no idempotency key.
 * So `no answer` is the outcome of each attempt that the gateway may have accepted.
 */
export interface SmsGateway extends Carrier {
  readonly name: 'gateway'
  readonly isRepeatable: false
  /** Parses the fields of a delivery report; undefined if they are no report, or of another gateway. */
  readReport(fields: Record<string, string>): DeliveryReport | undefined
  /** Asks the gateway about the account. Sends no SMS, and costs nothing. */
  check(): Promise<GatewayCheck>
}

export interface DeliveryReport {
  gatewayId: string
  /** The final state; null of a report on the way, such as 'Buffered'. */
  delivered: 'yes' | 'no' | null
  /** The gateway's word for a failure, such as 'UserDoesNotExist'. At most 40 letters or digits. */
  reason: string | null
}

export type GatewayCheck =
  | {
      result: 'ok'
      /** Balance in words, such as 'KES 1785.50'; undefined if the gateway has no such call. */
      balance?: string
      /** The gateway's clock, in milliseconds; undefined if the answer has no date. */
      time?: number
    }
  /** `reply`: a code of the gateway or of the connection, such as '401' or 'ECONNREFUSED'. */
  | { result: 'refused' | 'unreachable'; reply: string }
