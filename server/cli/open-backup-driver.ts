import type { DataLocation } from '../database/open.ts'
import type { Keeper } from './backup-driver.ts'
import { postgresKeeper } from './postgres-backup-driver.ts'
import { sqliteKeeper } from './sqlite-backup-driver.ts'

/** The keeper of the data at a place. */
export function keeperOf(location: DataLocation): Keeper {
  return location.databaseUrl
    ? postgresKeeper(location.databaseUrl)
    : sqliteKeeper(location.dataDir)
}
