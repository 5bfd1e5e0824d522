import type { FullConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'
import { startPostgres } from './postgres.ts'

/** Runs once before the workers, which inherit the environment variables that it sets. */
export default async function setup({ filteredProjects }: FullConfig) {
  process.env.CHROMIUM_PATH = findChromium()
  if (!filteredProjects.some(({ name }) => name === 'PostgreSQL')) return undefined
  const { url, stop } = await startPostgres()
  process.env.TEST_DATABASE_URL = url
  return stop
}
