import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { checkDatabase } from '../../server/cli/doctor/check-database.ts'
import { createBackup } from '../../server/cli/backup.ts'
import { restore } from '../../server/cli/restore.ts'
import { openDocumentStore } from '../../server/services/documents/document-store.ts'
import { locationOf, readSettings } from '../../server/settings.ts'
import { newDatabase, startServer, type TestEngine } from '../../tests/support/server.ts'
import {
  choicesAt,
  listApplications,
  sendApplicants,
} from '../../tests/support/concurrent-applicants.ts'
import { onBothEngines } from './finding.ts'

const rounds = 15
const clients = 16

/** Backs a system up during submissions and restores each backup elsewhere. */
export const backup = onBothEngines(examine)

async function examine(name: string, engine: TestEngine, postgresUrl: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'foundation-backups-'))
  const { variables, remove } = await newDatabase(engine, postgresUrl)
  const source = await dataSource(variables)
  const server = await startServer(variables)
  const choices = await choicesAt(server.url)
  const acknowledged: string[] = []
  const total = { before: 0, during: 0, wrong: 0, longest: 0 }
  for (let round = 0; round < rounds; round++) {
    const applicants = sendApplicants(server.url, clients, choices)
    await applicants.receipts(1 + Math.floor(Math.random() * 200))
    const before = [...acknowledged, ...applicants.acknowledged.values()]
    const start = performance.now()
    const { file } = await createBackup(source, folder, { keep: 1 })
    total.longest = Math.max(total.longest, performance.now() - start)
    await applicants.stop()
    acknowledged.push(...applicants.acknowledged.values())
    total.before += before.length
    total.during += acknowledged.length - before.length
    total.wrong += applicants.failures.length
    total.wrong += await countWrong(file, before, engine, postgresUrl)
  }
  await server.stop('SIGTERM')
  await remove()
  await rm(folder, { recursive: true })
  return {
    what: `Backup under load and restore, ${name}`,
    tried: rounds,
    lost: total.wrong,
    note: `${total.before} acknowledged before, ${total.during} during backups of at most ${Math.round(total.longest)} ms`,
  }
}

/** Counts acknowledged applications that the backup lacks, and problems that the doctor finds. */
async function countWrong(
  file: string,
  before: string[],
  engine: TestEngine,
  postgresUrl: string | undefined,
) {
  const { variables, remove } = await newDatabase(engine, postgresUrl)
  const target = await dataSource(variables)
  await restore(target, file)
  // Warnings are expected: messages may have been sent since the backup.
  const findings = await checkDatabase(target.location, Date.now())
  const problems = findings.filter(({ level }) => level === 'problem')
  const server = await startServer(variables)
  const stored = new Set((await listApplications(server.url)).map(({ referenceId }) => referenceId))
  await server.stop('SIGTERM')
  await remove()
  const lost = before.filter((referenceId) => !stored.has(referenceId))
  return lost.length + problems.length
}

async function dataSource(variables: Record<string, string>) {
  const settings = readSettings(variables)
  return { location: locationOf(settings), store: await openDocumentStore(settings) }
}
