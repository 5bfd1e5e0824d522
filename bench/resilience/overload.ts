import { setTimeout as sleep } from 'node:timers/promises'

import { newDatabase, startServer, type TestEngine } from '../../tests/support/server.ts'
import {
  choicesAt,
  compare,
  readPages,
  sendApplicants,
} from '../../tests/support/concurrent-applicants.ts'
import type { Examine } from './finding.ts'

const clients = 3000
const seconds = 15

/** Far more concurrent applicants than the server can serve. */
export const overload: Examine = async (postgresUrl) => [
  await examine('SQLite', 'sqlite', undefined),
  await examine('PostgreSQL', 'postgres', postgresUrl),
]

async function examine(name: string, engine: TestEngine, postgresUrl: string | undefined) {
  const { variables, remove } = await newDatabase(engine, postgresUrl)
  const server = await startServer({ ...variables, LOG_LEVEL: 'silent' })
  const health = readPages(server.url, 1, ['/healthz'])
  const applicants = sendApplicants(server.url, clients, await choicesAt(server.url))
  await sleep(seconds * 1000)
  await applicants.stop()
  await health.stop()

  const turnedAway = applicants.failures.filter(({ reason }) => reason.startsWith('503 '))
  const others = [...applicants.failures, ...health.failures]
    .map(({ reason }) => reason)
    .filter((reason) => !reason.startsWith('503 '))
  const { lost, changed, doubled } = await compare(server.url, applicants)
  await server.stop('SIGTERM')
  await remove()
  return {
    what: `${clients} applicants at every moment for ${seconds} s, ${name}`,
    tried: applicants.sent.size,
    lost: others.length + lost + changed + doubled,
    note: `${applicants.acknowledged.size} acknowledged, ${turnedAway.length} told to come back later (503), ${health.requests()} health checks answered${others.length > 0 ? `; ${[...new Set(others)].join('; ')}` : ''}`,
  }
}
