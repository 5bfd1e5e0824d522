import { defineConfig } from '@playwright/test'

type WorkerOptions = { engine: 'sqlite' | 'postgres' }

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/playwright-setup.ts',
  workers: 2,
  expect: { timeout: 10_000 },
  retries: process.env.CI ? 1 : 0, // what passes only then is named at the end of `npm test`
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH, // set by globalSetup
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'SQLite', use: { engine: 'sqlite' } },
    { name: 'PostgreSQL', use: { engine: 'postgres' }, grep: /@both-engines/ },
  ],
})
