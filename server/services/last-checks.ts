import type * as z from 'zod/mini'

import type { lastChecks, ReportedFinding } from '../../contract/checks.ts'
import type { Database } from '../database/tables.ts'

/** Replaces the last result of a check. */
export async function storeChecks(
  db: Database,
  _id: 'doctor' | 'backup',
  at: string,
  found: readonly ReportedFinding[],
) {
  const findings = JSON.stringify(found)
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
