import type { MessageTrouble } from '../../../contract/message/message.ts'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/tables.ts'
import { now } from '../ids.ts'
import type { Outcome } from '../messages/carrier.ts'
import { newToken } from '../tokens.ts'
import { updateRows, findRow } from '../rows.ts'

// Circuit breaker of the SMS sender, shared by all processes. After many failures in a row, no SMS is
// sent for some time: each one could mark a number as refused, or annoy the gateway.

/** The only row of the table. */
const _id = 1
const mostFailures = 5
const pauseLength = 15 * 60_000

/** Troubles of the whole account, which one attempt proves. */
const accountTroubles = new Set<MessageTrouble>(['no credit', 'sender refused', 'not let in'])

/** The sender's row. The first call creates its secret. */
export async function readSender(db: Database) {
  const found = await findRow(db, 'sms_sender', { _id })
  if (found) return found
  await db
    .insertInto('sms_sender')
    .values({ _id, secret: newToken().token, failures: 0 })
    .onConflict((conflict) => conflict.column('_id').doNothing())
    .execute()
  return (await findRow(db, 'sms_sender', { _id }))!
}

/** The pause at this time; undefined if SMS are sent. */
export async function currentPause(db: Database) {
  const row = await db
    .selectFrom('sms_sender')
    .select(['pausedUntil', 'pauseTrouble'])
    .where('_id', '=', _id)
    .where('pausedUntil', '>', now())
    .executeTakeFirst()
  if (!row?.pausedUntil) return undefined
  return { until: row.pausedUntil, trouble: row.pauseTrouble ?? ('paused' as const) }
}

/**
 * Counts failures in a row. Too many of them, or a trouble of the account, start a pause. A mistyped
 * number says nothing about the sender.
 */
export async function countResult(transaction: Transaction, outcome: Outcome) {
  if (outcome.result === 'refused' && outcome.trouble === 'unknown number') return
  if (outcome.result === 'sent') {
    await transaction
      .updateTable('sms_sender')
      .set({ failures: 0, pausedUntil: null, pauseTrouble: null })
      .where('_id', '=', _id)
      .where('failures', '>', 0)
      .execute()
    return
  }
  await readSender(transaction)
  const { failures } = await transaction
    .updateTable('sms_sender')
    .set({ failures: sql`failures + 1` })
    .where('_id', '=', _id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  const trouble = outcome.result === 'unavailable' ? outcome.trouble : 'paused'
  if (failures < mostFailures && !accountTroubles.has(trouble)) return
  const pause = { pausedUntil: now(pauseLength), pauseTrouble: trouble }
  await updateRows(transaction, 'sms_sender', { _id }, pause)
}
