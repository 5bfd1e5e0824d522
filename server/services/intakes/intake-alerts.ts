import { type Language, pathIn } from '../../../contract/language/languages.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { newRecord, now } from '../ids.ts'
import type { EmailSender } from '../messages/render-message.ts'
import { renderIntakeAlert } from '../messages/email-templates.ts'
import type { Carrier } from '../messages/carrier.ts'
import { networkOf, type RateLimit, type LimitedAccess } from '../rate-limiter.ts'
import { openIntakes } from './public-intakes.ts'
import { deleteRows, updateRows } from '../rows.ts'

// People without an application who want one e-mail when the next intake opens.

const perAddress: RateLimit = {
  name: 'intake alerts of an address',
  max: 200,
  seconds: 3600,
  of: 'requests from your network',
}

/** Milliseconds of a lease of an attempt, and from a failed attempt to the next. */
const [lease, pause] = [10 * 60_000, 60 * 60_000]
const mostTries = 24

/** Stores the wish for an e-mail. An address that has it already gets the same answer. */
export async function requestAlert(
  { db, limiter }: LimitedAccess,
  { email, language }: { email: string; language: Language },
  address: string,
) {
  const tooMany = await limiter.consume([perAddress, networkOf(address)])
  if (tooMany) return tooMany
  const record = newRecord()
  await db
    .insertInto('intake_alerts')
    .values({ ...record, email, language, dueAt: record.createdAt, tries: 0 })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ language }))
    .execute()
  return { message: 'We will write to you when the next intake opens.' }
}

interface Sending {
  db: Database
  carrier: Carrier
  sender: EmailSender
}

/**
 * Sends the e-mails when an intake is open, and deletes each address after its e-mail. A lease keeps
 * other processes from sending the same e-mail. After a crash in between, it is sent again. Returns the
 * number of e-mails.
 */
export async function sendAlerts({ db, carrier, sender }: Sending) {
  const [intake] = await openIntakes(db, Date.now())
  if (!intake) return 0
  for (let count = 0; ; count++) {
    const row = await claim(db)
    if (!row) return count
    const { _id, createdAt, email, language, tries } = row
    const path = pathIn(language, '/industrial-attachment/apply')
    const formPage = sender.publicUrl && `${sender.publicUrl}${path}`
    const words = renderIntakeAlert(language, intake, { ...sender, formPage })
    const { result } = await carrier.send({ _id, createdAt, to: email, ...words })
    if (result === 'unavailable') return count
    if (result === 'refused' && tries < mostTries) {
      await updateRows(db, 'intake_alerts', { _id }, { dueAt: now(pause), tries: tries + 1 })
    } else await deleteRows(db, 'intake_alerts', { _id })
  }
}

/** Claims the next address; undefined if none is due. */
function claim(db: Database) {
  return inTransaction(db, async (transaction) => {
    const due = await transaction
      .selectFrom('intake_alerts')
      .selectAll()
      .where('dueAt', '<=', now())
      .orderBy('dueAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return undefined
    await updateRows(transaction, 'intake_alerts', { _id: due._id }, { dueAt: now(lease) })
    return due
  })
}
