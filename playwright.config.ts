import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { hasPostgres } from './tests/support/postgres.ts'

type WorkerOptions = { engine: 'sqlite' | 'postgres' }

const launchOptions = {
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
}

/** Uses fonts of npm packages only, so that layouts do not depend on the machine's fonts. */
const withFonts = (name: 'narrow' | 'wide') => ({
  ...launchOptions,
  env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, `tests/fonts/${name}.conf`) },
})

/**
 * `npm test` sets "once": each behaviour once. A test with the tag @test-all takes long, breaks network,
 * disk or browser at a rarer moment, or shows at another width, in the other language, without scripts or on
 * another screen what a test without the tag, an API test or a unit test shows. The API tests cover
 * PostgreSQL.
 */
const isOnce = process.env['TEST_SCOPE'] === 'once'

const repeatingProjects = [
  ...(hasPostgres()
    ? [{ name: 'PostgreSQL', use: { engine: 'postgres' as const }, grep: /@both-engines/ }]
    : []),
  {
    name: 'wide font',
    use: { engine: 'sqlite' as const, launchOptions: withFonts('wide') },
    grep: /@both-fonts/,
  },
]

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/playwright-setup.ts',
  workers: 4, // on two cores: a worker often waits, for the next key or for the server
  timeout: 60_000, // long, because a test on a busy machine is slow, not wrong
  expect: { timeout: 20_000 }, // for the same reason; publishing contact details renders every page
  retries: process.env.CI ? 1 : 0, // tests that pass only on a retry are named at the end of `npm test`
  forbidOnly: Boolean(process.env.CI),
  ...(isOnce && { grepInvert: /@test-all/ }),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    launchOptions: withFonts('narrow'),
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
  },
  projects: [{ name: 'SQLite', use: { engine: 'sqlite' } }, ...(isOnce ? [] : repeatingProjects)],
})
