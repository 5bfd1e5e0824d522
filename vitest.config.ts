import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { hasPostgres } from './tests/support/postgres.ts'

const apiTests = {
  include: ['tests/api/**/*.test.ts'],
  isolate: false, // each file would load the whole server again, for a quarter of the time
  setupFiles: 'tests/support/reset-fakes.ts',
}

/** `npm test` sets "once": each behaviour once, and on both engines where SQL decides. */
const isOnce = process.env['TEST_SCOPE'] === 'once'

/**
 * Trials that take long: kills, faults, floods, random requests, each piece of advice of the doctor, and
 * upgrades of old data by single migrations.
 */
const longTrials = [
  ...filesOf('*-kill kill sms-gateway-faults slow-clients fuzz overload seeded-damage'),
  ...filesOf('doctor-advice-* *-migration'),
]

/** HTTP, files, mail and commands, which do the same on both engines. */
const sameOnPostgres = [
  ...filesOf(
    'access bad-input cancelled-downloads checks compression* content-pages doctor* document*',
  ),
  ...filesOf('contact-by message-template-trials'),
  ...filesOf(
    'form-lists headers health injection intake-pages kiswahili languages letters logs long-forms',
  ),
  ...filesOf('mail mail-metrics metrics move-documents multipart openapi public-url rate-limits'),
  ...filesOf(
    'page-texts recover-admin request-id second-factor seed seeded-damage sender-refusals sessions',
  ),
  ...filesOf(
    'short-links sms-files staff-documents start tidy-texts upgrade upload-client virus-scan',
  ),
]

/** Paths of API tests. Throws for a name without a file, which would change nothing in silence. */
function filesOf(names: string) {
  return names.split(' ').flatMap((name) => {
    const files = globSync(`tests/api/${name}.test.ts`)
    if (files.length === 0) throw new Error(`There is no tests/api/${name}.test.ts`)
    return files
  })
}

/** Tests on PostgreSQL; empty if PostgreSQL is not installed. */
const onPostgres = hasPostgres()
  ? [
      {
        test: {
          name: 'api on PostgreSQL',
          ...apiTests,
          exclude: isOnce ? [...longTrials, ...sameOnPostgres] : [],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'tests/support/vitest-setup.ts',
          hookTimeout: 60_000, // starting a PostgreSQL cluster takes some seconds
        },
      },
    ]
  : []
if (onPostgres.length === 0) {
  process.stderr.write('PostgreSQL is not installed: the tests on PostgreSQL do not run.\n')
}

export default defineConfig({
  test: {
    maxWorkers: availableParallelism() + 1, // a worker often waits, for a command or for PostgreSQL
    retry: process.env.CI ? 1 : 0, // tests that pass only on a retry are named at the end of `npm test`
    testTimeout: 20_000, // long, because a test on a busy machine is slow, not wrong
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false, // a worker for each file would take 60 % more processor time
          setupFiles: ['tests/support/reset-fakes.ts', 'tests/support/reset-modules.ts'],
          include: [
            '{app,bench,bin,content,contract,server}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api on SQLite',
          ...apiTests,
          exclude: isOnce ? longTrials : [],
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      ...onPostgres,
    ],
  },
})
