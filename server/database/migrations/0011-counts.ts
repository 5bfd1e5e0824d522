import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/** Stored counts of applications. They begin empty, because migration 0016 drops them again. */
export const counts = ({ name }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('counts')
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('is_accepted', 'boolean', (column) => column.notNull())
      .addColumn('is_archived', 'boolean', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('counts_key', ['what', 'value', 'is_accepted', 'is_archived'])
      .execute()

    let changes = db.schema
      .createTable('count_changes')
      .addColumn('row', sql.raw(name === 'SQLite' ? 'integer' : 'bigserial'), (column) =>
        column.primaryKey(),
      )
    for (const what of dimensions)
      changes = changes.addColumn(what, 'text', (text) => text.notNull())
    await changes
      .addColumn('is_accepted', 'boolean', (column) => column.notNull())
      .addColumn('is_archived', 'boolean', (column) => column.notNull())
      .addColumn('change', 'integer', (column) => column.notNull())
      .execute()
    for (const statement of triggers[name]) await sql.raw(statement).execute(db)

    // For lists sorted by course.
    await db.schema
      .createIndex('courses_nameKey__id')
      .on('courses')
      .columns(['nameKey', '_id'])
      .execute()
  },
})

const dimensions = [
  'institution',
  'course',
  'department',
  'day',
  'declined_reason',
  'withdrawn',
] as const

/** The SQL statement that records an added (1) or a removed (-1) application. */
const note = (row: 'old' | 'new', change: 1 | -1, day: string) => `
  insert into count_changes (${dimensions.join()}, is_accepted, is_archived, change)
  values (
    coalesce(cast(${row}.institution as text), ''), coalesce(cast(${row}.course as text), ''),
    coalesce(cast(${row}.department as text), ''),
    ${day}, coalesce(${row}.declined_reason, ''),
    case when ${row}."withdrawnAt" is null then '' else 'withdrawn' end,
    ${row}.is_accepted, ${row}.is_archived, ${change})`

const noteSqlite = (row: 'old' | 'new', change: 1 | -1) =>
  note(row, change, `date(${row}."createdAt", '+3 hours')`)

const notePostgres = (row: 'old' | 'new', change: 1 | -1) =>
  note(
    row,
    change,
    `to_char(${row}."createdAt" at time zone 'utc' + interval '3 hours', 'YYYY-MM-DD')`,
  )

/** The columns of an application on which the counts depend. */
const columns =
  'institution, course, department, "createdAt", declined_reason, "withdrawnAt", is_accepted, is_archived'

/** Triggers that record every change of these columns. */
const triggers: Record<Engine['name'], string[]> = {
  SQLite: [
    `create trigger attachments_come after insert on attachments begin ${noteSqlite('new', 1)}; end`,
    `create trigger attachments_gone after delete on attachments begin ${noteSqlite('old', -1)}; end`,
    `create trigger attachments_changed after update of ${columns} on attachments
      begin ${noteSqlite('old', -1)}; ${noteSqlite('new', 1)}; end`,
  ],
  PostgreSQL: [
    `create function note_count_changes() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${notePostgres('old', -1)}; end if;
      if tg_op <> 'DELETE' then ${notePostgres('new', 1)}; end if;
      return null;
    end $$`,
    `create trigger attachments_counted
      after insert or delete or update of ${columns} on attachments
      for each row execute function note_count_changes()`,
  ],
}
