import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** SMS to applicants: the transport of each message, its cost and delivery, and totals by day. */
export const sms = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    for (const [column, type] of [
      ['copyOf', id],
      ['parts', sql.raw('integer')],
      ['cost', sql.raw('integer')],
      ['gatewayId', sql.raw('text')],
      ['delivered', sql.raw('text')],
    ] as const) {
      await db.schema.alterTable('outbox').addColumn(column, type).execute()
    }
    await db.schema
      .alterTable('outbox')
      .addColumn('transport', 'text', (column) => column.notNull().defaultTo('email'))
      .execute()
    // Partial indexes cost nothing without SMS.
    const partial = {
      copyOf: '("copyOf") where "copyOf" is not null',
      gatewayId: '("gatewayId") where "gatewayId" is not null',
      sms: `(_id) where transport = 'sms'`,
      smsDue: `("dueAt") where transport = 'sms' and state in ('waiting', 'sending')`,
      unreported: `("endedAt") where transport = 'sms' and state = 'sent' and delivered is null`,
    }
    for (const [name, rest] of Object.entries(partial)) {
      await sql.raw(`create index "outbox_${name}" on outbox ${rest}`).execute(db)
    }

    await db.schema
      .alterTable('attachments')
      .addColumn('contact_by', 'text', (column) => column.notNull().defaultTo('email'))
      .execute()
    await db.schema.alterTable('attachments').addColumn('smsRefused', 'text').execute()

    await db.schema
      .createTable('sms_sender')
      .addColumn('_id', 'integer', (column) => column.primaryKey())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('pausedUntil', timestamp)
      .addColumn('pauseTrouble', 'text')
      .execute()
    await db.schema
      .createTable('sms_days')
      .addColumn('day', 'text', (column) => column.primaryKey())
      .addColumn('messages', 'integer', (column) => column.notNull())
      .addColumn('parts', 'integer', (column) => column.notNull())
      .addColumn('cost', 'double precision', (column) => column.notNull())
      .execute()
  },
})
