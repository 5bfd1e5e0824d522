import { sql } from 'kysely'

import { isPostgres } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { countRows, findRows } from './check-rows.ts'
import { commandLine } from '../command.ts'
import { problemFinding, type Finding } from './finding.ts'

/** A column that refers to the rows of another table. */
interface Reference {
  table: string
  column: string
  parent: string
  parentColumn: string
  /** Whether rows are deleted together with the row that they refer to. */
  isCascade: boolean | number
  /** Whether the table has a column `_id`. */
  hasId: boolean | number
}

/** Finds rows that refer to rows that do not exist. The engines check this at each change. */
export async function checkReferences(db: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const reference of await readReferences(db)) {
    const { table, column, parent, hasId } = reference
    const key = hasId ? '_id' : column
    const found = await findRows(db, { table, where: isBroken(reference), key })
    if (found.count === 0) continue
    const what = `Rows of ${table} refer to rows of ${parent} that do not exist`
    const sentence = countRows(what, table, found, key)
    findings.push(problemFinding(sentence, todoFor(reference)))
  }
  return findings
}

/** Removes what belonged to users and applications that do not exist: sessions, links, search texts. */
export async function removeOrphans(db: Database) {
  for (const reference of await readReferences(db)) {
    if (!isRemovable(reference)) continue
    await sql`delete from ${sql.table(reference.table)} where ${isBroken(reference)}`.execute(db)
  }
}

const isRemovable = ({ table, parent, isCascade }: Reference) =>
  table === 'search_texts' || (parent === 'users' && Boolean(isCascade))

const isBroken = ({ table, column, parent, parentColumn }: Reference) => {
  const [child, other] = [sql.ref(`${table}.${column}`), sql.ref(`parent.${parentColumn}`)]
  return sql`${child} is not null
    and not exists (select 1 from ${sql.table(parent)} as parent where ${other} = ${child})`
}

function todoFor(reference: Reference) {
  const { table, column } = reference
  if (isRemovable(reference)) return `${commandLine('doctor', '--repair')} removes them.`
  const search =
    'look for the missing rows in the newest backup, restored into an empty database, and tell the developers.'
  const rest = 'All other data is usable, and the server may go on.'
  if (table === 'attachments' && column !== 'consent') {
    return `${rest} Open each application under /admin/industrial-attachments?view=all and choose its ${column} again; or ${search}`
  }
  return `${rest} To repair them, ${search}`
}

async function readReferences(db: Database) {
  const { rows } = await (isPostgres(db) ? onPostgres : onSqlite).execute(db)
  return rows
}

const onSqlite = sql<Reference>`
  select child.name as "table", reference."from" as "column", reference."table" as parent,
    reference."to" as "parentColumn", reference.on_delete = 'CASCADE' as "isCascade",
    exists (select 1 from pragma_table_info(child.name) as info where info.name = '_id') as "hasId"
  from sqlite_schema as child, pragma_foreign_key_list(child.name) as reference
  where child.type = 'table' order by 1, 2`

const onPostgres = sql<Reference>`
  select child.relname as "table", own.attname as "column", parent.relname as parent,
    other.attname as "parentColumn", confdeltype = 'c' as "isCascade",
    exists (select 1 from pg_attribute where attrelid = child.oid and attname = '_id') as "hasId"
  from pg_constraint
    join pg_class as child on child.oid = conrelid
    join pg_class as parent on parent.oid = confrelid
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[1]
  where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`
