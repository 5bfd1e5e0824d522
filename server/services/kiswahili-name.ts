import type { Database } from '../database/tables.ts'
import { findRow } from './rows.ts'

/** The Kiswahili name of a department; null without one. */
export async function kiswahiliNameOf(db: Database, department: { _id: string } | null) {
  const found = department && (await findRow(db, 'departments', { _id: department._id }))
  return found?.name_sw ?? null
}
