import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Runs once, and only when tests of a project that names it run. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return stop
}
