import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'
import { fillNameKeys, type NameTables } from './fill-name-keys.ts'
import { searchText } from './frozen-names-of-0002.ts'
import * as rules from './frozen-names-of-0030.ts'

const step = 500

/** Rewrites search texts and keys of names by new rules for letters, blanks and phone numbers. */
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
    for (const [table, columns] of Object.entries(keys)) {
      await fillNameKeys(db as unknown as Kysely<NameTables>, table, columns, rules)
    }
  },
})

/** The columns with a name, and the texts that they are made of. Version 0.1.0 had only these tables. */
const keys = {
  departments: {
    nameKey: ['name'],
    codeKey: ['code'],
    headKey: ['headOfDepartment'],
    searchText: ['name', 'code', 'headOfDepartment', 'description'],
  },
  institutions: { nameKey: ['name'], searchText: ['name', 'county'] },
  courses: { nameKey: ['name'], searchText: ['name'] },
  users: { searchText: ['name', 'email'] },
}

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

/** Names and e-mail addresses in ASCII stay as they are. */
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

/** Phone numbers without their 0, with 00 and a code, and those that only seemed to have the code 254. */
const phoneLines = [
  '7________\n',
  '1________\n',
  '00%',
  '254____ %',
  '254_____ %',
  '254______ %',
  '254_______ %',
].map((line) => sql`"text" like ${`%\n${line}%`}`)

/** SQL condition: the search text may change. It spares reading most applications. */
const mayChange = sql<SqlBool>`(octet_length(${written}) > length(${written})
  or ${sql.join(phoneLines, sql` or `)})`

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
      const text = searchText(row, rules)
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
