import { setTimeout as sleep } from 'node:timers/promises'

import { unprivilegedUser } from '../../tests/support/cluster.ts'
import { choicesAt, compare, sendApplicants } from '../../tests/support/concurrent-applicants.ts'
import { createDatabase } from '../../tests/support/postgres.ts'
import { startServer } from '../../tests/support/server.ts'
import { mountSmallDisk } from '../../tests/support/small-disk.ts'
import { startOwnPostgres } from '../cluster/postgres.ts'
import type { Examine } from './finding.ts'

const rounds = 5
const secondsFull = 5
const what = 'Disk of the write-ahead log full, PostgreSQL'

/**
 * Fills the disk of PostgreSQL's write-ahead log during submissions and frees it again. PostgreSQL
 * then ends, and this trial starts it again as systemd does with `Restart=on-failure`. Nobody touches
 * the server of the product.
 */
export const fullWal: Examine = async () => {
  const disk = mountSmallDisk(48, unprivilegedUser())
  if (!disk) return [{ what, tried: 0, lost: 0, note: 'not tried: mounting a disk takes root' }]

  const postgres = await startOwnPostgres(disk.folder)
  let restarts = 0
  const supervisor = setInterval(() => {
    if (postgres.startAgain()) restarts++
  }, 1000)
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
  clearInterval(supervisor)
  await postgres.remove()
  disk.unmount()
  return [
    {
      what,
      tried: rounds,
      lost: wrong + withoutSentence.length + lost + changed + doubled,
      note: `${applicants.acknowledged.size} acknowledged, ${applicants.failures.length} refused while it was full; PostgreSQL restarted ${restarts} times; back after at most ${recovery.toFixed(1)} s`,
    },
  ]
}

/** Without PostgreSQL, pages that need no database still work, and the server says what is wrong. */
async function wrongAnswers(url: string) {
  const [page, alive] = await Promise.all([fetch(url), fetch(`${url}/healthz`)])
  return [page, alive].filter(({ ok }) => !ok).length
}
