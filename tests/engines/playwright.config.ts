import { defineConfig } from '@playwright/test'

import type { EngineName } from './browser-page.ts'
import { engineNames } from './engines.ts'

export default defineConfig<object, { engine: EngineName }>({
  globalSetup: './setup.ts',
  outputDir: '../../test-results/engines',
  workers: 3, // on two cores: a worker often waits, for the next key or for the server
  timeout: 120_000, // long, because a slow phone on a busy machine is slow, not wrong
  expect: { timeout: 20_000 },
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  projects: engineNames.map((engine) => ({ name: engine, use: { engine } })),
})
