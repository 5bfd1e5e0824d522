import { randomUUIDv7 } from 'node:crypto'

import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'
import * as rules from './frozen-names-of-0002.ts'

const step = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Optimistic locks, ids of sessions, the history, search texts and better indexes. */
export const backOffice = ({ name, types }: Engine): Migration => ({
  async up(db: Kysely<Touched>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    for (const table of ['departments', 'institutions', 'courses'] as const) {
      await db.schema
        .alterTable(table)
        // A new column that must not be null needs a default value for the existing rows.
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
    // Partial indexes that leave out submissions. Most entries are submissions, and have no user.
    for (const column of ['user', 'action', 'entity']) {
      await db.schema
        .createIndex(`history_${column}__id`)
        .on('history')
        .columns([column, '_id'])
        .where(sql.ref('action'), '<>', sql.lit('submit'))
        .execute()
    }

    // Covering indexes, so that lists, counts and breakdowns need not read complete rows.
    await index('attachments', ['is_archived', '_id'])
    for (const column of ['institution', 'course', 'department']) {
      await db.schema.dropIndex(`attachments_${column}__id`).execute()
      await index('attachments', [column, '_id', 'is_archived', 'is_accepted'])
    }

    for (const statement of searchTables[name]) await sql.raw(statement).execute(db)
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

/** The columns that this migration uses, with the types of that time. */
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

/** Adds the search texts of existing applications. */
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
      text: rules.searchText(row, rules),
    }))
    await db.insertInto('search_texts').values(texts).execute()
    last = end._id
  }
}

/** Rows per batch of SQLite's search index, the same as in sqlite.ts. */
const indexedTogether = 256

/**
 * The largest row number in the search index. Row numbers are consecutive and never used again, so
 * the index has all complete batches. Deleted rows are removed from the index.
 */
const indexedTo = `(select seq / ${indexedTogether} * ${indexedTogether} from sqlite_sequence where name = 'search_texts')`

/** The search texts, their index, and the triggers that copy the flags of applications. */
const searchTables: Record<Engine['name'], string[]> = {
  SQLite: [
    `create table search_texts (
      row integer primary key autoincrement,
      _id text not null unique references attachments (_id) on delete cascade,
      is_accepted boolean not null,
      is_archived boolean not null,
      text text not null
    )`,
    `create virtual table search_trigrams using fts5 (
      text, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1'
    )`,
    `create trigger search_texts_insert after insert on search_texts
      when new.row % ${indexedTogether} = 0
    begin
      insert into search_trigrams (rowid, text)
        select row, text from search_texts where row > new.row - ${indexedTogether};
    end`,
    `create trigger search_texts_delete after delete on search_texts
      when old.row <= ${indexedTo}
    begin
      insert into search_trigrams (search_trigrams, rowid, text)
        values ('delete', old.row, old.text);
    end`,
    `create trigger search_texts_update after update of text on search_texts
      when old.row <= ${indexedTo}
    begin
      insert into search_trigrams (search_trigrams, rowid, text)
        values ('delete', old.row, old.text);
      insert into search_trigrams (rowid, text) values (new.row, new.text);
    end`,
    `create trigger attachments_flags after update of is_accepted, is_archived on attachments
    begin
      update search_texts set is_accepted = new.is_accepted, is_archived = new.is_archived
        where _id = new._id;
    end`,
  ],
  // postgres.ts creates the index when the server starts, if the extension pg_trgm is available.
  PostgreSQL: [
    `create table search_texts (
      _id uuid primary key references attachments (_id) on delete cascade,
      is_accepted boolean not null,
      is_archived boolean not null,
      text text not null
    )`,
    `create function keep_search_flags() returns trigger language plpgsql as $$
    begin
      update search_texts set is_accepted = new.is_accepted, is_archived = new.is_archived
        where _id = new._id;
      return null;
    end $$`,
    `create trigger attachments_flags after update of is_accepted, is_archived on attachments
      for each row
      when ((old.is_accepted, old.is_archived) is distinct from (new.is_accepted, new.is_archived))
      execute function keep_search_flags()`,
  ],
}
