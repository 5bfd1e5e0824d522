import { isReady, openDatabase, sqliteFile, type DataLocation } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { exists } from '../files.ts'

/** The database; undefined if it cannot be used, which the check of the database reports. */
export async function openReady(location: DataLocation) {
  let db: Database | undefined
  try {
    if (!location.databaseUrl && !(await exists(sqliteFile(location.dataDir)))) return undefined
    const opened = openDatabase(location)
    db = opened.db
    if (await isReady(db, opened.engine)) return db
  } catch {
    // Reported by the check of the database.
  }
  await db?.destroy()
  return undefined
}
