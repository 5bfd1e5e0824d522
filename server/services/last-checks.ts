import type * as z from 'zod/mini'

import type { lastChecks, ReportedFinding } from '../../contract/checks.ts'
import type { ChecksTable, Database } from '../database/tables.ts'

/** The last run of a job by any server. */
interface LastRun {
  count: number
  seconds: number
  problem: string | null
}

/** Replaces the last result of a check, or the last run of a job. */
export async function storeChecks(
  db: Database,
  _id: ChecksTable['_id'],
  at: string,
  result: readonly ReportedFinding[] | LastRun,
) {
  const findings = JSON.stringify(result)
  await db
    .insertInto('checks')
    .values({ _id, at, findings })
    .onConflict((conflict) => conflict.column('_id').doUpdateSet({ at, findings }))
    .execute()
}

/** The last result of doctor. It checks backups too, so an older failure of a backup is left out. */
export async function readChecks(db: Database): Promise<z.output<typeof lastChecks>> {
  const rows = await db.selectFrom('checks').selectAll().execute()
  const doctor = rows.find(({ _id }) => _id === 'doctor')
  const backup = rows.find(({ _id, at }) => _id === 'backup' && at > (doctor?.at ?? ''))
  const { at } = doctor ?? backup ?? {}
  if (at === undefined) return null
  return { at, findings: [backup, doctor].flatMap((row) => JSON.parse(row?.findings ?? '[]')) }
}

/** The last run of a job, and the time of its end; undefined if no server has run it. */
export async function readRun(db: Database, job: string) {
  const rows = db.selectFrom('checks').selectAll().where('_id', '=', `job ${job}`)
  const row = await rows.executeTakeFirst()
  return row && { at: row.at, ...(JSON.parse(row.findings) as LastRun) }
}
