import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Kiswahili names of departments. Those of the first content get theirs. */
export const departmentNames: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('departments').addColumn('name_sw', 'text').execute()
    for (const [name, kiswahili] of Object.entries(names)) {
      await sql`update departments set name_sw = ${kiswahili} where name = ${name}`.execute(db)
    }
  },
}

const names = {
  Communication: 'Mawasiliano',
  'Tech & Engineering': 'Teknolojia na Uhandisi',
  Creatives: 'Sanaa na Ubunifu',
  'Community & Entrepreneurship': 'Jamii na Ujasiriamali',
}
