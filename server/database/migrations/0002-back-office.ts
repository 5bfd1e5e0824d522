import { randomUUIDv7 } from 'node:crypto'

import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes, Search } from '../engine.ts'
import { searchText } from '../search-text.ts'

const step = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Lost updates, sessions that can be told apart, a history, search texts and better indexes. */
export const backOffice = (types: ColumnTypes, search: Search): Migration => ({
  async up(db: Kysely<Touched>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    for (const table of ['departments', 'institutions', 'courses'] as const) {
      await db.schema
        .alterTable(table)
        // A column that is added to rows needs a value for them at first.
        .addColumn('updatedAt', timestamp, (column) =>
          column.notNull().defaultTo('1970-01-01T00:00:00.000Z'),
        )
        .execute()
      await sql`update ${sql.table(table)} set "updatedAt" = "createdAt"`.execute(db)
    }

    await db.schema.alterTable('sessions').addColumn('_id', id).execute()
    await db.schema.alterTable('sessions').addColumn('userAgent', 'text').execute()
    for (const { tokenHash } of await db.selectFrom('sessions').select('tokenHash').execute()) {
      await db
        .updateTable('sessions')
        .set({ _id: randomUUIDv7() })
        .where('tokenHash', '=', tokenHash)
        .execute()
    }
    await db.schema.createIndex('sessions__id').unique().on('sessions').column('_id').execute()

    await db.schema
      .createTable('history')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('user', id)
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('entity', 'text')
      .addColumn('record', id)
      .addColumn('fields', 'text')
      .addColumn('count', 'integer')
      .execute()
    await index('history', ['record', '_id'])
    // Submissions by far outnumber the rest and have no user: only one index grows with them.
    for (const column of ['user', 'action', 'entity']) {
      await db.schema
        .createIndex(`history_${column}__id`)
        .on('history')
        .columns([column, '_id'])
        .where(sql.ref('action'), '<>', sql.lit('submit'))
        .execute()
    }

    // Lists, counts and breakdowns are answered by these alone, without the wide rows.
    await index('attachments', ['is_archived', '_id'])
    for (const column of ['institution', 'course', 'department']) {
      await db.schema.dropIndex(`attachments_${column}__id`).execute()
      await index('attachments', [column, '_id', 'is_archived', 'is_accepted'])
    }

    for (const statement of search.tables) await sql.raw(statement).execute(db)
    await addSearchTexts(db)

    function index(table: string, columns: string[]) {
      return db.schema
        .createIndex(`${table}_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
    }
  },
})

/** What is read and written of the tables here, as they are now. */
interface Touched {
  departments: Named
  institutions: Named
  courses: Named
  sessions: { tokenHash: string; _id: string }
  attachments: {
    _id: string
    referenceId: string
    first_name: string
    middle_name: string | null
    last_name: string
    phone_number: string
    email: string
    institution: string | null
    course: string | null
    department: string | null
    is_accepted: boolean
    is_archived: boolean
  }
  search_texts: { _id: string; is_accepted: boolean; is_archived: boolean; text: string }
}

interface Named {
  _id: string
  name: string
}

/** For the applications that are there already. */
async function addSearchTexts(db: Kysely<Touched>) {
  let last = beforeAll
  for (;;) {
    const rows = await db
      .selectFrom('attachments')
      .leftJoin('institutions', 'institutions._id', 'attachments.institution')
      .leftJoin('courses', 'courses._id', 'attachments.course')
      .leftJoin('departments', 'departments._id', 'attachments.department')
      .select([
        'attachments._id',
        'referenceId',
        'first_name',
        'middle_name',
        'last_name',
        'phone_number',
        'email',
        'is_accepted',
        'is_archived',
        'institutions.name as institution',
        'courses.name as course',
        'departments.name as department',
      ])
      .where('attachments._id', '>', last)
      .orderBy('attachments._id')
      .limit(step)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    const texts = rows.map(({ _id, is_accepted, is_archived, ...row }) => ({
      _id,
      is_accepted,
      is_archived,
      text: searchText(row, row),
    }))
    await db.insertInto('search_texts').values(texts).execute()
    last = end._id
  }
}
