import { expect, test } from 'vitest'

import packageJson from '#package' with { type: 'json' }
import { startApp } from '../support/app.ts'
import { newData, startOwnServer } from '../support/own-server.ts'

const { app } = await startApp()

test('/healthz and /readyz answer 200', async () => {
  const live = await app.inject('/healthz')
  const ready = await app.inject('/readyz')

  expect([live.statusCode, ready.statusCode]).toEqual([200, 200])
  expect(live.json()).toEqual({ status: 'ok', version: packageJson.version })
})

test('probes are logged for debugging only', async () => {
  const METRICS_TOKEN = 'a-token-for-monitoring'
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const server = await startOwnServer({ ...(await newData()), METRICS_TOKEN, LOG_LEVEL: 'info' })
  for (const path of ['/healthz', '/readyz', '/metrics', '/api/users/departments']) {
    expect((await fetch(server.url + path, { headers })).status).toBe(200)
  }
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401)
  await server.stop('SIGTERM')

  const answered = server.printed.filter((line) => line.includes('"answered"'))
  expect(answered.map((line) => JSON.parse(line).route)).toEqual([
    '/api/users/departments',
    '/metrics',
  ])
})
