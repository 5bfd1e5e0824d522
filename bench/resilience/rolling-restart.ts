import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '../../tests/support/port.ts'
import { createDatabase, dropDatabase } from '../../tests/support/postgres.ts'
import { startServer } from '../../tests/support/server.ts'
import {
  choicesAt,
  compare,
  readPages,
  sendApplicants,
} from '../../tests/support/concurrent-applicants.ts'
import { balanceServers } from '../cluster/haproxy.ts'
import { findProgramFolder } from '../../server/cli/backup/find-program.ts'
import type { Examine } from './finding.ts'

const rounds = 5
const visitors = 8
const pages = ['/', '/industrial-attachment/apply', '/api/users/courses']

/** Restarts two servers behind HAProxy one after the other while clients apply and read. */
export const rollingRestart: Examine = async (postgresUrl) => {
  const what = 'Rolling restart of two servers behind HAProxy, requests'
  if (!findProgramFolder('haproxy')) {
    return [{ what, tried: 0, lost: 0, note: 'not tried: HAProxy is missing' }]
  }
  const folder = await mkdtemp(join(tmpdir(), 'rolling-restart-'))
  const DATABASE_URL = await createDatabase(postgresUrl)
  const ports = [await findFreePort(), await findFreePort()]
  const start = (port: number) =>
    startServer({ DATABASE_URL, TRUST_PROXY: '1', PORT: String(port) })
  const servers = await Promise.all(ports.map(start))
  const web = await balanceServers(folder, ports)

  const applicants = sendApplicants(web.url, visitors, await choicesAt(web.url))
  const readers = readPages(web.url, visitors, pages)
  const codes = new Set<number | string | null>()
  for (let round = 0; round < rounds; round++) {
    for (const [index, port] of ports.entries()) {
      await sleep(1500) // until HAProxy sees the other server
      codes.add(await servers[index]!.stop('SIGTERM'))
      servers[index] = await start(port)
    }
  }
  await applicants.stop()
  await readers.stop()
  const { lost, changed, doubled } = await compare(web.url, applicants)

  await web.stop()
  for (const { stop } of servers) await stop('SIGTERM')
  await dropDatabase(DATABASE_URL)
  await rm(folder, { recursive: true })
  const failures = [...applicants.failures, ...readers.failures]
  const reasons = [...new Set(failures.map(({ reason }) => reason))]
  return [
    {
      what,
      tried: applicants.sent.size + readers.requests(),
      lost: failures.length + lost + changed + doubled,
      note: `${rounds * ports.length} restarts, exit codes ${[...codes].join()}${reasons.length > 0 ? `; ${reasons.join('; ')}` : ''}`,
    },
  ]
}
