import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { fillNameKeys, type NameTables } from './fill-name-keys.ts'
import { normalizeCase, normalizeForSearch } from './frozen-names-of-0002.ts'

/** Unique keys of names, with the same rules on both engines, and indexes for sorted lists. */
export const namesAndOrders: Migration = {
  async up(db: Kysely<NameTables>) {
    for (const [table, columns] of Object.entries(added)) {
      await addColumns(table, Object.keys(columns))
      await fillNameKeys(db, table, columns, rules)
    }

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

    async function addColumns(table: string, columns: string[]) {
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

/** The columns that this migration adds, and the texts that they are made of. */
const added = {
  departments: {
    nameKey: ['name'],
    codeKey: ['code'],
    searchText: ['name', 'code', 'headOfDepartment', 'description'],
  },
  institutions: { nameKey: ['name'], searchText: ['name', 'county'] },
  courses: { nameKey: ['name'], searchText: ['name'] },
  users: { searchText: ['name', 'email'] },
}

const rules = { nameKey: normalizeCase, normalizeForSearch }
