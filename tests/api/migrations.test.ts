import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'

import { isReady, openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { newDatabase } from '../support/server.ts'

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

async function open() {
  const { variables, remove } = await (isPostgres
    ? newDatabase('postgres', inject('postgresUrl'))
    : newDatabase('sqlite', undefined))
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = variables
  const opened = openDatabase({ databaseUrl, dataDir })
  const close = () => opened.db.destroy().then(remove)
  return { ...opened, close }
}

test('a migration that is interrupted leaves nothing, and is done later', async () => {
  const { db, engine, close } = await open()
  try {
    // In the way of the last table.
    await db.schema.createTable('rate_limits').addColumn('key', 'text').execute()
    await expect(prepareDatabase(db, engine)).rejects.toThrow(/rate_limits/)
    expect(await isReady(db, engine)).toBe(false)

    await db.schema.dropTable('rate_limits').execute()
    await prepareDatabase(db, engine)
    expect(await isReady(db, engine)).toBe(true)
  } finally {
    await close()
  }
})

test('a second preparation changes nothing, also where the first one filled empty tables', async () => {
  const { db, engine, close } = await open()
  const names = () => db.selectFrom('institutions').select('name').orderBy('_id').execute()
  try {
    await prepareDatabase(db, engine)
    const first = await names()
    expect(first.length).toBeGreaterThanOrEqual(25)
    await prepareDatabase(db, engine)
    expect(await names()).toEqual(first)

    await sql`delete from courses`.execute(db)
    await prepareDatabase(db, engine)
    expect(await names()).toEqual(first)
  } finally {
    await close()
  }
})

test('a table that has changed is read as it is now', async () => {
  const { db, close } = await open()
  const rows = async () => (await sql`select * from people`.execute(db)).rows
  try {
    await sql`create table people (name text, age integer)`.execute(db)
    await sql`insert into people (name, age) values ('Zawadi', 21)`.execute(db)
    expect(await rows()).toEqual([{ name: 'Zawadi', age: 21 }])

    await sql`alter table people drop column name`.execute(db)
    expect(await rows()).toEqual([{ age: 21 }])

    await sql`alter table people add column town text default 'Kilifi'`.execute(db)
    expect(await rows()).toEqual([{ age: 21, town: 'Kilifi' }])
  } finally {
    await close()
  }
})
