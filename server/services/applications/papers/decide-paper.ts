import type { PaperPurpose } from '../../../../contract/intake/paper-kinds.ts'
import type { PaperDecision } from '../../../../contract/intake/papers.ts'
import type { Database } from '../../../database/tables.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { get } from '../applications.ts'
import { conflict, invalidField, notFound } from '../../domain-error.ts'
import { eventOn, recordHistory } from '../../history.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import { lockRecord } from '../../optimistic-lock.ts'
import { findRow, updateRows } from '../../rows.ts'

interface Paper {
  _id: string
  purpose: PaperPurpose
}

/**
 * Accepts a paper, or sends it back: the applicant then gets a message. The application's `updatedAt`
 * stays, so that a colleague who edits the application loses nothing.
 */
export function decidePaper(
  db: Database,
  { _id, purpose }: Paper,
  { state, reason: given, validUntil, document, read }: PaperDecision,
  by: string,
) {
  if (validUntil !== null && purpose !== 'insurance') {
    return invalidField('validUntil', 'Only an insurance has a last day')
  }
  return inTransaction(db, async (transaction) => {
    const application = await lockRecord(transaction, 'attachments', _id)
    if (!application) return notFound('application')
    const paper = await findRow(transaction, 'papers', { attachment: _id, purpose })
    if (!paper) return conflict('This paper has not been sent yet.')
    if (document && document !== paper.document) {
      return conflict('Another file has arrived in place of this one. Please look at it first.')
    }
    const isAccepted = state === 'accepted'
    const reason = isAccepted ? null : given
    const columns = { state, reason, validUntil: isAccepted ? validUntil : null }
    if (
      paper.state === state &&
      paper.reason === reason &&
      paper.validUntil === columns.validUntil
    ) {
      return get(transaction, _id)
    }
    if (read && read !== paper.state) {
      const decided = await decidedByColleague(transaction, { _id, purpose }, by)
      if (decided) return decided
    }
    await updateRows(transaction, 'papers', { attachment: _id, purpose }, columns)
    const event = { ...eventOn('attachment', _id, by), fields: [purpose] }
    await recordHistory(transaction, {
      action: isAccepted ? 'accept paper' : 'return paper',
      ...event,
    })
    if (!isAccepted) {
      const about = `returned ${paper.document}`
      await enqueueMessage(transaction, 'paper_reminder', [_id], about)
    }
    return get(transaction, _id)
  })
}

const decidedAs = {
  'accept paper': 'accepted this paper',
  'return paper': 'sent this paper back',
} as const

/** The error if the latest decision on the paper is not the user's own. */
async function decidedByColleague(db: Database, { _id, purpose }: Paper, by: string) {
  const actions = Object.keys(decidedAs) as (keyof typeof decidedAs)[]
  const latest = await db
    .selectFrom('history')
    .leftJoin('users', 'users._id', 'history.user')
    .leftJoin('former_users', 'former_users._id', 'history.user')
    .select(['action', 'user'])
    .select(({ fn }) => fn.coalesce('users.name', 'former_users.name').as('name'))
    .where('record', '=', _id)
    .where('fields', '=', purpose)
    .where('action', 'in', actions)
    .orderBy('history._id', 'desc')
    .executeTakeFirst()
  if (!latest || latest.user === by) return undefined
  const decided = decidedAs[latest.action as keyof typeof decidedAs]
  return conflict(`${latest.name ?? 'A former user'} has already ${decided}.`)
}
