import { onTestFinished } from 'vitest'

import { startServer } from './server.ts'
import { sendApplicants } from './visitors.ts'

/** As `startServer`, for one test: however that ends, the server is gone after it. */
export async function startOwnServer(variables: Record<string, string>) {
  const server = await startServer(variables)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

/** As `sendApplicants`, for one test: however that ends, they are called off. */
export function sendOwnApplicants(...options: Parameters<typeof sendApplicants>) {
  const applicants = sendApplicants(...options)
  onTestFinished(() => applicants.callOff())
  return applicants
}
