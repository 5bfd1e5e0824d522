import { inject, onTestFinished } from 'vitest'

import { newDatabase, startServer, type TestEngine } from './server.ts'
import { sendApplicants } from './concurrent-applicants.ts'

/** The settings of a new, empty database of the engine under test, for one test: removed after it. */
export async function newData() {
  const engine = process.env['TEST_ENGINE'] as TestEngine
  const { variables, remove } = await newDatabase(engine, inject('postgresUrl'))
  onTestFinished(remove)
  return variables
}

/** As `startServer`, for one test: however that ends, the server is gone after it. */
export async function startOwnServer(variables: Record<string, string>) {
  const server = await startServer(variables)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

/** As `sendApplicants`, for one test: however that ends, they are called off. */
export function sendOwnApplicants(...options: Parameters<typeof sendApplicants>) {
  const applicants = sendApplicants(...options)
  onTestFinished(() => applicants.stop())
  return applicants
}
