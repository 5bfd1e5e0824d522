import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { checkDatabase } from '../../server/cli/doctor/check-database.ts'
import { findProgramFolder } from '../../server/cli/backup/find-program.ts'
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import {
  choicesAt,
  compare,
  listApplications,
  readPages,
  sendApplicants,
} from '../../tests/support/concurrent-applicants.ts'
import { lastRelease } from '../../tests/support/last-release.ts'
import { findFreePort } from '../../tests/support/port.ts'
import { createDatabase, dropDatabase } from '../../tests/support/postgres.ts'
import { startServer } from '../../tests/support/server.ts'
import { contractions, readTableParts } from '../../tests/support/table-parts.ts'
import { balanceServers } from '../cluster/haproxy.ts'
import { readFigures, startStaff, startVisitor } from './clients.ts'
import type { Examine } from './finding.ts'
import { buildRelease, hasRelease } from './release.ts'

const rounds = 2
const maxMinutes = 15
const pages = ['/', '/industrial-attachment/apply', '/api/users/courses']
const what = `Upgrade from ${lastRelease.version} under load, and back, requests`

/** Ends of everything that was started, in the order in which they must run. */
type Ends = (() => Promise<unknown>)[]

/**
 * Upgrades two servers of the last release one after the other while clients apply, read and decide,
 * then goes back. Both versions use one PostgreSQL.
 */
export const twoVersions: Examine = async (postgresUrl) => {
  const obstacle = await findObstacle()
  if (obstacle) return [{ what, tried: 0, lost: 0, note: `not tried: ${obstacle}` }]
  const ends: Ends = []
  const late = new AbortController()
  const limit = sleep(maxMinutes * 60_000, undefined, { signal: late.signal }).then(() => {
    throw new Error(`Not within ${maxMinutes} minutes`)
  })
  try {
    const { folder, remove } = await buildRelease(AbortSignal.timeout(maxMinutes * 60_000))
    ends.unshift(remove)
    return [await Promise.race([upgradeAndBack(postgresUrl, folder, ends), limit])]
  } finally {
    limit.catch(() => {})
    late.abort()
    for (const end of ends) await end().catch(console.error)
  }
}

async function findObstacle() {
  if (!findProgramFolder('haproxy')) return 'HAProxy is missing'
  if (await hasRelease()) return undefined
  const { version, commit } = lastRelease
  return `git has no commit ${commit.slice(0, 7)} of version ${version} here; run "git fetch --unshallow" in a clone`
}

async function upgradeAndBack(postgresUrl: string, release: string, ends: Ends) {
  const folder = await mkdtemp(join(tmpdir(), 'two-versions-'))
  ends.unshift(() => rm(folder, { recursive: true }))
  const DATABASE_URL = await createDatabase(postgresUrl)
  ends.unshift(() => dropDatabase(DATABASE_URL))
  const ports = [await findFreePort(), await findFreePort()]
  const start = (port: number, version?: string) =>
    startServer({ DATABASE_URL, TRUST_PROXY: '1', PORT: String(port) }, version)
  const servers = await Promise.all(ports.map((port) => start(port, release)))
  ends.unshift(() => Promise.all(servers.map(({ stop }) => stop('SIGTERM'))))
  const web = await balanceServers(folder, ports)
  ends.unshift(web.stop)

  const applicants = sendApplicants(web.url, 4, await choicesAt(web.url))
  const readers = readPages(web.url, 4, pages)
  const visitor = startVisitor(web.url)
  const staff = await startStaff(web.url)
  const codes = new Set<number | string | null>()
  const replaceBoth = async (version?: string) => {
    for (const [index, port] of ports.entries()) {
      await sleep(2000) // until HAProxy sees the other server
      codes.add(await servers[index]!.stop('SIGTERM'))
      servers[index] = await start(port, version)
    }
  }
  for (let round = 0; round < rounds; round++) {
    await replaceBoth()
    await replaceBoth(release)
  }
  for (const load of [applicants, readers, visitor, staff]) await load.stop()

  const failures = [
    ...[...applicants.failures, ...readers.failures].map(({ reason }) => reason),
    ...visitor.failures,
    ...staff.failures,
  ]
  const { lost, changed, doubled } = await compare(web.url, applicants)
  const wrong = [
    ...(await compareDecisions(web.url, staff.decided)),
    ...(await compareFigures(servers[0]!.url, await start(await findFreePort()))),
    ...(await checkData(DATABASE_URL)),
    ...(await compareTables(postgresUrl, DATABASE_URL)),
  ]
  const notes = [
    `${rounds * 4} restarts, exit codes ${[...codes].join()}`,
    `${applicants.acknowledged.size} applications and ${staff.decided.size} decisions acknowledged`,
    ...new Set(failures),
    ...wrong,
  ]
  return {
    what,
    tried: [readers, visitor, staff].reduce(
      (sum, one) => sum + one.requests(),
      applicants.sent.size,
    ),
    lost: failures.length + lost + changed + doubled + wrong.length,
    note: notes.join('; '),
  }
}

