import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/**
 * The e-mail address is its own key: it is stored in lower case and has an index. A second column and index
 * made each arrival slower.
 */
export const emailAsKey = ({ name }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const trigger of ['attachments_keys', 'attachments_keys_delete']) {
      const table = sql.raw(name === 'PostgreSQL' ? ' on attachments' : '')
      await sql`drop trigger ${sql.id(trigger)}${table}`.execute(db)
    }
    await db.schema.dropIndex('attachments_emailKey').execute()
    await db.schema.alterTable('attachments').dropColumn('emailKey').execute()
    for (const statement of triggers[name]) await sql.raw(statement).execute(db)
  },
})

const keys = ['email', '"nameKey"', '"phoneKey"', '"firstNameKey"', 'intake']
const valuesOf = (row: string) => `(${keys.map((column) => `${row}.${column}`).join(', ')})`

/** The applications that shared a key with one that was deleted or has other keys now. */
const partners = `select _id from attachments
    where email = old.email and intake is not distinct from old.intake
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
