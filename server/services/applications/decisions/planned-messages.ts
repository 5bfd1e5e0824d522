import type { MessageKind, SmsTotal, Transport } from '../../../../contract/message/message.ts'
import type { Database } from '../../../database/tables.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { type MessageRow, readMessageRows } from '../../messages/render-message.ts'
import { countParts } from '../../messages/gsm.ts'
import { unitsOfCost } from '../../messages/sms-costs.ts'
import { notificationFor } from './decision-events.ts'
import { idsOf } from './decision-state.ts'
import { type DecisionRequest, prepareDecisions, selectApplications } from './pipeline.ts'

/** The settings that a preview of SMS needs. */
export interface SmsTariff {
  /** Whether applicants can choose SMS. */
  isOffered: boolean
  /** The price of one part, in the main unit of the currency. */
  price: number
}

/** A message that a change would send. `row` has the application as it would be after the change. */
interface PlannedMessage {
  kind: MessageKind
  row: MessageRow
}

/** The messages that decisions would send, without deciding, and the ids that find no free place. */
export async function plannedMessages(
  db: Database,
  ids: string[],
  decisionOn: DecisionRequest['decisionOn'],
) {
  const { changes, withoutPlace } = await inTransaction(db, async (transaction) =>
    prepareDecisions(transaction, await selectApplications(transaction, ids).execute(), {
      decisionOn,
    }),
  )
  const rows = await readMessageRows(db, idsOf(changes))
  const rowOf = new Map(rows.map((row) => [row._id, row]))
  const messages = changes.flatMap((change): PlannedMessage[] => {
    const kind = notificationFor(change)
    const row = rowOf.get(change.before._id)
    if (!kind || !row) return []
    const { declined_reason, declined_message, answerBy } = change.after
    return [{ kind, row: { ...row, declined_reason, declined_message, answerBy } }]
  })
  return { messages, withoutPlace }
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
