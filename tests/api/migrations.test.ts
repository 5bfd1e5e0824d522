import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { isReady, openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { newData } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'

/** A new, empty database for one test. */
async function open() {
  const opened = openDatabase(locationOf(await newData()))
  onTestFinished(() => opened.db.destroy())
  return opened
}

test('an interrupted migration changes nothing and is applied later', async () => {
  const { db, engine } = await open()
  // The migration fails at its last table, because this table has the same name.
  await db.schema.createTable('rate_limits').addColumn('key', 'text').execute()
  await expect(prepareDatabase(db, engine)).rejects.toThrow(/rate_limits/)
  expect(await isReady(db, engine)).toBe(false)

  await db.schema.dropTable('rate_limits').execute()
  await prepareDatabase(db, engine)
  expect(await isReady(db, engine)).toBe(true)
})

test('a second preparation changes nothing, also after the first one filled empty tables', async () => {
  const { db, engine } = await open()
  const names = () => db.selectFrom('institutions').select('name').orderBy('_id').execute()
  await prepareDatabase(db, engine)
  const first = await names()
  expect(first.length).toBeGreaterThanOrEqual(25)
  await prepareDatabase(db, engine)
  expect(await names()).toEqual(first)

  await sql`delete from courses`.execute(db)
  await prepareDatabase(db, engine)
  expect(await names()).toEqual(first)
})

test('rows have the columns of a table after it is altered', async () => {
  const { db } = await open()
  const rows = async () => (await sql`select * from people`.execute(db)).rows
  await sql`create table people (name text, age integer)`.execute(db)
  await sql`insert into people (name, age) values ('Zawadi', 21)`.execute(db)
  expect(await rows()).toEqual([{ name: 'Zawadi', age: 21 }])

  await sql`alter table people drop column name`.execute(db)
  expect(await rows()).toEqual([{ age: 21 }])

  await sql`alter table people add column town text default 'Kilifi'`.execute(db)
  expect(await rows()).toEqual([{ age: 21, town: 'Kilifi' }])
})
