import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/**
 * Keys by which applications of the same person are found, what staff have decided about two of them, and
 * the number of others that may be the same person. The number is null until a server of this version has
 * compared the application: the job `persons` does so with existing rows, in batches, and with rows that
 * servers of the last release write.
 */
export const samePerson = ({ name, types }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    await db.schema.alterTable('attachments').addColumn('sameAs', 'integer').execute()
    await sql`create index attachments_same_as on attachments (_id, is_archived, is_accepted)
      where "sameAs" > 0`.execute(db)
    await sql`create index attachments_not_compared on attachments (_id)
      where "sameAs" is null`.execute(db)

    await db.schema
      .createTable('person_keys')
      .addColumn('attachment', id, (column) =>
        column.primaryKey().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('intake', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('phone', 'text')
      .addColumn('firstName', 'text', (column) => column.notNull())
      .execute()
    for (const columns of [['email'], ['name'], ['phone', 'firstName']]) {
      await db.schema
        .createIndex(`person_keys_${columns[0]}`)
        .on('person_keys')
        .columns([...columns, 'intake', 'attachment'])
        .execute()
    }

    await db.schema
      .createTable('same_person')
      .addColumn('first', id, (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('second', id, (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('by', id, (column) => column.notNull())
      .addColumn('at', sql.raw(types.timestamp), (column) => column.notNull())
      .addPrimaryKeyConstraint('same_person_key', ['first', 'second'])
      .execute()
    await db.schema.createIndex('same_person_second').on('same_person').column('second').execute()
    for (const statement of triggers[name]) await sql.raw(statement).execute(db)
  },
})

const compared = ['email', 'phone_number', 'first_name', 'last_name', 'date_of_birth', 'intake']
const valuesOf = (row: string) => `(${compared.map((column) => `${row}.${column}`).join(', ')})`

/** The applications that share a key with a deleted row of keys. */
const partners = `select attachment from person_keys
    where email = old.email and intake = old.intake
  union select attachment from person_keys where name = old.name and intake = old.intake
  union select attachment from person_keys
    where phone = old.phone and "firstName" = old."firstName" and intake = old.intake`

/** They mark applications that must be compared again, also if a server of the last release changes one. */
const triggers: Record<Engine['name'], string[]> = {
  SQLite: [
    `create trigger attachments_person after update of ${compared.join(', ')} on attachments
      when ${valuesOf('old')} is not ${valuesOf('new')}
    begin
      update attachments set "sameAs" = null where _id = new._id;
    end`,
    `create trigger person_keys_delete after delete on person_keys
    begin
      update attachments set "sameAs" = null where _id in (${partners});
    end`,
  ],
  PostgreSQL: [
    `create function mark_not_compared() returns trigger language plpgsql as $$
    begin
      new."sameAs" := null;
      return new;
    end $$`,
    `create trigger attachments_person before update of ${compared.join(', ')} on attachments
      for each row when (${valuesOf('old')} is distinct from ${valuesOf('new')})
      execute function mark_not_compared()`,
    `create function mark_partners_not_compared() returns trigger language plpgsql as $$
    begin
      update attachments set "sameAs" = null where _id in (${partners});
      return null;
    end $$`,
    `create trigger person_keys_delete after delete on person_keys
      for each row execute function mark_partners_not_compared()`,
  ],
}
