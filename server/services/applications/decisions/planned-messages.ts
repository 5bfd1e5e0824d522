import type { MessageKind, SmsTotal, Transport } from '../../../../contract/message.ts'
import type { Database } from '../../../database/tables.ts'
import { type MessageRow, readMessageRows } from '../../messages/render-message.ts'
import { countParts } from '../../sms/gsm.ts'
import { unitsOfCost } from '../../sms/sms-costs.ts'
import { notificationFor } from './decision-events.ts'
import type { Change } from './decision-state.ts'

/** The settings that a preview of SMS needs. */
export interface SmsTariff {
  /** Whether applicants can choose SMS. */
  isOffered: boolean
  /** The price of one part, in the main unit of the currency. */
  price: number
}

/** A message that a change would send. `row` has the application as it would be after the change. */
export interface PlannedMessage {
  kind: MessageKind
  row: MessageRow
}

/** The messages that changes would send, in the order of the changes. */
export async function plannedMessages(db: Database, changes: Change[]): Promise<PlannedMessage[]> {
  const rows = await readMessageRows(
    db,
    changes.map(({ before }) => before._id),
  )
  const rowOf = new Map(rows.map((row) => [row._id, row]))
  return changes.flatMap((change) => {
    const kind = notificationFor(change)
    const row = rowOf.get(change.before._id)
    if (!kind || !row) return []
    const { declined_reason, declined_message, answerBy } = change.after
    return [{ kind, row: { ...row, declined_reason, declined_message, answerBy } }]
  })
}

/** The transports of a message to an applicant. An e-mail replaces an SMS that cannot be sent. */
export function transportsTo(
  { contact_by, smsRefused }: Pick<MessageRow, 'contact_by' | 'smsRefused'>,
  { isOffered }: SmsTariff,
): Transport[] {
  if (contact_by === 'email' || smsRefused !== null || !isOffered) return ['email']
  return contact_by === 'sms' ? ['sms'] : ['email', 'sms']
}

/** The number of SMS with these texts, their parts, and their cost without rounding errors. */
export function totalOfSms(texts: string[], { price }: SmsTariff): SmsTotal {
  const parts = texts.reduce((sum, text) => sum + countParts(text), 0)
  return {
    messages: texts.length,
    parts,
    cost: Math.round(parts * price * unitsOfCost) / unitsOfCost,
  }
}
