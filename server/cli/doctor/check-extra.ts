import type { Database, Transaction } from '../../database/tables.ts'
import { type IndexedValue, indexedValues, readExtra } from '../../services/extra-column.ts'
import { reindexExtra } from '../../services/questions/extra-values.ts'
import { commandLine } from '../command.ts'
import { inBatches } from '../in-batches.ts'
import { checkBatches } from './check-rows.ts'

/** Finds applications whose answers to questions of their intake are not those of the index. */
export function checkExtraValues(db: Database) {
  return checkBatches(staleValues(db), {
    what: 'Answers to questions of intakes are filtered wrongly',
    todo: `${commandLine('doctor', '--repair')} fixes it.`,
  })
}

/** Indexes the answers of these applications anew. */
export async function repairExtraValues(transaction: Transaction) {
  for await (const rows of staleValues(transaction)) {
    for (const row of rows) await reindexExtra(transaction, row)
  }
}

async function* staleValues(db: Database) {
  const query = db
    .selectFrom('attachments')
    .select(['attachments._id', 'extra', 'is_accepted', 'is_archived'])
    .where((row) =>
      row.or([
        row('extra', 'is not', null),
        row.exists(
          row
            .selectFrom('extra_values')
            .select('extra_values._id')
            .whereRef('extra_values._id', '=', 'attachments._id'),
        ),
      ]),
    )
    .orderBy('attachments._id')
    .limit(500)
  const batches = inBatches((last) => query.where('attachments._id', '>', last).execute())
  for await (const rows of batches) {
    const ids = rows.map(({ _id }) => _id)
    const stored = await db.selectFrom('extra_values').selectAll().where('_id', 'in', ids).execute()
    const byApplication = Map.groupBy(stored, ({ _id }) => _id)
    yield rows.filter((row) => {
      const found = byApplication.get(row._id) ?? []
      const values = found.map(({ question, value }): IndexedValue => [question, value])
      const hasWrongFlag = found.some(
        (one) => one.is_accepted !== row.is_accepted || one.is_archived !== row.is_archived,
      )
      return hasWrongFlag || textOf(values) !== textOf(indexedValues(readExtra(row.extra)))
    })
  }
}

function textOf(values: IndexedValue[]) {
  return values
    .map((value) => JSON.stringify(value))
    .toSorted()
    .join()
}
