import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'

import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { administrator, startServer } from '../support/server.ts'
import { submission } from '../support/submission.ts'
import { choicesAt, listApplications, post, submit } from '../support/concurrent-applicants.ts'

// Three processes start at once on two processors.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const { database, urls } = isPostgres ? await startThree() : ({} as never)

/** Three servers that start together on an empty database. */
async function startThree() {
  const created = await createDatabase(inject('postgresUrl'))
  afterAll(() => dropDatabase(created))
  const variables = { DATABASE_URL: created, RATE_LIMIT: 'on' }
  const servers = await Promise.all([1, 2, 3].map(() => startServer(variables)))
  afterAll(async () => {
    const ends = servers.map(({ stop }) => stop('SIGTERM'))
    expect(await Promise.all(ends)).toEqual([0, 0, 0])
  })
  return { database: created, urls: servers.map(({ url }) => url) as [string, string, string] }
}

test.runIf(isPostgres)('processes that start together create the first records once', async () => {
  const client = new Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query(`
    select (select count(*) from users) as users,
      (select count(*) from institutions) as institutions,
      (select count(distinct lower(name)) from institutions) as names,
      (select count(*) from content where collection = 'events') as events,
      (select count(*) from content_version) as versions`)
  await client.end()
  const [{ users, institutions, names, events, versions }] = rows
  expect([events, versions]).toEqual(['3', '1'])
  expect(users).toBe('1')
  expect(Number(institutions)).toBeGreaterThanOrEqual(25)
  expect(institutions).toBe(names)
  for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test.runIf(isPostgres)(
  'a session opened by one process is valid in all, until one ends it',
  async () => {
    const [first, second, third] = urls
    const { token } = await (await post(`${first}/api/auth/login`, administrator)).json()
    const headers = { authorization: `Bearer ${token}` }
    const me = async (url: string) => (await fetch(`${url}/api/auth/me`, { headers })).status
    expect(await Promise.all(urls.map(me))).toEqual([200, 200, 200])

    expect((await post(`${second}/api/auth/logout`, {}, headers)).status).toBe(200)
    expect(await me(third)).toBe(401)
  },
)

test.runIf(isPostgres)('a rate limit counts the requests of all processes', async () => {
  const body = { email: 'guessed@example.org', password: 'a wrong password' }
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries++) {
    statuses.push((await post(`${urls[tries % 3]}/api/auth/login`, body)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test.runIf(isPostgres)('a submission that reaches every process is stored once', async () => {
  const choices = await choicesAt(urls[0])
  for (let round = 0; round < 10; round++) {
    const key = randomUUID()
    const body = submission(choices, { email: `${key}@example.org` })
    const answers = await Promise.all([...urls, ...urls].map((url) => submit(url, key, body)))
    expect(new Set(answers).size).toBe(1)
  }
  expect(await listApplications(urls[2])).toHaveLength(10)
})
