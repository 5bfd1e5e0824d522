import { once } from 'node:events'
import { get } from 'node:http'

import { expect, test } from 'vitest'

import { addMadeUpApplications } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { administrator } from '../support/server.ts'
import type { OpenApi } from '../support/fuzz/attempts.ts'
import { fuzz, unsoundRecords } from '../support/fuzz/fuzz.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 2000)
/** The same one makes up the same requests; another one may find something else. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120)

const { app, db } = await startApp({}, { pages: 'build' })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
await addMadeUpApplications(db, 200)
const target = { app, url, administrator }

test('whatever is sent is answered with a sentence, and nothing wrong is stored', async () => {
  const { statuses, succeeded } = await fuzz(target, requests, seed)
  const { paths }: OpenApi = (await app.inject('/api/openapi.json')).json()
  const calls = Object.values(paths).flatMap(Object.keys).length

  // It tells something only where most calls were understood, too.
  expect(succeeded.size).toBeGreaterThan(0.7 * calls)
  expect(succeeded).toContain('POST /api/users/applications/copy')
  expect(statuses.get(422)).toBeGreaterThan(requests / 20)
  expect(await unsoundRecords(target)).toEqual([])
}, 120_000)

// What made-up requests have found before.
test.each([
  ['//x:99999/', 404],
  ['http://x:99999/', 400],
])('the address %s is not our own fault', async (path, status) => {
  const [response] = await once(
    get({ host: '127.0.0.1', port: new URL(url).port, path }),
    'response',
  )
  expect(response.resume().statusCode).toBe(status)
})
