import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'

import { migrations } from '../../server/database/migrations/index.ts'
import { openDatabase } from '../../server/database/open.ts'
import { newData } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'

const moment = '2026-03-01T08:00:00.000Z'

test('the upgrade keeps items of the seed past their date, unless staff have changed them', async () => {
  const { db, engine } = openDatabase(locationOf(await newData()))
  onTestFinished(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } })
  await migrator.migrateTo('0028-email-pause')
  await db.insertInto('content_version').values({ version: 'before' }).execute()
  const add = async (collection: string, slug: string, changed: object = {}) => {
    const fields = JSON.stringify({ title: slug })
    const item = {
      _id: uuidv7(),
      collection: collection as 'events',
      slug,
      name: slug,
      searchText: slug,
      position: 1,
      version: 1,
      draft: fields,
      published: fields,
      createdAt: moment,
      updatedAt: moment,
      ...changed,
    }
    await db.insertInto('content').values(item).execute()
    const version = { content: item._id, version: 1, draft: fields, published: true }
    await db
      .insertInto('content_versions')
      .values({ ...version, updatedAt: moment })
      .execute()
  }
  await add('events', 'seed')
  await add('events', 'hidden', { published: null })
  await add('consultancies', 'call')
  await add('jobs', 'changed', { updatedBy: uuidv7() })
  await add('team', 'member')
  const { error } = await migrator.migrateToLatest()

  expect(error).toBeUndefined()
  const kept = (title: string) => JSON.stringify({ title, afterDate: 'keep' })
  const asBefore = (title: string) => JSON.stringify({ title })
  const rows = await db
    .selectFrom('content')
    .innerJoin('content_versions', 'content_versions.content', 'content._id')
    .select(['content.draft', 'content.published', 'content_versions.draft as version'])
    .orderBy('content._id')
    .execute()
  expect(rows.map(({ draft, published, version }) => [draft, published, version])).toEqual([
    [kept('seed'), kept('seed'), kept('seed')],
    [kept('hidden'), null, kept('hidden')],
    [kept('call'), kept('call'), kept('call')],
    [asBefore('changed'), asBefore('changed'), asBefore('changed')],
    [asBefore('member'), asBefore('member'), asBefore('member')],
  ])
  const { rows: versions } = await sql<{
    version: string
  }>`select version from content_version`.execute(db)
  expect(versions[0]?.version, 'running servers read the content again').not.toBe('before')
})
