import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'
import { searchText } from '../search-text.ts'
import { renewStaleRows } from '../stale-columns.ts'

const step = 500

/**
 * Rewrites search texts and keys of names by the rules of `normalizeForSearch` and `nameKey`. The rules are
 * those of the running version: with earlier ones, it would not find the rows.
 */
export const nameKeys = ({ name }: Engine): Migration => ({
  async up(db: Kysely<Touched>) {
    await db.schema
      .alterTable('departments')
      .addColumn('headKey', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('placements')
      .addColumn('nameOrder', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createIndex('placements_nameOrder__id')
      .on('placements')
      .columns(['nameOrder', '_id'])
      .execute()
    await renewSearchTexts(db)
    await sql.raw(`update placements set "nameOrder" = ${nameOf('placements')}`).execute(db)
    for (const statement of triggers[name]) await sql.raw(statement).execute(db)
    // Last, because submissions wait for the locks of these rows.
    await renewStaleRows(db)
  },
})

/** The name of the applicant, as lists of applications are sorted by it. */
const nameOf = (row: string) =>
  `coalesce((select substr("text", 1, 40) from search_texts where _id = ${row}.attachment), '')`

/** They copy the name into new placements, and into the placement of a renamed applicant. */
const triggers: Record<Engine['name'], string[]> = {
  SQLite: [
    `create trigger placements_name after insert on placements
    begin
      update placements set "nameOrder" = ${nameOf('new')} where _id = new._id;
    end`,
    `create trigger search_texts_name_update after update of text on search_texts
      when substr(new.text, 1, 40) <> substr(old.text, 1, 40)
    begin
      update placements set "nameOrder" = substr(new.text, 1, 40) where attachment = new._id;
    end`,
  ],
  PostgreSQL: [
    `create function set_placement_name() returns trigger language plpgsql as $$
    begin
      new."nameOrder" := ${nameOf('new')};
      return new;
    end $$`,
    `create trigger placements_name before insert on placements
      for each row execute function set_placement_name()`,
    `create function keep_placement_name() returns trigger language plpgsql as $$
    begin
      update placements set "nameOrder" = substr(new.text, 1, 40) where attachment = new._id;
      return null;
    end $$`,
    `create trigger search_texts_name_update after update of text on search_texts
      for each row when (substr(old.text, 1, 40) <> substr(new.text, 1, 40))
      execute function keep_placement_name()`,
  ],
}

/** The columns that this migration uses. */
interface Touched {
  attachments: {
    _id: string
    first_name: string
    middle_name: string | null
    last_name: string
    email: string
    phone_number: string
    referenceId: string
    institution: string | null
    course: string | null
    department: string | null
  }
  institutions: { _id: string; name: string }
  courses: { _id: string; name: string }
  departments: { _id: string; name: string }
  search_texts: { _id: string; text: string }
}

/** Names and e-mail addresses in ASCII stay as they are, so most applications are not read. */
const written = sql.join(
  [
    'first_name',
    'middle_name',
    'last_name',
    'email',
    'institutions.name',
    'courses.name',
    'departments.name',
  ].map((column) => sql`coalesce(${sql.ref(column)}, '')`),
  sql` || `,
)
const mayChange = sql<SqlBool>`octet_length(${written}) > length(${written})`

async function renewSearchTexts(db: Kysely<Touched>) {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db
      .selectFrom('search_texts')
      .innerJoin('attachments', 'attachments._id', 'search_texts._id')
      .leftJoin('institutions', 'institutions._id', 'attachments.institution')
      .leftJoin('courses', 'courses._id', 'attachments.course')
      .leftJoin('departments', 'departments._id', 'attachments.department')
      .select([
        'attachments._id',
        'text',
        'first_name',
        'middle_name',
        'last_name',
        'email',
        'phone_number',
        'referenceId',
        'institutions.name as institution',
        'courses.name as course',
        'departments.name as department',
      ])
      .where(mayChange)
      .where('search_texts._id', '>', last)
      .orderBy('search_texts._id')
      .limit(step)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    for (const row of rows) {
      const text = searchText(row, row)
      if (text === row.text) continue
      await db
        .updateTable('search_texts')
        .set({ text })
        .where('_id', '=', row._id)
        // Older servers may change the text at the same time.
        .where('text', '=', row.text)
        .execute()
    }
    last = end._id
  }
}
