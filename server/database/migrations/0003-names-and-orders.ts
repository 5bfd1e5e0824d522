import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { derivedColumns } from '../derived-columns.ts'

/** Unique keys of names, with the same rules on both engines, and indexes for sorted lists. */
export const namesAndOrders: Migration = {
  async up(db: Kysely<Touched>) {
    for (const [table, columns] of Object.entries(added)) await addColumns(table, columns)
    for (const table of tables) await fill(db, table)

    await unique('departments', 'name', ['nameKey'])
    await unique('departments', 'code', ['codeKey'])
    await unique('institutions', 'name', ['nameKey'])
    await unique('courses', 'name', ['institution', 'certification', 'nameKey'])

    for (const column of ['email', 'year_of_study']) {
      await db.schema
        .createIndex(`attachments_${column}`)
        .on('attachments')
        .columns([column, '_id', 'is_archived', 'is_accepted'])
        .execute()
    }
    // A search text begins with the name of the applicant.
    await sql`create index search_texts_name on search_texts
      (substr("text", 1, 40), _id, is_archived, is_accepted)`.execute(db)

    async function addColumns(table: string, columns: readonly string[]) {
      for (const column of columns) {
        await db.schema
          .alterTable(table)
          .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
          .execute()
      }
    }

    async function unique(table: string, what: string, columns: string[]) {
      await db.schema.dropIndex(`${table}_${what}_unique`).execute()
      await db.schema
        .createIndex(`${table}_${what}_unique`)
        .unique()
        .on(table)
        .columns(columns)
        .execute()
    }
  },
}

const tables = ['departments', 'institutions', 'courses', 'users'] as const

/** Later migrations add further derived columns. */
const added = {
  departments: ['nameKey', 'codeKey', 'searchText'],
  institutions: ['nameKey', 'searchText'],
  courses: ['nameKey', 'searchText'],
  users: ['searchText'],
} as const

/** The columns that this migration uses, with the types of that time. */
interface Touched {
  departments: Parameters<typeof derivedColumns.departments>[0] & { _id: string }
  institutions: Parameters<typeof derivedColumns.institutions>[0] & { _id: string }
  courses: Scope & { _id: string; name: string }
  users: Parameters<typeof derivedColumns.users>[0] & { _id: string }
}

/** The scope in which a course's name is unique. */
interface Scope {
  institution: string
  certification: string
}

/**
 * Fills the keys of all records, oldest first. SQLite accepted names that differ only in the case
 * of an accented letter. The later one of two such names gets a unique key until its next rename.
 */
async function fill(db: Kysely<Touched>, table: (typeof tables)[number]) {
  const taken = new Set<string>()
  const rows = await db.selectFrom(table).selectAll().orderBy('_id').execute()
  for (const row of rows) {
    const derived: Record<string, string> = derivedColumns[table](row)
    const keys = Object.fromEntries(added[table].map((name) => [name, derived[name]!]))
    const { institution = '', certification = '' } = row as Partial<Scope>
    for (const [name, key] of Object.entries(keys)) {
      if (name === 'searchText') continue
      const scoped = [name, institution, certification, key].join('\n')
      if (taken.has(scoped)) keys[name] = `${key} ${row._id}`
      taken.add(scoped)
    }
    await db
      .updateTable(table)
      .set(keys as never)
      .where('_id', '=', row._id)
      .execute()
  }
}
