import { defineConfig } from 'vitest/config'

const apiFiles = ['tests/api/**/*.test.ts']

export default defineConfig({
  test: {
    maxWorkers: '100%',
    testTimeout: 20_000, // a busy machine is slow, not wrong
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{app,bin,content,contract,server}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
        },
      },
      {
        test: {
          name: 'api on SQLite',
          include: apiFiles,
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          name: 'api on PostgreSQL',
          include: apiFiles,
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'tests/support/vitest-setup.ts',
          hookTimeout: 60_000, // PGlite takes some seconds to start
        },
      },
    ],
  },
})
