import { sql, type Transaction } from 'kysely'

import { migrate, openDatabase } from '../../database/open.ts'
import type { Database, Tables } from '../../database/tables.ts'
import type { CopyInto, MovedTable, MoveTarget, Row } from './move-target.ts'
import { OperationError } from '../command.ts'
import { nameUnlessEmpty } from '../backup/postgres-backup-driver.ts'
import { showProgress } from '../progress.ts'
import { withoutIndexes, type Rebuild } from './without-indexes.ts'

/** Everything is one transaction. PostgreSQL rolls it back, also if this process is killed. */
export function postgresMoveTarget(databaseUrl: string): MoveTarget {
  return {
    async fill<T>(copy: CopyInto<T>) {
      const { db, engine } = openDatabase({ databaseUrl, dataDir: '' })
      const run = async (transaction: Transaction<Tables>) => {
        await prepareLongTransaction(transaction)
        await refuseUnlessEmpty(transaction)
        await migrate(transaction, engine)
        const copied = await withoutIndexes(transaction, rebuilds, () =>
          copy(transaction, (table, rows) => insertRows(transaction, table, rows)),
        )
        const indexed = engine.search.prepare(transaction)
        const notice = await showProgress('Building the search index', indexed)
        await sql`analyze`.execute(transaction)
        return { copied, notice }
      }
      try {
        return await engine.withoutTimeout(() => db.transaction().execute(run))
      } finally {
        await db.destroy()
      }
    },
  }
}

/**
 * Lets a transaction wait for the other database. Tables without statistics are read by their
 * primary key: the planner would otherwise sort all rows for each chunk.
 */
export async function prepareLongTransaction(transaction: Database) {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
  await sql`set local enable_sort = off`.execute(transaction)
}

async function refuseUnlessEmpty(db: Database) {
  const name = await nameUnlessEmpty(db)
  if (name === undefined) return
  throw new OperationError(
    `The database ${name} is not empty. Name an empty one. A PostgreSQL administrator makes it with "createdb --owner USER NAME".`,
  )
}

/** All rows are one parameter, because the number of parameters has a limit. */
async function insertRows(db: Database, { name, columns }: MovedTable, rows: Row[]) {
  const [table, list] = [sql.table(name), sql.join(columns.map((column) => sql.ref(column)))]
  const json = JSON.stringify(rows)
  await sql`insert into ${table} (${list})
    select ${list} from json_populate_recordset(null::${table}, ${json}::json)`.execute(db)
}

/** The indexes of primary keys and unique constraints stay. The last part sets the sequences. */
const rebuilds = sql<Rebuild>`
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as create
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table %I disable trigger user', tablename),
    format('alter table %I enable trigger user', tablename)
  from pg_tables where schemaname = 'public'
  union all
  select null, format('select setval(%L, coalesce(max(%I), 0) + 1, false) from %I',
    pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name)
  from information_schema.columns
  where table_schema = 'public' and column_default like 'nextval(%'`
