import { inject, onTestFinished } from 'vitest'

import { newLocation } from './app.ts'
import { newDatabase, startServer, type TestEngine } from './server.ts'
import { sendApplicants } from './concurrent-applicants.ts'

/** Settings of a new, empty database of the engine under test; removed after the test. */
export async function newData() {
  const engine = process.env['TEST_ENGINE'] as TestEngine
  const { variables, remove } = await newDatabase(engine, inject('postgresUrl'))
  onTestFinished(remove)
  return variables
}

/** Settings of a database as after the first start, which takes less time than to start with `newData`. */
export async function preparedData() {
  const { databaseUrl, dataDir, remove } = await newLocation()
  onTestFinished(async () => void (await remove()))
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  } as Record<string, string>
}

/** `startServer` for one test: the server is killed after it. */
export async function startOwnServer(variables: Record<string, string>) {
  const server = await startServer(variables)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

/** `sendApplicants` for one test: stopped after it. */
export function sendOwnApplicants(...options: Parameters<typeof sendApplicants>) {
  const applicants = sendApplicants(...options)
  onTestFinished(() => applicants.stop())
  return applicants
}
