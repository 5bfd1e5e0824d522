import { sql } from 'kysely'

import { describeError } from '../../database/connection-errors.ts'
import type { Engine } from '../../database/engine.ts'
import { missingParts } from '../../database/expected-schema.ts'
import { migrationState, sqliteFile, type DataLocation } from '../../database/open.ts'
import { indexedTogether } from '../../database/sqlite.ts'
import type { Database } from '../../database/tables.ts'
import { isAboutIndex } from './check-database.ts'
import { print } from '../command.ts'
import { checkIntegrity } from '../backup/sqlite-backup-driver.ts'

/** Makes missing indexes and triggers, and builds damaged indexes of SQLite again. */
export async function repairSchema(
  db: Database,
  engine: Engine,
  { databaseUrl, dataDir }: DataLocation,
) {
  if (!databaseUrl && (await checkIntegrity(sqliteFile(dataDir))).some(isAboutIndex)) {
    await sql`reindex`.execute(db)
    print('Built all indexes again')
  }
  const { pending, newer } = await migrationState(db, engine)
  if (pending.length + newer.length > 0) return
  const missing = await engine.withoutTimeout(() => missingParts(db, engine))
  for (const { type, name, create } of missing) {
    try {
      await engine.withoutTimeout(() => sql.raw(create).execute(db))
      print(`Made the ${type} ${name} again`)
    } catch (error) {
      print(`The ${type} ${name} cannot be made, tell the developers: ${describeError(error)}`)
    }
  }
  const isSearchStale = missing.some(
    ({ type, name }) => isSearchTrigger.test(name) && type === 'trigger',
  )
  if (!databaseUrl && isSearchStale) await fillSearchIndex(db)
}

/** The triggers that copy changes of search texts into the search index of SQLite. */
const isSearchTrigger = /^search_texts_/

/** Fills SQLite's search index again: without a trigger, it has missed changes. */
async function fillSearchIndex(db: Database) {
  await db.transaction().execute(async (transaction) => {
    await sql`insert into search_trigrams (search_trigrams) values ('delete-all')`.execute(
      transaction,
    )
    await sql`${sql.raw(fillSearchTrigrams)}`.execute(transaction)
  })
}

/** Adds the complete batches of search texts to the empty search index of SQLite. */
export const fillSearchTrigrams = `
  insert into search_trigrams (rowid, text) select row, text from search_texts
  where row <= (select seq / ${indexedTogether} * ${indexedTogether} from sqlite_sequence
    where name = 'search_texts')`
