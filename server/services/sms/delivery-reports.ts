import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { enqueueEmailInstead } from '../messages/outbox.ts'
import type { DeliveryReport } from './gateway.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { updateRows } from '../rows.ts'

/**
 * Stores a delivery report. The first final state stays: reports may come twice, late, or in another
 * order. Reports are not signed, so they change nothing but the state of a known SMS, and an e-mail
 * goes in place of an SMS that was not delivered.
 */
export function takeReport(db: Database, { gatewayId, delivered, reason }: DeliveryReport) {
  if (delivered === null) return Promise.resolve()
  return inTransaction(db, async (transaction) => {
    const found = await transaction
      .selectFrom('outbox')
      .select(['_id', 'createdAt', 'attachment', 'kind', 'about', 'copyOf'])
      .where('gatewayId', '=', gatewayId)
      .where('state', '=', 'sent')
      .executeTakeFirst()
    if (!found) return
    // Decisions take the same row lock.
    await lockRecord(transaction, 'attachments', found.attachment)
    const failure = { state: 'failed', trouble: 'not delivered', reply: reason } as const
    const withoutReport = { _id: found._id, state: 'sent', delivered: null } as const
    const columns = { delivered, ...(delivered === 'no' && failure) }
    const changed = await updateRows(transaction, 'outbox', withoutReport, columns)
    if (changed > 0 && delivered === 'no') await enqueueEmailInstead(transaction, found)
  })
}
