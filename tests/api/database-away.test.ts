import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, expect, inject, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { fragileLink, type FragileLink } from '../support/tcp-proxy.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const timeouts = { connection: 500, answer: 500 }

type Act = (link: FragileLink) => void

const { link: databaseLink, ...started } = isPostgres ? await startBehindLink() : ({} as never)

async function startBehindLink() {
  const database = await createDatabase(inject('postgresUrl'))
  const link = await fragileLink(database)
  afterAll(async () => {
    link.cut()
    await dropDatabase(database)
  })
  const place = { databaseUrl: link.url, dataDir: '', timeouts, remove: async () => {} }
  const server = await startApi({}, { place: Promise.resolve(place), pages: 'build' })
  return { link, ...server, choices: await choicesOf(server.ask) }
}

const outages: [what: string, begin: Act, end: Act][] = [
  ['refuses connections', (link) => link.cut(), (link) => link.mend()],
  ['answers nothing', (link) => link.freeze(), (link) => link.thaw()],
]

for (const [what, begin, end] of outages) {
  test.runIf(isPostgres)(
    `while PostgreSQL ${what} the server answers 503, and recovers by itself`,
    async () => {
      const { app, ask, choices, token } = started
      const key = randomUUID()
      const apply = () =>
        ask(api.public.submit, { body: submission(choices), headers: { 'idempotency-key': key } })
      await Promise.all(Array.from({ length: 10 }, () => ask(api.public.courses))) // all connections of the pool

      begin(databaseLink)
      const asked = Date.now()
      const answers = await Promise.all([
        apply(),
        ask(api.public.courses),
        ask(api.attachments.list, { token }),
        ask(api.auth.login, { body: { email: 'a@example.org', password: 'x' } }),
      ])
      for (const { status, headers, body } of answers) {
        expect([status, headers['retry-after']]).toEqual([503, '5'])
        expect(body).toMatchObject({
          message: 'This is not available at the moment. Please try again in a minute.',
          error: body.message,
        })
      }
      const [ready, alive, form] = await Promise.all(
        ['/readyz', '/healthz', '/industrial-attachment/apply'].map((path) => app.inject(path)),
      )
      expect([ready!.statusCode, alive!.statusCode, form!.statusCode]).toEqual([503, 200, 200])
      expect(form!.body).toContain('Loading Application Form...')
      expect(form!.body).toContain('Please refresh the page in a minute.')
      expect(Date.now() - asked).toBeLessThan(5000)

      end(databaseLink)
      await vi.waitUntil(async () => (await app.inject('/readyz')).statusCode === 200, 5000)
      expect((await apply()).status).toBe(201)
      expect((await ask(api.attachments.list, { token })).status).toBe(200)
    },
  )
}

test.runIf(isPostgres)(
  'connections that break during submissions lose none, and the server stays up',
  async () => {
    const { ask, choices, token } = started
    const receipts = new Map<string, string>()
    const keys = Array.from({ length: 200 }, () => randomUUID())
    const apply = (key: string) =>
      ask(api.public.submit, {
        body: submission(choices, { email: `${key}@example.org` }),
        headers: { 'idempotency-key': key },
      })
    const statuses = new Set<number>()
    const applyFirst = async (key: string) => {
      const { status, body } = await apply(key)
      statuses.add(status)
      if (status === 201) receipts.set(key, body.referenceId)
    }
    // Each round breaks the connections 3 ms later, from before the first query to after the last.
    for (let round = 0; round < 20; round++) {
      const some = keys.slice(10 * round, 10 * (round + 1))
      await Promise.all([...some.map(applyFirst), sleep(3 * round).then(databaseLink.tear)])
    }
    expect(statuses).toEqual(new Set([201, 503]))

    for (const key of keys) {
      // The server may not know yet that an idle connection is broken. A phone repeats, too.
      const body = await vi.waitFor(async () => {
        const again = await apply(key)
        expect(again.status).toBe(201)
        return again.body
      })
      expect(body.referenceId).toBe(receipts.get(key) ?? body.referenceId)
    }
    const { body } = await ask(api.attachments.list, { token })
    const emails = body.map(({ email }: { email: string }) => email.split('@')[0])
    expect(emails.filter((name: string) => keys.includes(name as never))).toHaveLength(keys.length)
  },
)
