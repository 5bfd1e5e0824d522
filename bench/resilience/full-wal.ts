import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findProgramFolder } from '../../server/cli/find-program.ts'
import { clusterSettings, initialize, unprivilegedUser } from '../../tests/support/cluster.ts'
import { choicesAt, compare, sendApplicants } from '../../tests/support/concurrent-applicants.ts'
import { findFreePort } from '../../tests/support/port.ts'
import { createDatabase } from '../../tests/support/postgres.ts'
import { startServer } from '../../tests/support/server.ts'
import { mountSmallDisk } from '../../tests/support/small-disk.ts'
import { run, until } from '../cluster/program.ts'
import type { Examine } from './finding.ts'

const rounds = 5
const secondsFull = 5
const what = 'Disk of the write-ahead log full, PostgreSQL'
/** Small files of the log, so that PostgreSQL soon needs a new one. */
const walSettings = ['--min_wal_size=2MB', '--max_wal_size=8MB']

/**
 * Fills the disk of PostgreSQL's write-ahead log during submissions and frees it again. PostgreSQL
 * then ends, and this trial starts it again as systemd does with `Restart=on-failure`. Nobody touches
 * the server of the product.
 */
export const fullWal: Examine = async () => {
  const programs = findProgramFolder('initdb', 'postgres')
  if (!programs) return [{ what, tried: 0, lost: 0, note: 'not tried: PostgreSQL is missing' }]
  const user = unprivilegedUser()
  const disk = mountSmallDisk(48, user)
  if (!disk) return [{ what, tried: 0, lost: 0, note: 'not tried: mounting a disk takes root' }]

  const folder = await mkdtemp(join(tmpdir(), 'full-wal-'))
  const postgres = await superviseCluster(programs, folder, disk.folder, user)
  const server = await startServer({
    DATABASE_URL: await createDatabase(postgres.url),
    LOG_LEVEL: 'silent',
  })
  const applicants = sendApplicants(server.url, 4, await choicesAt(server.url))
  let [wrong, recovery] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    await applicants.receipts(50)
    const before = applicants.failures.length
    const [filled, refill] = [Date.now(), setInterval(() => disk.fill(), 100)]
    disk.fill()
    while (applicants.failures.length === before) await sleep(20)
    while (Date.now() - filled < secondsFull * 1000) {
      wrong += await wrongAnswers(server.url)
      await sleep(200)
    }
    clearInterval(refill)
    disk.relieve()
    const relieved = Date.now()
    await applicants.receipts(50)
    recovery = Math.max(recovery, (Date.now() - relieved) / 1000)
  }
  await applicants.stop()
  const withoutSentence = applicants.failures.filter(({ reason }) => !/^503 .*\.$/.test(reason))
  const { lost, changed, doubled } = await compare(server.url, applicants)
  if ((await server.stop('SIGTERM')) !== 0) wrong++
  await postgres.stop()
  disk.unmount()
  await rm(folder, { recursive: true })
  return [
    {
      what,
      tried: rounds,
      lost: wrong + withoutSentence.length + lost + changed + doubled,
      note: `${applicants.acknowledged.size} acknowledged, ${applicants.failures.length} refused while it was full; PostgreSQL restarted ${postgres.restarts()} times; back after at most ${recovery.toFixed(1)} s`,
    },
  ]
}

/** Without PostgreSQL, pages that need no database still work, and the server says what is wrong. */
async function wrongAnswers(url: string) {
  const [page, alive] = await Promise.all([fetch(url), fetch(`${url}/healthz`)])
  return [page, alive].filter(({ ok }) => !ok).length
}

/** Runs a cluster with its write-ahead log on another disk, and starts it again when it ends. */
async function superviseCluster(
  programs: string,
  folder: string,
  disk: string,
  user: ReturnType<typeof unprivilegedUser>,
) {
  if (user) await chown(folder, user.uid, user.gid)
  const wal = ['--wal-segsize=1', `--waldir=${join(disk, 'wal')}`]
  await initialize(join(programs, 'initdb'), { cwd: folder, ...user }, wal)
  const port = await findFreePort()
  const args = ['-D', join(folder, 'data'), ...clusterSettings(port), ...walSettings]
  const start = () => run(join(programs, 'postgres'), args, join(folder, 'postgres.log'), user)

  let [postgres, restarts] = [start(), 0]
  const supervisor = setInterval(() => {
    if (!postgres.hasEnded()) return
    postgres = start()
    restarts++
  }, 1000)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await until('PostgreSQL answers', 30, async () => Boolean(await createDatabase(url)))
  return {
    url,
    restarts: () => restarts,
    async stop() {
      clearInterval(supervisor)
      await postgres.stop('SIGINT')
    },
  }
}
