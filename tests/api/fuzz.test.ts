import { once } from 'node:events'
import { get } from 'node:http'

import { expect, test } from 'vitest'

import { addMadeUpApplications } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { administrator } from '../support/server.ts'
import type { OpenApi } from '../support/fuzz/attempts.ts'
import { fuzz, unsoundRecords } from '../support/fuzz/fuzz.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 2000)
/** The same seed generates the same requests; other seeds may find other errors. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120)

const { app, db } = await startApp({}, { pages: 'build' })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
await addMadeUpApplications(db, 200)
const target = { app, url, administrator }

test('random requests get an error message, and nothing invalid is stored', async () => {
  const { statuses, succeeded } = await fuzz(target, requests, seed)
  const { paths }: OpenApi = (await app.inject('/api/openapi.json')).json()
  const calls = Object.values(paths).flatMap(Object.keys).length

  // The test is only meaningful if most calls succeeded at least once.
  expect(succeeded.size).toBeGreaterThan(0.65 * calls)
  expect(succeeded).toContain('POST /api/users/applications/copy')
  expect(statuses.get(422)).toBeGreaterThan(requests / 20)
  expect(await unsoundRecords(target)).toEqual([])
}, 120_000)

// Regression cases found by fuzzing.
test.each([
  ['//x:99999/', 404],
  ['http://x:99999/', 400],
])('the path %s causes no server error', async (path, status) => {
  const [response] = await once(
    get({ host: '127.0.0.1', port: new URL(url).port, path }),
    'response',
  )
  expect(response.resume().statusCode).toBe(status)
})
