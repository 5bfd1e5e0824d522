import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

export const firstTables = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)
    const day = sql.raw(types.day)

    await db.schema
      .createTable('departments')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('headOfDepartment', 'text')
      .addColumn('description', 'text')
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .execute()
    await unique('departments', 'name')
    await unique('departments', 'code')

    await db.schema
      .createTable('institutions')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('county', 'text', (column) => column.notNull())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .execute()
    await unique('institutions', 'name')

    await db.schema
      .createTable('courses')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('institution', id, (column) => column.notNull().references('institutions._id'))
      .addColumn('certification', 'text', (column) => column.notNull())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('courses_name_unique')
      .unique()
      .on('courses')
      .expression(sql`"institution", "certification", lower("name")`)
      .execute()

    await db.schema
      .createTable('attachments')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('referenceId', 'text', (column) => column.notNull().unique())
      .addColumn('first_name', 'text', (column) => column.notNull())
      .addColumn('middle_name', 'text')
      .addColumn('last_name', 'text', (column) => column.notNull())
      .addColumn('phone_number', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('gender', 'text', (column) => column.notNull())
      .addColumn('date_of_birth', day, (column) => column.notNull())
      .addColumn('residential_location', 'text', (column) => column.notNull())
      .addColumn('institution', id, (column) => column.references('institutions._id'))
      .addColumn('department', id, (column) => column.references('departments._id'))
      .addColumn('course', id, (column) => column.references('courses._id'))
      .addColumn('year_of_study', 'text', (column) => column.notNull())
      .addColumn('expected_graduation_date', day, (column) => column.notNull())
      .addColumn('available_start_date', day)
      .addColumn('can_attend_onsite', 'boolean', (column) => column.notNull())
      .addColumn('about_yourself', 'text', (column) => column.notNull())
      .addColumn('community_engagement_statement', 'text', (column) => column.notNull())
      .addColumn('understanding_of_swahilipot', 'text', (column) => column.notNull())
      .addColumn('linkedin_url', 'text')
      .addColumn('github_url', 'text')
      .addColumn('resume_url', 'text')
      .addColumn('cover_letter_url', 'text')
      .addColumn('agree_terms', 'boolean', (column) => column.notNull())
      .addColumn('agree_communications', 'boolean', (column) => column.notNull())
      .addColumn('is_accepted', 'boolean', (column) => column.notNull())
      .addColumn('is_archived', 'boolean', (column) => column.notNull())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .execute()
    // For the list of a status, newest first. Ids are UUIDs of version 7, which sort by time.
    await index('attachments', ['is_archived', 'is_accepted', '_id'])
    await index('attachments', ['institution', '_id'])
    await index('attachments', ['course', '_id'])
    await index('attachments', ['department', '_id'])
    await index('attachments', ['createdAt'])

    await db.schema
      .createTable('idempotency_keys')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('referenceId', 'text', (column) => column.notNull())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .execute()
    await index('idempotency_keys', ['createdAt'])

    await db.schema
      .createTable('users')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('password', 'text')
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .execute()
    await unique('users', 'email')

    await db.schema
      .createTable('sessions')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('user', id, (column) =>
        column.notNull().references('users._id').onDelete('cascade'),
      )
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('usedAt', timestamp, (column) => column.notNull())
      .execute()
    await index('sessions', ['user'])

    await db.schema
      .createTable('password_links')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('user', id, (column) =>
        column.notNull().references('users._id').onDelete('cascade'),
      )
      .addColumn('expiresAt', timestamp, (column) => column.notNull())
      .execute()
    await index('password_links', ['user'])

    await db.schema
      .createTable('rate_limits')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('endsAt', timestamp, (column) => column.notNull())
      .execute()
    await index('rate_limits', ['endsAt'])

    function unique(table: string, column: string) {
      return db.schema
        .createIndex(`${table}_${column}_unique`)
        .unique()
        .on(table)
        .expression(sql`lower(${sql.ref(column)})`)
        .execute()
    }

    function index(table: string, columns: string[]) {
      return db.schema
        .createIndex(`${table}_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
    }
  },
})
