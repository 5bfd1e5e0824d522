import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

const moved = { email: 'emailKey', name: 'nameKey', phone: 'phoneKey', firstName: 'firstNameKey' }

/**
 * The keys of a person become columns of the application, because a row of their own made each arrival
 * slower. The last release does not use the dropped table.
 */
export const personKeyColumns = ({ name }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of Object.values(moved)) {
      await db.schema.alterTable('attachments').addColumn(column, 'text').execute()
    }
    const values = Object.entries(moved).map(
      ([from, to]) => sql`${sql.ref(to)} = ${sql.ref(`person_keys.${from}`)}`,
    )
    await sql`update attachments set ${sql.join(values)} from person_keys
      where person_keys.attachment = attachments._id`.execute(db)
    for (const column of ['emailKey', 'nameKey', 'phoneKey']) {
      await db.schema
        .createIndex(`attachments_${column}`)
        .on('attachments')
        .column(column)
        .execute()
    }
    await db.schema.dropTable('person_keys').execute()
    for (const statement of triggers[name]) await sql.raw(statement).execute(db)
    const hasRows = (await sql`select 1 from attachments limit 1`.execute(db)).rows.length > 0
    // Without statistics of the new columns, PostgreSQL would read all rows to compare some. With those of an
    // empty table it would do so for each of the first arrivals.
    if (name === 'PostgreSQL' && hasRows) await sql`analyze attachments`.execute(db)
  },
})

const keys = ['"emailKey"', '"nameKey"', '"phoneKey"', '"firstNameKey"', 'intake']
const valuesOf = (row: string) => `(${keys.map((column) => `${row}.${column}`).join(', ')})`

/** The applications that shared a key with one that was deleted or has other keys now. */
const partners = `select _id from attachments
    where "emailKey" = old."emailKey" and intake is not distinct from old.intake
  union select _id from attachments
    where "nameKey" = old."nameKey" and intake is not distinct from old.intake
  union select _id from attachments where "phoneKey" = old."phoneKey"
    and "firstNameKey" = old."firstNameKey" and intake is not distinct from old.intake`

/** They mark applications that must be compared again. */
const triggers: Record<Engine['name'], string[]> = {
  SQLite: [
    `create trigger attachments_keys after update of ${keys.join(', ')} on attachments
      when ${valuesOf('old')} is not ${valuesOf('new')}
    begin
      update attachments set "sameAs" = null where _id <> old._id and _id in (${partners});
    end`,
    `create trigger attachments_keys_delete after delete on attachments
    begin
      update attachments set "sameAs" = null where _id <> old._id and _id in (${partners});
    end`,
  ],
  PostgreSQL: [
    `create or replace function mark_partners_not_compared() returns trigger language plpgsql as $$
    begin
      update attachments set "sameAs" = null where _id <> old._id and _id in (${partners});
      return null;
    end $$`,
    `create trigger attachments_keys after update of ${keys.join(', ')} on attachments
      for each row when (${valuesOf('old')} is distinct from ${valuesOf('new')})
      execute function mark_partners_not_compared()`,
    `create trigger attachments_keys_delete after delete on attachments
      for each row execute function mark_partners_not_compared()`,
  ],
}
