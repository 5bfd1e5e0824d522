import { fragileLink } from '../../tests/support/tcp-proxy.ts'
import { createDatabase } from '../../tests/support/postgres.ts'
import { startServer } from '../../tests/support/server.ts'
import {
  choicesAt,
  compare,
  post,
  sendApplicants,
} from '../../tests/support/concurrent-applicants.ts'
import { startOwnPostgres } from '../cluster/postgres.ts'
import { until } from '../cluster/program.ts'
import type { Examine } from './finding.ts'

/** A crash, an immediate and an orderly shutdown; `cut off` means that PostgreSQL stops answering. */
const ends = ['SIGKILL', 'SIGQUIT', 'SIGINT', 'cut off'] as const
const rounds = 8
const mostSeconds = 12

/** Stops PostgreSQL under load and starts it again, while the server keeps running. */
export const outage: Examine = async () => {
  const postgres = await startOwnPostgres()
  const link = await fragileLink(await createDatabase(postgres.url))
  const server = await startServer({ DATABASE_URL: link.url, LOG_LEVEL: 'silent' })
  const isReady = async () => (await fetch(`${server.url}/readyz`)).ok
  const applicants = sendApplicants(server.url, 8, await choicesAt(server.url))
  let [wrong, slowest, recovery] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const end = ends[round % ends.length]!
    await applicants.receipts(50)
    if (end === 'cut off') link.freeze()
    else await postgres.stop(end)

    const requested = Date.now()
    const login = post(`${server.url}/api/auth/login`, { email: 'a@example.org', password: 'x' })
    const [refused, alive, ready] = await Promise.all([
      login,
      fetch(`${server.url}/healthz`),
      fetch(`${server.url}/readyz`),
    ])
    const seconds = (Date.now() - requested) / 1000
    slowest = Math.max(slowest, seconds)
    const statuses = [refused.status, alive.status, ready.status]
    if (statuses.join() !== '503,200,503' || !refused.headers.get('retry-after')) wrong++
    if (seconds > mostSeconds) wrong++

    const back = Date.now()
    link.thaw()
    await until('PostgreSQL answers again', 60, () => {
      // After a crash PostgreSQL does not start until all of its processes are gone.
      postgres.startAgain()
      return postgres.answers()
    })
    await until('the server is ready again', 30, isReady)
    await applicants.receipts(20)
    recovery = Math.max(recovery, (Date.now() - back) / 1000)
  }
  await applicants.stop()
  const { lost, changed, doubled } = await compare(server.url, applicants)
  if ((await server.stop('SIGTERM')) !== 0) wrong++
  link.cut()
  await postgres.remove()
  return [
    {
      what: 'PostgreSQL away and back under load',
      tried: rounds,
      lost: wrong + lost + changed + doubled,
      note: `503 after at most ${slowest.toFixed(1)} s, back after at most ${recovery.toFixed(1)} s; ${applicants.acknowledged.size} acknowledged, ${applicants.failures.length} refused meanwhile`,
    },
  ]
}
