import type { ResendInput } from '../../../contract/message/resend.ts'
import { dayInKenya, startOfDayInKenya } from '../../../contract/time-zone.ts'
import type { Database, OutboxTable, Transaction } from '../../database/tables.ts'
import { inTransaction, markForAfterCommit } from '../../database/transaction.ts'
import { countRows, updateRows } from '../rows.ts'
import { notFound, conflict } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { now } from '../ids.ts'
import { hasFailed } from './outbox-list.ts'
import { giveUpAfter, laterStatusMessage } from './outbox.ts'

/** Columns of an SMS that is sent again as a second SMS, which has a delivery of its own. */
const newSms = { trouble: null, reply: null, gatewayId: null, delivered: null }

const month = 30 * 24 * 60 * 60 * 1000

/** Messages in one transaction: requests of others wait for it on SQLite. */
const batchSize = 100

/** Queues a message again if its attempts failed, or if the e-mail may not have arrived. */
export function resend(db: Database, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    const [found] = await lock(transaction, [_id])
    if (!found) return notFound('message')
    const refused = await queueAgain(transaction, found, by)
    return refused ?? { message: 'The message is on its way again' }
  })
}

/** Queues many messages again. `left` counts the others, which may not be queued again. */
export async function resendAll(db: Database, { ids: chosen, since }: ResendInput, by: string) {
  const ids = chosen ? [...new Set(chosen)] : await failedSince(db, since)
  let queued = 0
  for (let start = 0; start < ids.length; start += batchSize) {
    queued += await inTransaction(db, async (transaction) => {
      let done = 0
      for (const found of await lock(transaction, ids.slice(start, start + batchSize))) {
        if (!(await queueAgain(transaction, found, by))) done++
      }
      return done
    })
  }
  return { queued, left: ids.length - queued }
}

/** The number of failed e-mails since a month ago, and that time. */
export async function countResendable(db: Database) {
  const since = monthAgo()
  return { count: await countRows(failedEmails(db, since)), since }
}

async function failedSince(db: Database, since = monthAgo()) {
  const rows = await failedEmails(db, since).orderBy('_id').execute()
  return rows.map(({ _id }) => _id)
}

/** The beginning of a day in Kenya. Older messages are too old to be sent again with all others. */
function monthAgo() {
  return startOfDayInKenya(dayInKenya(Date.now() - month))
}

/** The failed e-mails since this time. A failed SMS is not among them: an e-mail replaced it. */
function failedEmails(db: Database, since: string) {
  return db
    .selectFrom('outbox')
    .select('_id')
    .where(hasFailed)
    .where('state', '=', 'failed')
    .where('transport', '=', 'email')
    .where('endedAt', '>=', since)
}

/** Reads messages for a change. On PostgreSQL their order avoids deadlocks. */
function lock(transaction: Transaction, ids: string[]): Promise<OutboxTable[]> {
  return transaction
    .selectFrom('outbox')
    .selectAll()
    .where('_id', 'in', ids)
    .orderBy('_id')
    .forUpdate()
    .execute()
}

/** Queues a message again. Returns why it may not be queued, or undefined. */
async function queueAgain(transaction: Transaction, found: OutboxTable, by: string) {
  if (found.state !== 'failed' && found.state !== 'unsure') {
    return conflict('This message has been sent, or will be, or is not true now.')
  }
  if (await laterStatusMessage(transaction, found)) {
    return conflict('A later decision has made this message untrue.')
  }
  const isUnsure = found.state === 'unsure' && found.trouble !== 'restored'
  const { _id, transport } = found
  await updateRows(
    transaction,
    'outbox',
    { _id },
    {
      state: 'waiting',
      dueAt: now(),
      giveUpAt: now(giveUpAfter[transport]),
      tries: 0,
      endedAt: null,
      ...(transport === 'sms' ? newSms : isUnsure && { trouble: 'no answer' }),
    },
  )
  await recordHistory(transaction, {
    action: 'resend',
    ...eventOn('attachment', found.attachment, by),
  })
  markForAfterCommit(transaction)
  return undefined
}
