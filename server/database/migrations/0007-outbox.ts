import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** The outbox of messages to applicants. Messages are deleted with their application. */
export const outbox = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    await db.schema
      .createTable('outbox')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('attachment', id, (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('dueAt', timestamp, (column) => column.notNull())
      .addColumn('giveUpAt', timestamp, (column) => column.notNull())
      .addColumn('claim', id)
      .addColumn('carrier', 'text')
      .addColumn('about', 'text')
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('doubts', 'integer', (column) => column.notNull())
      .addColumn('recipient', 'text')
      .addColumn('subject', 'text')
      .addColumn('text', 'text')
      .addColumn('trouble', 'text')
      .addColumn('reply', 'text')
      .addColumn('endedAt', timestamp)
      .execute()

    await db.schema
      .createIndex('outbox_attachment__id')
      .on('outbox')
      .columns(['attachment', '_id'])
      .execute()
    // Small partial indexes of messages to send, of failed messages, and of messages with a text.
    for (const [name, column, where] of [
      ['open', 'dueAt', sql`state in ('waiting', 'sending')`],
      ['failed', '_id', sql`state in ('failed', 'unsure')`],
      ['words', 'endedAt', sql`text is not null`],
    ] as const) {
      await sql`create index ${sql.id(`outbox_${name}`)} on outbox (${sql.id(column)})
        where ${where}`.execute(db)
    }
  },
})
