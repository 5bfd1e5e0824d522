import { toNationalNumber } from '../../../contract/phone-number.ts'
import type { Search } from '../../database/engine.ts'
import { termOfNumber } from '../../database/search-terms.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { recordHistory, eventOn } from '../history.ts'
import { cancelSmsOf, enqueueEmailInstead } from '../messages/outbox.ts'
import { updateRows } from '../rows.ts'
import type { DeliveryReport } from './gateway.ts'
import { lockRecord, overwrite } from '../optimistic-lock.ts'

/** First words that end the SMS to a number, in English and Kiswahili. */
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'acha', 'simama', 'sitisha'])

/** Applications of one number that a STOP changes, the newest. */
const maxApplications = 500

/**
 * Takes an SMS that a person has sent to us, as the fields of the gateway. STOP ends the SMS to this
 * number, on all its applications. Any other text changes nothing, and is not stored. Returns the
 * number of applications with this phone number that get no SMS from now on.
 */
export async function takeIncomingSms(
  db: Database,
  search: Search,
  fields: Record<string, string>,
): Promise<number> {
  const number = stoppedNumber(fields)
  if (number === undefined) return 0
  const ids = await applicationsOf(db, search, number)
  if (ids.length > 0) await endSms(db, ids)
  return ids.length
}

/** The number that wants no more SMS; undefined if the fields say something else. */
function stoppedNumber({ from, text, phoneNumber, senderId, status }: Record<string, string>) {
  if (from !== undefined && text !== undefined) return isStop(text) ? from : undefined
  // Africa's Talking reports an opt-out without a text. A delivery report has a status instead.
  const isOptOut = senderId !== undefined && text === undefined && status === undefined
  return isOptOut ? phoneNumber : undefined
}

/** Whether the first word ends SMS, in any case and with any punctuation. */
function isStop(text: string) {
  const [first = ''] = /[\p{L}\p{M}\p{N}]+/u.exec(text) ?? []
  return stopWords.has(first.toLowerCase())
}

async function applicationsOf(db: Database, search: Search, number: string) {
  const term = termOfNumber(number)
  if (term === undefined) return []
  const found = await db
    .selectFrom('search_texts as listed')
    .innerJoin('attachments', 'attachments._id', 'listed._id')
    .select(['attachments._id', 'phone_number'])
    .where(await search.find(db, [term]))
    .orderBy('listed._id', 'desc')
    .limit(maxApplications)
    .execute()
  const national = toNationalNumber(number)
  return found
    .filter(({ phone_number }) => toNationalNumber(phone_number) === national)
    .map(({ _id }) => _id)
}

/** Sets the applications to e-mail, and cancels their waiting SMS. */
function endSms(db: Database, ids: readonly string[]) {
  return inTransaction(db, async (transaction) => {
    for (const _id of ids.toSorted()) {
      const stored = await lockRecord(transaction, 'attachments', _id)
      if (!stored || stored.contact_by === 'email') continue
      await overwrite(transaction, 'attachments', stored, { contact_by: 'email' })
      await recordHistory(transaction, {
        action: 'change',
        ...eventOn('attachment', _id),
        fields: ['contact_by'],
        note: 'STOP by SMS',
      })
    }
    await cancelSmsOf(transaction, ids)
  })
}

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
