import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Intakes with places, offers, waiting lists, notes, placements, letters and calendar links. */
export const intakes = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)
    const day = sql.raw(types.day)

    await db.schema
      .createTable('intakes')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_sw', 'text')
      .addColumn('opensAt', timestamp, (column) => column.notNull())
      .addColumn('closesAt', timestamp, (column) => column.notNull())
      .addColumn('startsOn', day, (column) => column.notNull())
      .addColumn('endsOn', day, (column) => column.notNull())
      .addColumn('answerDays', 'integer', (column) => column.notNull())
      .addColumn('autoPromote', 'boolean', (column) => column.notNull())
      .addColumn('nameKey', 'text', (column) => column.notNull())
      .addColumn('searchText', 'text', (column) => column.notNull())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('intakes_name_unique')
      .unique()
      .on('intakes')
      .column('nameKey')
      .execute()

    await db.schema
      .createTable('intake_places')
      .addColumn('intake', id, (column) =>
        column.notNull().references('intakes._id').onDelete('cascade'),
      )
      .addColumn('department', id, (column) => column.notNull().references('departments._id'))
      .addColumn('places', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('intake_places_key', ['intake', 'department'])
      .execute()
    await index('intake_places', ['department'])

    await db.schema
      .createTable('intake_alerts')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('dueAt', timestamp, (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .execute()

    // The columns have no foreign keys: servers of the last release write to this table, too.
    for (const [column, type] of [
      ['intake', id],
      ['offerState', sql.raw('text')],
      ['offeredAt', timestamp],
      ['answerBy', timestamp],
      ['answeredAt', timestamp],
      ['waitingOrder', sql.raw('double precision')],
      ['planned', sql.raw('text')],
      ['assignee', id],
    ] as const) {
      await db.schema.alterTable('attachments').addColumn(column, type).execute()
    }
    await db.schema
      .alterTable('attachments')
      .addColumn('arrivedLate', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute()
    // Partial indexes cost nothing without intakes.
    const partial = {
      intake: '(intake, _id, is_archived, is_accepted) where intake is not null',
      places: `(intake, department) where "offerState" in ('open', 'confirmed')`,
      offer: '("offerState", _id) where "offerState" is not null',
      answer_by: `("answerBy") where "offerState" = 'open'`,
      waiting: '(intake, department, "waitingOrder", _id) where "waitingOrder" is not null',
      planned: '(_id) where planned is not null',
      assignee: '(assignee, _id) where assignee is not null',
    }
    for (const [name, rest] of Object.entries(partial)) {
      await sql.raw(`create index attachments_${name} on attachments ${rest}`).execute(db)
    }

    await db.schema.alterTable('history').addColumn('note', 'text').execute()

    await db.schema
      .createTable('staff_notes')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('attachment', id, (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('author', id, (column) => column.references('users._id').onDelete('set null'))
      .addColumn('text', 'text', (column) => column.notNull())
      .execute()
    await index('staff_notes', ['attachment', '_id'])
    await index('staff_notes', ['author'])

    await db.schema
      .createTable('placements')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('attachment', id, (column) =>
        column.notNull().unique().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('department', id, (column) => column.references('departments._id'))
      .addColumn('startsOn', day, (column) => column.notNull())
      .addColumn('endsOn', day, (column) => column.notNull())
      .addColumn('supervisor', id, (column) => column.references('users._id').onDelete('set null'))
      .addColumn('supervisorName', 'text')
      .addColumn('supervisorPhone', 'text')
      .addColumn('brokenOffOn', day)
      .addColumn('brokenOffReason', 'text')
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .execute()
    await index('placements', ['startsOn', '_id'])
    await index('placements', ['endsOn', '_id'])
    await index('placements', ['department', 'startsOn', '_id'])
    await index('placements', ['supervisor'])

    await db.schema
      .createTable('letters')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull().unique())
      .addColumn('attachment', id, (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('firstName', 'text', (column) => column.notNull())
      .addColumn('middleName', 'text')
      .addColumn('lastName', 'text', (column) => column.notNull())
      .addColumn('institution', 'text')
      .addColumn('department', 'text')
      .addColumn('startsOn', day, (column) => column.notNull())
      .addColumn('endsOn', day, (column) => column.notNull())
      .addColumn('supervisor', 'text')
      .execute()
    await index('letters', ['attachment', 'kind', '_id'])

    await db.schema
      .createTable('calendar_links')
      .addColumn('user', id, (column) =>
        column.primaryKey().references('users._id').onDelete('cascade'),
      )
      .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .execute()

    function index(table: string, columns: string[]) {
      return db.schema
        .createIndex(`${table}_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
    }
  },
})
