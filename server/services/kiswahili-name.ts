import type { Database } from '../database/tables.ts'
import { findRow } from './rows.ts'

/** The Kiswahili name of a department or an intake; null without one. */
export async function kiswahiliNameOf(
  db: Database,
  table: 'departments' | 'intakes',
  record: { _id: string } | null,
) {
  const found = record && (await findRow(db, table, { _id: record._id }))
  return found?.name_sw ?? null
}
