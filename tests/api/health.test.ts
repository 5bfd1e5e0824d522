import { expect, test } from 'vitest'

import packageJson from '#package' with { type: 'json' }
import { startApp } from '../support/app.ts'

const { app } = await startApp()

test('/healthz and /readyz answer 200', async () => {
  const live = await app.inject('/healthz')
  const ready = await app.inject('/readyz')

  expect([live.statusCode, ready.statusCode]).toEqual([200, 200])
  expect(live.json()).toEqual({ status: 'ok', version: packageJson.version })
})
