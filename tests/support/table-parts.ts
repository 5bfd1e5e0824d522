import { sql } from 'kysely'

import { isPostgres } from '../../server/database/prepared.ts'
import type { Database } from '../../server/database/tables.ts'

interface TableParts {
  /** Tables, columns with their types, indexes, triggers and functions. */
  parts: string[]
  /** Conditions that rows of a table must meet. */
  conditions: { table: string; condition: string }[]
}

/** The tables of a database, as far as programs can depend on them. */
export async function readTableParts(db: Database): Promise<TableParts> {
  const read = isPostgres(db) ? readPostgres : readSqlite
  const rows = await read(db)
  return {
    parts: rows.filter((row) => row.table === null).map(({ what }) => what),
    conditions: rows.flatMap(({ what, table }) => (table ? [{ table, condition: what }] : [])),
  }
}

/** Differences that an older program may not survive: lost parts, and conditions on old tables. */
export function contractions(before: TableParts, after: TableParts) {
  const known = new Set(before.conditions.map(({ condition }) => condition))
  return [
    ...before.parts.filter((part) => !after.parts.includes(part)).map((part) => `${part} is gone`),
    ...after.conditions
      .filter(({ table }) => before.parts.includes(`table ${table}`))
      .filter(({ condition }) => !known.has(condition))
      .map(({ condition }) => `${condition} is new`),
  ]
}

/** `table` is null for a part. */
interface Row {
  what: string
  table: string | null
}

async function readPostgres(db: Database) {
  const { rows } = await sql<Row>`
    with relations as (select * from pg_class where relnamespace = 'public'::regnamespace),
      columns as (
        select relname, pg_attribute.* from relations join pg_attribute on attrelid = relations.oid
        where relkind in ('r', 'v', 'm', 'p') and attnum > 0 and not attisdropped
      )
    select 'table ' || relname as what, null as "table" from relations
    where relkind in ('r', 'v', 'm', 'p')
    union all select 'column ' || relname || '.' || attname || ' '
      || format_type(atttypid, atttypmod), null from columns
    union all select 'index ' || relname, null from relations where relkind = 'i'
    union all select 'trigger ' || tgname || ' on ' || relname, null
      from pg_trigger join relations on tgrelid = relations.oid where not tgisinternal
    union all select 'function ' || proname, null from pg_proc
      where pronamespace = 'public'::regnamespace and not exists
        (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select 'the value of ' || relname || '.' || attname, relname from columns
      where attnotnull and not atthasdef and attidentity = ''
    union all select relname || ' ' || pg_get_constraintdef(pg_constraint.oid), relname
      from pg_constraint join relations on conrelid = relations.oid
      where contype in ('c', 'f', 'x')
    union all select pg_get_indexdef(indexrelid), relname
      from pg_index join relations on indrelid = relations.oid where indisunique`.execute(db)
  return rows
}

async function readSqlite(db: Database) {
  const { rows } = await sql<Row>`
    with tables as (select * from sqlite_schema where type in ('table', 'view')),
      columns as (select tables.name as relation, c.* from tables, pragma_table_info(tables.name) c)
    select 'table ' || name as what, null as "table" from tables
    union all select 'column ' || relation || '.' || name || ' ' || lower(type), null from columns
    union all select 'index ' || name, null from sqlite_schema where type = 'index'
    union all select 'trigger ' || name || ' on ' || tbl_name, null from sqlite_schema
      where type = 'trigger'
    union all select 'the value of ' || relation || '.' || name, relation from columns
      where "notnull" and dflt_value is null and not pk
    union all select tables.name || ' foreign key (' || f."from" || ') references ' || f."table",
      tables.name from tables, pragma_foreign_key_list(tables.name) f
    union all select 'unique index ' || i.name || ' (' || (select group_concat(coalesce(name, '?'))
      from pragma_index_info(i.name)) || ')', tables.name
      from tables, pragma_index_list(tables.name) i where i."unique"`.execute(db)
  return [...rows, ...(await checksOf(db))]
}

/** SQLite shows checks only in the statement that creates a table. */
async function checksOf(db: Database): Promise<Row[]> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'table' and sql is not null`.execute(db)
  return rows.flatMap(({ name, sql: statement }) =>
    Array.from(statement.matchAll(/\bcheck\s*\(.*?\)/gis), ([check]) => ({
      what: `${name} ${check}`,
      table: name,
    })),
  )
}
