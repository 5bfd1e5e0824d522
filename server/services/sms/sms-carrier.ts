import type { Carrier } from '../messages/carrier.ts'
import { africasTalking, parseAfricasTalkingUrl } from './africas-talking.ts'
import type { SmsGateway } from './gateway.ts'
import { httpGateway } from './http-gateway.ts'
import { smsFiles, smsFolder } from '../messages/message-files.ts'

interface GatewaySettings {
  SMS_URL?: string | undefined
  SMS_FIELDS?: string | undefined
  SMS_CURRENCY: string
}

interface SmsSettings extends GatewaySettings {
  SMTP_URL?: string | undefined
  DATA_DIR: string
}

/** The carrier of SMS: the gateway, or files if nothing is set up. Undefined if SMS are off. */
export function smsCarrierOf(settings: SmsSettings): Carrier | undefined {
  const gateway = smsGatewayOf(settings)
  if (gateway) return gateway
  return settings.SMTP_URL === undefined ? smsFiles(smsFolder(settings.DATA_DIR)) : undefined
}

/** In place of a carrier if SMS are off. The rules hold each SMS before an attempt. */
export const noSmsCarrier: Carrier = {
  name: 'gateway',
  isRepeatable: false,
  send: async () => ({ result: 'unavailable', trouble: 'not set up' }),
}

/** The gateway, for delivery reports and for checks of the account; undefined without `SMS_URL`. */
export function smsGatewayOf({
  SMS_URL,
  SMS_FIELDS = '',
  SMS_CURRENCY,
}: GatewaySettings): SmsGateway | undefined {
  if (SMS_URL === undefined) return undefined
  const account = parseAfricasTalkingUrl(SMS_URL)
  return account ? africasTalking(account, SMS_CURRENCY) : httpGateway(SMS_URL, SMS_FIELDS)
}
