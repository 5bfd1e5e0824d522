import type { SmsTotal } from '../../../contract/message/message.ts'
import { countOf } from '../../lib/count-of.ts'

/** An amount with its currency, such as 'KES 0.80' or 'KES 1,000.00'. They stay on one line. */
export function money(currency: string, amount: number) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 4 }
  return `${currency}\u00A0${amount.toLocaleString('en', digits)}`
}

/** Parts and cost of SMS, such as '1 part, KES 0.80'. */
export function partsAndCost(
  { parts, cost }: { parts: number; cost: number | null },
  currency: string,
) {
  const shown = countOf(parts, 'part')
  return cost === null ? shown : `${shown}, ${money(currency, cost)}`
}

/** The estimate before a decision, such as '43 SMS, 51 parts, about KES 41'. */
export function estimate({ messages, parts, cost }: SmsTotal, currency: string) {
  const about =
    cost < 10 ? money(currency, cost) : `${currency}\u00A0${Math.round(cost).toLocaleString('en')}`
  return `${messages.toLocaleString('en')} SMS, ${countOf(parts, 'part')}, about ${about}`
}
