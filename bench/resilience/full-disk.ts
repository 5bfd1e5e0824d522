import { setTimeout as sleep } from 'node:timers/promises'

import { newDatabase, startServer } from '../../tests/support/server.ts'
import { mountSmallDisk } from '../../tests/support/small-disk.ts'
import {
  choicesAt,
  compare,
  listApplications,
  sendApplicants,
} from '../../tests/support/concurrent-applicants.ts'
import type { Examine } from './finding.ts'

const rounds = 10

/** Fills the disk of SQLite during submissions and frees it again. */
export const fullDisk: Examine = async () => {
  const what = 'Disk full in the middle of submissions, SQLite'
  const disk = mountSmallDisk(64)
  if (!disk) return [{ what, tried: 0, lost: 0, note: 'not tried: mounting a disk takes root' }]

  const { variables, remove } = await newDatabase('sqlite', undefined)
  const server = await startServer({ ...variables, DATA_DIR: disk.folder, LOG_LEVEL: 'silent' })
  const applicants = sendApplicants(server.url, 4, await choicesAt(server.url))
  const failures = () => applicants.failures.length
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    await applicants.receipts(50)
    const before = failures()
    disk.fill()
    while (failures() === before) await sleep(20)
    const listed = await fetch(`${server.url}/api/users/courses`)
    if (!listed.ok) wrong++
    disk.relieve()
  }
  await applicants.receipts(50)
  await applicants.stop()
  wrong += applicants.failures.filter(({ reason }) => !reason.includes('storage is full')).length
  const { lost, changed, doubled } = await compare(server.url, applicants)
  const stored = (await listApplications(server.url)).length
  await server.stop('SIGTERM')
  disk.unmount()
  await remove()
  return [
    {
      what,
      tried: rounds,
      lost: wrong + lost + changed + doubled,
      note: `${applicants.acknowledged.size} acknowledged, ${failures()} refused while it was full, ${stored} stored in the end`,
    },
  ]
}
