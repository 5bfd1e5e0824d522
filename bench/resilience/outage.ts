import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import { clusterSettings, initialize, unprivilegedUser } from '../../tests/support/cluster.ts'
import { fragileLink } from '../../tests/support/tcp-proxy.ts'
import { findFreePort } from '../../tests/support/port.ts'
import { findProgramFolder } from '../../server/cli/find-program.ts'
import { createDatabase } from '../../tests/support/postgres.ts'
import { startServer } from '../../tests/support/server.ts'
import {
  choicesAt,
  compare,
  post,
  sendApplicants,
} from '../../tests/support/concurrent-applicants.ts'
import { run, until } from '../cluster/program.ts'
import type { Examine } from './finding.ts'

/** A crash, an immediate and an orderly shutdown; `cut off` means that PostgreSQL stops answering. */
const ends = ['SIGKILL', 'SIGQUIT', 'SIGINT', 'cut off'] as const
const rounds = 8
const mostSeconds = 12

/** Stops PostgreSQL under load and starts it again, while the server keeps running. */
export const outage: Examine = async () => {
  const what = 'PostgreSQL away and back under load'
  const programs = findProgramFolder('initdb', 'postgres')
  if (!programs) return [{ what, tried: 0, lost: 0, note: 'not tried: PostgreSQL is missing' }]

  const user = unprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'outage-'))
  if (user) await chown(folder, user.uid, user.gid)
  await initialize(join(programs, 'initdb'), { cwd: folder, ...user })
  const port = await findFreePort()
  const args = ['-D', join(folder, 'data'), ...clusterSettings(port)]
  const startPostgres = () =>
    run(join(programs, 'postgres'), args, join(folder, 'postgres.log'), user)
  let postgres = startPostgres()
  const cluster = `postgres://postgres@127.0.0.1:${port}/postgres`
  await until('PostgreSQL answers', 30, () => answers(cluster))

  const link = await fragileLink(await createDatabase(cluster))
  const server = await startServer({
    DATABASE_URL: link.url,
    LOG_LEVEL: 'silent',
  })
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
      if (postgres.hasEnded()) postgres = startPostgres()
      return answers(cluster)
    })
    await until('the server is ready again', 30, isReady)
    await applicants.receipts(20)
    recovery = Math.max(recovery, (Date.now() - back) / 1000)
  }
  await applicants.stop()
  const { lost, changed, doubled } = await compare(server.url, applicants)
  if ((await server.stop('SIGTERM')) !== 0) wrong++
  link.cut()
  await postgres.stop('SIGINT')
  await rm(folder, { recursive: true })
  return [
    {
      what,
      tried: rounds,
      lost: wrong + lost + changed + doubled,
      note: `503 after at most ${slowest.toFixed(1)} s, back after at most ${recovery.toFixed(1)} s; ${applicants.acknowledged.size} acknowledged, ${applicants.failures.length} refused meanwhile`,
    },
  ]
}

async function answers(cluster: string) {
  const client = new Client({ connectionString: cluster })
  await client.connect()
  await client.end()
  return true
}