async function compareDecisions(url: string, decided: Map<string, boolean>) {
  const stored = new Map(
    (await listApplications(url)).map(({ _id, is_accepted }) => [_id, is_accepted]),
  )
  const wrong = [...decided].filter(([_id, is_accepted]) => stored.get(_id) !== is_accepted)
  return wrong.length > 0 ? [`${wrong.length} decisions are not stored as acknowledged`] : []
}

/** Both versions must show the same figures, and those of the stored applications. */
async function compareFigures(
  releaseUrl: string,
  current: Awaited<ReturnType<typeof startServer>>,
) {
  const [old, now] = [await readFigures(releaseUrl), await readFigures(current.url)]
  const applications = await listApplications(current.url)
  await current.stop('SIGTERM')
  const wrong = Object.keys(old.dashboard).filter(
    (key) =>
      !key.startsWith('recent') &&
      !isDeepStrictEqual(old.dashboard[key], knownFields(old.dashboard[key], now.dashboard[key])),
  )
  if (!isDeepStrictEqual(old.counts, now.counts)) wrong.push('counts')
  if (now.counts['total'] !== applications.length) wrong.push('total')
  const accepted = applications.filter(({ is_accepted }) => is_accepted).length
  if (now.counts['accepted'] !== accepted) wrong.push('accepted')
  return wrong.map((figure) => `the figure ${figure} is wrong`)
}

/** A newer figure without the fields that the older version does not have. */
function knownFields(older: unknown, newer: unknown): unknown {
  if (!Array.isArray(older) || !Array.isArray(newer)) return newer
  return newer.map((entry, index) =>
    Object.fromEntries(Object.keys(Object(older[index])).map((name) => [name, entry[name]])),
  )
}

/** The checks of `doctor`. */
async function checkData(databaseUrl: string) {
  const findings = await checkDatabase({ databaseUrl, dataDir: '' }, Date.now())
  return findings.filter(({ level }) => level === 'problem').map(({ what: problem }) => problem)
}

/** An upgraded database must have the same tables as a new one. */
async function compareTables(postgresUrl: string, upgradedUrl: string) {
  const newUrl = await createDatabase(postgresUrl)
  const [fresh, upgraded] = [newUrl, upgradedUrl].map((databaseUrl) =>
    openDatabase({ databaseUrl, dataDir: '' }),
  ) as [ReturnType<typeof openDatabase>, ReturnType<typeof openDatabase>]
  try {
    await prepareDatabase(fresh.db, fresh.engine)
    const [one, other] = [await readTableParts(fresh.db), await readTableParts(upgraded.db)]
    return [...contractions(one, other), ...contractions(other, one)]
  } finally {
    await fresh.db.destroy()
    await upgraded.db.destroy()
    await dropDatabase(newUrl)
  }
}
