import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { countDimensions, recount, valuesOf } from '../counts.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** How many applications there are is kept; lists by name are read from indexes. */
export const counts = (engine: Engine): Migration => ({
  async up(db: Kysely<Tables>) {
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
      .addColumn('row', sql.raw(engine.types.number), (column) => column.primaryKey())
    for (const what of countDimensions)
      changes = changes.addColumn(what, 'text', (text) => text.notNull())
    await changes
      .addColumn('is_accepted', 'boolean', (column) => column.notNull())
      .addColumn('is_archived', 'boolean', (column) => column.notNull())
      .addColumn('change', 'integer', (column) => column.notNull())
      .execute()

    const note: Note = (row, change) => `
      insert into count_changes (${countDimensions.join()}, is_accepted, is_archived, change)
      values (${Object.values(valuesOf(engine, row)).join()},
        ${row}.is_accepted, ${row}.is_archived, ${change})`
    for (const statement of triggers[engine.name](note)) await sql.raw(statement).execute(db)
    await recount(db, engine)

    // Lists by course go through it.
    await db.schema
      .createIndex('courses_nameKey__id')
      .on('courses')
      .columns(['nameKey', '_id'])
      .execute()
  },
})

/** The statement that notes a row as come (1) or gone (-1). */
type Note = (row: 'old' | 'new', change: 1 | -1) => string

/** What counts of applications depend on. */
const columns =
  'institution, course, department, "createdAt", declined_reason, "withdrawnAt", is_accepted, is_archived'

/** Every change of what applications are counted by is noted. */
const triggers: Record<Engine['name'], (note: Note) => string[]> = {
  SQLite: (note) => [
    `create trigger attachments_come after insert on attachments begin ${note('new', 1)}; end`,
    `create trigger attachments_gone after delete on attachments begin ${note('old', -1)}; end`,
    `create trigger attachments_changed after update of ${columns} on attachments
      begin ${note('old', -1)}; ${note('new', 1)}; end`,
  ],
  PostgreSQL: (note) => [
    `create function note_count_changes() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${note('old', -1)}; end if;
      if tg_op <> 'DELETE' then ${note('new', 1)}; end if;
      return null;
    end $$`,
    `create trigger attachments_counted
      after insert or delete or update of ${columns} on attachments
      for each row execute function note_count_changes()`,
  ],
}
