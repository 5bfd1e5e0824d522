import { isReady, openDatabase, sqliteFile } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { locationOf, type Settings } from '../../settings.ts'
import { exists } from '../files.ts'

/**
 * Runs `work` with the database. Returns undefined if the database cannot be used, which the check of the
 * database reports.
 */
export async function withReady<T>(settings: Settings, work: (db: Database) => Promise<T>) {
  const db = await openReady(locationOf(settings))
  if (!db) return undefined
  return work(db).finally(() => db.destroy())
}

async function openReady(location: ReturnType<typeof locationOf>) {
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
