import { sql } from 'kysely'

import { anyOf, isPostgres, prepared } from '../../database/prepared.ts'
import type { AttachmentsTable, Database, Transaction } from '../../database/tables.ts'
import { deleteRows } from '../rows.ts'
import { type ExtraColumn, indexedValues, readExtra } from '../extra-column.ts'

const insertValues = prepared((db, { _id, values }: { _id: string; values: string }) => {
  const [list, part] = isPostgres(db)
    ? [sql`json_array_elements(cast(${values} as json)) as each(one)`, sql`one`]
    : [sql`json_each(${values}) as one`, sql`one.value`]
  return sql`
    insert into extra_values (_id, question, value, is_accepted, is_archived)
    select attachments._id, ${part} ->> 0, ${part} ->> 1, is_accepted, is_archived
    from attachments cross join ${list}
    where attachments._id = ${_id}`
})

/** Indexes the answers of an application that is stored in this transaction. */
export async function indexExtra(transaction: Transaction, _id: string, extra: ExtraColumn) {
  const values = indexedValues(extra)
  if (values.length > 0) await insertValues(transaction, { _id, values: JSON.stringify(values) })
}

/** Indexes the answers of an application anew. */
export async function reindexExtra(
  transaction: Transaction,
  { _id, extra }: Pick<AttachmentsTable, '_id' | 'extra'>,
) {
  await deleteRows(transaction, 'extra_values', { _id })
  await indexExtra(transaction, _id, readExtra(extra))
}

/** Of some questions, the ids of those that have an answer. */
export async function findAnswered(db: Database, questions: readonly string[]) {
  const answered = new Set<string>()
  for (const question of questions) {
    const found = await db
      .selectFrom('extra_values')
      .select('question')
      .where('question', '=', question)
      .limit(1)
      .executeTakeFirst()
    if (found) answered.add(question)
  }
  return answered
}

/** The number of applications with an answer, by the id of the question; without those that have none. */
export async function countAnswered(db: Database, questions: readonly string[]) {
  if (questions.length === 0) return {}
  const rows = await db
    .selectFrom('extra_values')
    .select(({ fn }) => ['question', fn.count<number>('_id').distinct().as('count')])
    .where(anyOf(db, 'question', questions))
    .groupBy('question')
    .execute()
  return Object.fromEntries(rows.map(({ question, count }) => [question, count]))
}
