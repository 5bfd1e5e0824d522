import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/**
 * Answers that are numbers are stored as sortable texts among the other values, and in SQLite the table is
 * its own primary index. A column and an index of their own made each submission slower.
 */
export const sortableNumbers = ({ name, types }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{ question: string; number: number }>`
      select distinct question, number from extra_values where number is not null`.execute(db)
    for (const { question, number } of rows) {
      await sql`update extra_values set value = ${sortable(number)}
        where question = ${question} and number = ${number}`.execute(db)
    }
    await db.schema.dropIndex('extra_values_number').execute()
    if (name === 'PostgreSQL') {
      await db.schema.alterTable('extra_values').dropColumn('number').execute()
      return
    }
    await sql`drop trigger attachments_extra_flags`.execute(db)
    await db.schema.alterTable('extra_values').renameTo('extra_values_before').execute()
    await db.schema
      .createTable('extra_values')
      .addColumn('_id', sql.raw(types.id), (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('is_accepted', 'boolean', (column) => column.notNull())
      .addColumn('is_archived', 'boolean', (column) => column.notNull())
      .addPrimaryKeyConstraint('extra_values_key', ['_id', 'question', 'value'])
      .modifyEnd(sql`without rowid`)
      .execute()
    await sql`insert into extra_values
      select _id, question, value, is_accepted, is_archived from extra_values_before
      order by _id, question, value`.execute(db)
    await db.schema.dropTable('extra_values_before').execute()
    await db.schema
      .createIndex('extra_values_list')
      .on('extra_values')
      .columns(['question', 'value', 'is_archived', '_id', 'is_accepted'])
      .execute()
    await sql
      .raw(
        `create trigger attachments_extra_flags after update of is_accepted, is_archived on attachments
          when new.extra is not null
        begin
          update extra_values set is_accepted = new.is_accepted, is_archived = new.is_archived
            where _id = new._id;
        end`,
      )
      .execute(db)
  },
})

/** Copy of `sortableNumber`, because a migration must not change later. */
function sortable(number: number) {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number + 0)
  if (number < 0) for (let index = 0; index < 8; index++) bytes[index]! ^= 0xff
  else bytes[0]! ^= 0x80
  return bytes.toString('hex')
}
