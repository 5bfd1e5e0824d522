import { statSync } from 'node:fs'

import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Place } from '../support/app.ts'
import { choicesOf, formTo, startApi, submission } from '../support/api.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

const megabytes = 16
const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

const limitedDisk = await smallDisk()

const started = limitedDisk && (await startOn(limitedDisk))

test.skipIf(!started)(
  'on a full disk reading works, changes answer 503, and space restores them',
  async () => {
    const { disk, ask, app, db, token } = started!
    const choices = await choicesOf(ask)
    const apply = () => ask(api.public.submit, { body: submission(choices) })
    const { body: first } = await apply()
    const usedAt = new Date(Date.now() - 5 * 60_000).toISOString() // the server stores a session's last use at most once a minute
    await db.updateTable('sessions').set({ usedAt }).execute()

    disk.fill()
    const references = new Set([first.referenceId])
    let refused = await apply()
    for (; refused.status === 201; refused = await apply()) references.add(refused.body.referenceId)
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.body).toMatchObject({
      message:
        'Nothing can be saved at the moment, because our storage is full. Please try again later.',
      error: refused.body.message,
    })

    const concurrent = await Promise.all(Array.from({ length: 20 }, apply))
    expect(concurrent.map(({ status }) => status)).toEqual(Array(20).fill(503))

    const page = await app.inject(formTo('/industrial-attachment/apply', submission(choices)))
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '60'])
    expect(page.body).toContain('our storage is full')
    expect(page.body).toContain('I also build small websites.')

    const read = async () => {
      const { body } = await ask(api.attachments.list, { token })
      return new Set(body.map((row: { referenceId: string }) => row.referenceId))
    }
    expect(await read()).toEqual(references)
    expect((await ask(api.attachments.export, { token })).text.split('\r\n')).toHaveLength(
      references.size + 2,
    )
    const firstPage = { limit: '25' }
    for (const endpoint of [
      api.attachments.list,
      api.attachments.counts,
      api.analytics,
      api.history,
    ]) {
      expect([endpoint.path, (await ask(endpoint, { token, query: firstPage })).status]).toEqual([
        endpoint.path,
        200,
      ])
    }
    expect((await ask(api.public.courses)).status).toBe(200)
    expect((await app.inject('/readyz')).statusCode).toBe(200)

    disk.relieve()
    const recovered = await apply()
    expect(recovered.status).toBe(201)
    expect(await read()).toEqual(references.add(recovered.body.referenceId))
  },
)

/** A small disk that the engine under test can use, or undefined. */
async function smallDisk() {
  const mounted = isPostgres ? await mountForPostgres() : mountSmallDisk(megabytes)
  if (mounted) afterAll(() => mounted.unmount())
  else process.stderr.write('Full disk: skipped, needs root and a PostgreSQL on this machine\n')
  return mounted
}

/** Unmounts the disk after an error: afterAll does not run if an error occurs outside of the tests. */
async function startOn(disk: SmallDisk) {
  try {
    return { disk, ...(await startApi({}, { place: placeOn(disk.folder), pages: 'build' })) }
  } catch (error) {
    disk.unmount()
    throw error
  }
}

async function placeOn(folder: string): Promise<Place> {
  if (isPostgres) return databaseOn(folder)
  return { databaseUrl: undefined, dataDir: folder, remove: async () => {} }
}

/** Needs a real PostgreSQL on this machine, outside of a container. */
async function mountForPostgres() {
  const { hostname } = new URL(inject('postgresUrl'))
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') return undefined
  const [{ data_directory }] = await query('show data_directory')
  const owner = statSync(data_directory, { throwIfNoEntry: false })
  return owner && mountSmallDisk(megabytes, owner)
}

/** A new database with its tables on the small disk. */
async function databaseOn(folder: string): Promise<Place> {
  const databaseUrl = await createDatabase(inject('postgresUrl'))
  const database = new URL(databaseUrl).pathname.slice(1)
  await query(`create tablespace ${database} location '${folder}'`)
  await query(`alter database ${database} set default_tablespace = ${database}`)
  const remove = async () => {
    await dropDatabase(databaseUrl)
    await query(`drop tablespace ${database}`)
  }
  return { databaseUrl, dataDir: '', remove }
}

async function query(sql: string) {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
