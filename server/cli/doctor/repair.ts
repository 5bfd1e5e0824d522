import { sql, type Transaction } from 'kysely'

import type { Engine } from '../../database/engine.ts'
import { isPostgres } from '../../database/prepared.ts'
import { renewStaleRows } from '../../database/stale-columns.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { addSearchTexts, allNames } from '../../services/search-texts.ts'
import { inBatches } from '../in-batches.ts'
import { applicantName, staleSearchTexts } from './check-records.ts'
import { repairExtraValues } from './check-extra.ts'
import { repairPersons } from './check-persons.ts'
import { removeOrphans } from './check-references.ts'
import { hasUnknownRole } from './check-users.ts'

/**
 * Rebuilds outdated search texts, indexes of answers, and keys of names and persons, removes sessions and other records whose user was
 * deleted, takes the rights of users with an unknown role, and corrects changes before the creation.
 * Returns the numbers of rebuilt search texts and names, and of applications compared anew.
 */
export function repair(db: Database, engine: Engine) {
  const run = async (transaction: Transaction<Tables>) => {
    // No application may change during the repair. SQLite needs no lock: it has only one writer.
    if (isPostgres(db)) {
      await sql`lock table attachments in share row exclusive mode`.execute(transaction)
    }
    await removeOrphans(transaction)
    await sql`update attachments set "updatedAt" = "createdAt" where "updatedAt" < "createdAt"`.execute(
      transaction,
    )
    await transaction.updateTable('users').set({ role: 'user' }).where(hasUnknownRole).execute()
    for await (const rows of staleSearchTexts(transaction)) {
      const ids = rows.map(({ _id }) => _id)
      if (ids.length > 0) {
        await transaction.deleteFrom('search_texts').where('_id', 'in', ids).execute()
      }
    }
    await sql`delete from search_texts where _id in (
      select attachments._id from attachments
      join search_texts on search_texts._id = attachments._id
      where search_texts.is_accepted <> attachments.is_accepted
        or search_texts.is_archived <> attachments.is_archived)`.execute(transaction)
    const texts = await addMissing(transaction)
    await repairExtraValues(transaction)
    await sql`update placements set "nameOrder" = ${applicantName} where "nameOrder" <> ${applicantName}`.execute(
      transaction,
    )
    const names = await renewStaleRows(transaction)
    return { texts, names, persons: await repairPersons(transaction) }
  }
  return engine.withoutTimeout(() => db.transaction().execute(run))
}

async function addMissing(db: Database) {
  const namesOf = await allNames(db)
  const query = db
    .selectFrom('attachments')
    .leftJoin('search_texts', 'search_texts._id', 'attachments._id')
    .selectAll('attachments')
    .where('search_texts._id', 'is', null)
    .orderBy('attachments._id')
    .limit(500)
  let added = 0
  for await (const rows of inBatches((last) =>
    query.where('attachments._id', '>', last).execute(),
  )) {
    await addSearchTexts(
      db,
      rows.map((row) => ({ row, names: namesOf(row) })),
    )
    added += rows.length
  }
  return added
}
