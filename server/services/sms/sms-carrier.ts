import type { Carrier } from '../messages/carrier.ts'
import type { SmsGateway } from './gateway.ts'
export async function smsCarrierOf(_: unknown): Promise<SmsGateway | Carrier | undefined> {
  return undefined
}
