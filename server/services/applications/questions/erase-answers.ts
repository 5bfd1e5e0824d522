import type { Engine } from '../../../database/engine.ts'
import type { Database, Transaction } from '../../../database/tables.ts'
import { inTransaction, yieldToOthers } from '../../../database/transaction.ts'
import { conflict, type DomainError, notFound } from '../../domain-error.ts'
import { extraDocuments, readExtra, writeExtra } from '../../extra-column.ts'
import { eventOn, recordHistory } from '../../history.ts'
import { reindexExtra } from '../../questions/extra-values.ts'
import { setsOfIntake } from '../../questions/question-sets.ts'
import { updateRows } from '../../rows.ts'
import { renewExtraText } from '../../search-texts.ts'
import { cleanUp, type Stores } from '../erasure.ts'

/** Applications in one transaction. */
const batchSize = 100

interface Erasure {
  intake: string
  questionId: string
  /** The number of answers that staff have typed. */
  confirm: number
}

/**
 * Erases all answers to a question for good, with their files, also those of applications that were moved
 * to another intake. In steps, so that other requests are not held up.
 */
export async function eraseAnswers(
  db: Database,
  engine: Engine,
  stores: Stores,
  { intake, questionId, confirm }: Erasure,
  by: string,
): Promise<{ erased: number } | DomainError> {
  const sets = await setsOfIntake(db, intake)
  const versions = sets.flatMap(({ questions }) =>
    questions.filter((one) => one._id === questionId),
  )
  const [newest] = versions
  if (!newest) return notFound('question')
  const { count } = await answered(db, questionId)
    .select(({ fn }) => fn.count<number>('_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  if (count !== confirm) {
    const answers = count === 1 ? 'answer' : 'answers'
    const number = count.toLocaleString('en')
    return conflict(`This question has ${number} ${answers}. Type this number.`, 'confirm')
  }
  const ids = [questionId, ...versions.flatMap(({ options }) => options.map(({ _id }) => _id))]
  // The names of fields are stored between commas.
  const event = { ...eventOn('intake', intake, by), fields: [newest.label.replaceAll(',', '')] }
  let erased = 0
  for (;;) {
    const batch = await inTransaction(db, async (transaction) => {
      const removed = await eraseBatch(transaction, questionId, new Set(ids))
      if (removed === 0) return 0
      await engine.markForVacuum(transaction)
      await recordHistory(transaction, { action: 'erase answers', ...event, count: removed })
      return removed
    })
    erased += batch
    if (batch < batchSize) break
    await yieldToOthers(db)
  }
  // If this fails, the hourly cleanup does it.
  await cleanUp(db, engine, stores).catch(() => {})
  return { erased }
}

function answered(db: Database, question: string) {
  return db.selectFrom('extra_values').where('question', '=', question)
}

async function eraseBatch(transaction: Transaction, questionId: string, ids: Set<string>) {
  const found = await answered(transaction, questionId)
    .select('_id')
    .distinct()
    .orderBy('_id')
    .limit(batchSize)
    .execute()
  if (found.length === 0) return 0
  const rows = await transaction
    .selectFrom('attachments')
    .select(['_id', 'extra'])
    .where(
      '_id',
      'in',
      found.map(({ _id }) => _id),
    )
    .orderBy('_id')
    .forUpdate()
    .execute()
  for (const row of rows) {
    const entries = Object.entries(readExtra(row.extra))
    const files = extraDocuments(Object.fromEntries(entries.filter(([_id]) => ids.has(_id))))
    const extra = writeExtra(Object.fromEntries(entries.filter(([_id]) => !ids.has(_id))))
    await updateRows(transaction, 'attachments', { _id: row._id }, { extra })
    if (files.length > 0) {
      const detached = { attachment: null, expiresAt: null }
      await updateRows(transaction, 'documents', { _id: files, attachment: row._id }, detached)
    }
    await reindexExtra(transaction, { ...row, extra })
    await renewExtraText(transaction, { ...row, extra })
  }
  return rows.length
}
