import { sql } from 'kysely'

import { comparedColumns, keyColumns, personKeys } from '../../database/person-keys.ts'
import type { Database } from '../../database/tables.ts'
import { batchSize, comparePending, countOfAlike } from '../../services/compare-applications.ts'
import { commandLine } from '../command.ts'
import { inBatches } from '../in-batches.ts'
import { checkBatches, type RowCheck } from './check-rows.ts'

const repair = `${commandLine('doctor', '--repair')} fixes it.`

/** The job compares applications whose `sameAs` is null. */
const isMiscounted = sql`"sameAs" <> ${countOfAlike}`

export const miscounted: RowCheck = {
  what: 'Applications count others of the same person wrongly',
  todo: repair,
  table: 'attachments',
  where: isMiscounted,
}

/** Finds compared applications whose stored keys are not the ones of their answers. */
export function checkPersonKeys(db: Database) {
  const what = 'Applications have outdated keys of their person'
  return checkBatches(staleKeys(db), { what, todo: repair })
}

/** Compares the applications with wrong keys or a wrong count anew. Returns their number. */
export async function repairPersons(db: Database) {
  for await (const rows of staleKeys(db)) {
    const ids = rows.map(({ _id }) => _id)
    if (ids.length === 0) continue
    await db.updateTable('attachments').set({ sameAs: null }).where('_id', 'in', ids).execute()
  }
  await sql`update attachments set "sameAs" = null where ${isMiscounted}`.execute(db)
  let compared = 0
  let count: number
  do compared += count = await comparePending(db)
  while (count === batchSize)
  return compared
}

async function* staleKeys(db: Database) {
  const query = db
    .selectFrom('attachments')
    .select(['_id', ...comparedColumns, ...keyColumns])
    .where('sameAs', 'is not', null)
    .orderBy('_id')
    .limit(1000)
  const batches = inBatches((last) => query.where('_id', '>', last).execute())
  for await (const rows of batches) {
    const isStale = (row: (typeof rows)[number]) => {
      const keys = personKeys(row)
      return keyColumns.some((column) => row[column] !== keys[column])
    }
    yield rows.filter(isStale)
  }
}
