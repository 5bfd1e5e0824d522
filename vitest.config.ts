import { defineConfig } from 'vitest/config'

import { hasPostgres } from './tests/support/postgres.ts'

const apiFiles = ['tests/api/**/*.test.ts']

/** Tests on PostgreSQL; empty if PostgreSQL is not installed. */
const onPostgres = hasPostgres()
  ? [
      {
        test: {
          name: 'api on PostgreSQL',
          include: apiFiles,
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
    maxWorkers: '100%',
    retry: process.env.CI ? 1 : 0, // tests that pass only on a retry are named at the end of `npm test`
    testTimeout: 20_000, // long, because a test on a busy machine is slow, not wrong
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{app,bench,bin,content,contract,server}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api on SQLite',
          include: apiFiles,
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      ...onPostgres,
    ],
  },
})
