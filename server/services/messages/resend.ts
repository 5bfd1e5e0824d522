import type { Database } from '../../database/tables.ts'
import { inTransaction, markForAfterCommit } from '../../database/transaction.ts'
import { recordHistory } from '../history.ts'
import { now } from '../ids.ts'
import { DomainError, notFound } from '../domain-error.ts'
import { giveUpAfter, laterStatusMessage } from './outbox.ts'

/** Columns of an SMS that is sent again as a second SMS, which has a delivery of its own. */
const newSms = { trouble: null, reply: null, gatewayId: null, delivered: null }

/** Queues a message again if its attempts failed, or if the e-mail may not have arrived. */
export function resend(db: Database, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    const found = await transaction
      .selectFrom('outbox')
      .select(['_id', 'attachment', 'kind', 'transport', 'state', 'trouble'])
      .where('_id', '=', _id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) return notFound('message')
    if (found.state !== 'failed' && found.state !== 'unsure') {
      return new DomainError(
        'conflict',
        'This message has been sent, or will be, or is not true now.',
      )
    }
    if (await laterStatusMessage(transaction, found)) {
      return new DomainError('conflict', 'A later decision has made this message untrue.')
    }
    const isUnsure = found.state === 'unsure' && found.trouble !== 'restored'
    await transaction
      .updateTable('outbox')
      .set({
        state: 'waiting',
        dueAt: now(),
        giveUpAt: now(giveUpAfter[found.transport]),
        tries: 0,
        endedAt: null,
        ...(found.transport === 'sms' ? newSms : isUnsure && { trouble: 'no answer' }),
      })
      .where('_id', '=', _id)
      .execute()
    await recordHistory(transaction, {
      action: 'resend',
      entity: 'attachment',
      record: found.attachment,
      user: by,
    })
    markForAfterCommit(transaction)
    return { message: 'The message is on its way again' }
  })
}
