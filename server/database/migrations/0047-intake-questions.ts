import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/** Questions that intakes ask besides those of the form, the answers, and links to give missing ones. */
export const intakeQuestions = ({ name, types }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    await db.schema
      .createTable('question_drafts')
      .addColumn('intake', id, (column) =>
        column.primaryKey().references('intakes._id').onDelete('cascade'),
      )
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .addColumn('questions', 'text', (column) => column.notNull())
      .execute()

    // The long column stands last: SQLite reads a row from its beginning.
    await db.schema
      .createTable('question_sets')
      .addColumn('intake', id, (column) =>
        column.notNull().references('intakes._id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('publishedAt', timestamp, (column) => column.notNull())
      .addColumn('publishedBy', id)
      .addColumn('questions', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('question_sets_key', ['intake', 'number'])
      .execute()

    await db.schema.alterTable('attachments').addColumn('extra', 'text').execute()
    await sql`create index attachments_extra on attachments (intake)
      where extra is not null`.execute(db)

    await db.schema
      .createTable('extra_values')
      .addColumn('_id', id, (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('number', 'double precision')
      .addColumn('is_accepted', 'boolean', (column) => column.notNull())
      .addColumn('is_archived', 'boolean', (column) => column.notNull())
      .addPrimaryKeyConstraint('extra_values_key', ['_id', 'question', 'value'])
      .execute()
    // The order of the lists, newest first, and their flags: a page reads only this index.
    await db.schema
      .createIndex('extra_values_list')
      .on('extra_values')
      .columns(['question', 'value', 'is_archived', '_id', 'is_accepted'])
      .execute()
    await sql`create index extra_values_number on extra_values
      (question, number, is_archived, _id, is_accepted) where number is not null`.execute(db)
    for (const statement of triggers[name]) await sql.raw(statement).execute(db)

    await db.schema
      .createTable('question_links')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('attachment', id, (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('expiresAt', timestamp, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('question_links_attachment')
      .on('question_links')
      .column('attachment')
      .execute()
  },
})

/** They copy the flags of applications, as those of the search texts do. */
const triggers: Record<Engine['name'], string[]> = {
  SQLite: [
    `create trigger attachments_extra_flags after update of is_accepted, is_archived on attachments
      when new.extra is not null
    begin
      update extra_values set is_accepted = new.is_accepted, is_archived = new.is_archived
        where _id = new._id;
    end`,
  ],
  PostgreSQL: [
    `create function keep_extra_flags() returns trigger language plpgsql as $$
    begin
      update extra_values set is_accepted = new.is_accepted, is_archived = new.is_archived
        where _id = new._id;
      return null;
    end $$`,
    `create trigger attachments_extra_flags after update of is_accepted, is_archived on attachments
      for each row
      when (new.extra is not null
        and (old.is_accepted, old.is_archived) is distinct from (new.is_accepted, new.is_archived))
      execute function keep_extra_flags()`,
  ],
}
