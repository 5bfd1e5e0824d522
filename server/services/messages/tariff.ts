import { countParts } from '../../../contract/message/gsm.ts'
import type { SmsTotal, Transport } from '../../../contract/message/message.ts'
import { unitsOfCost } from './carrier.ts'
import type { MessageRow } from './render-message.ts'

/** The settings that a preview of SMS needs. */
export interface SmsTariff {
  /** Whether applicants can choose SMS. */
  isOffered: boolean
  /** The price of one part, in the main unit of the currency. */
  price: number
}

/** The transports of a message to an applicant. An e-mail replaces an SMS that cannot be sent. */
export function transportsTo(
  { contact_by, smsRefused }: Pick<MessageRow, 'contact_by' | 'smsRefused'>,
  { isOffered }: Pick<SmsTariff, 'isOffered'>,
): Transport[] {
  if (contact_by === 'email' || smsRefused !== null || !isOffered) return ['email']
  return contact_by === 'sms' ? ['sms'] : ['email', 'sms']
}

/** The number of SMS with these texts, their parts, and their cost without rounding errors. */
export function totalOfSms(texts: string[], { price }: Pick<SmsTariff, 'price'>): SmsTotal {
  const parts = texts.reduce((sum, text) => sum + countParts(text), 0)
  return {
    messages: texts.length,
    parts,
    cost: Math.round(parts * price * unitsOfCost) / unitsOfCost,
  }
}
