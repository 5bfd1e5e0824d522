import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/** Consent, counts of erased applications, and retention periods. */
export const personalData = ({ name, types }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const timestamp = sql.raw(types.timestamp)

    await db.schema
      .createTable('consent_wordings')
      .addColumn('_id', 'text', (column) => column.primaryKey())
      .addColumn('wording', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .alterTable('attachments')
      .addColumn('consent', 'text', (column) => column.references('consent_wordings._id'))
      .execute()
    await db.schema.alterTable('attachments').addColumn('consentedAt', timestamp).execute()

    await db.schema
      .createTable('erased_counts')
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('is_accepted', 'boolean', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('erased_counts_key', ['what', 'value', 'is_accepted'])
      .execute()

    await db.schema
      .createTable('retention')
      .addColumn('status', 'text', (column) => column.primaryKey())
      .addColumn('months', 'integer', (column) => column.notNull())
      .execute()

    if (name === 'SQLite') {
      // FTS5's secure-delete: deleted texts are removed from the search index at once.
      await sql`insert into search_trigrams (search_trigrams, rank)
        values ('secure-delete', 1)`.execute(db)
    }
  },
})
