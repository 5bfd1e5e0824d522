import { countParts } from '../../../../contract/message/gsm.ts'
import type { SmsStatus } from '../../../../contract/message/message.ts'
import { longestSms } from '../../../../contract/message/sms.ts'
import type { TemplateRules } from '../../../../contract/message/template-check.ts'
import { partsAndCost } from '../money.ts'

interface SmsLengthProps {
  text: string
  rules: TemplateRules
  status: SmsStatus
}

/** Length, parts and price of an SMS with the longest name and link. */
export function SmsLength({ text, rules, status }: SmsLengthProps) {
  const longest = longestSms(rules.kind, rules.language, text, rules.sender)
  const parts = countParts(longest)
  return (
    <p className="mt-1.5 text-sm text-muted">
      At most {longest.length} of 160 characters:{' '}
      {partsAndCost({ parts, cost: parts * status.price }, status.currency)}
    </p>
  )
}
