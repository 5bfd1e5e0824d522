import { execFileSync } from 'node:child_process'

import type { TestProject } from 'vitest/node'

import { createDatabase, dropDatabase, startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    /** A database with all tables, reference data and the administrator. Copying it is faster than migrating. */
    preparedDatabase: string
  }
}

/** Runs once before the tests of the Vitest projects that use this setup file. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  const prepared = await createDatabase(url)
  execFileSync(process.execPath, ['tests/support/prepare-database.ts', prepared])
  project.provide('postgresUrl', url)
  project.provide('preparedDatabase', prepared)
  return async () => {
    await dropDatabase(prepared)
    await stop()
  }
}
