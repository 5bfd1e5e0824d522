import type { DataLocation } from '../database/open.ts'
import type { Keeper } from './keeper.ts'
import { postgresKeeper } from './postgres-keeper.ts'
import { sqliteKeeper } from './sqlite-keeper.ts'

/** The keeper of the data at a place. */
export function keeperOf(location: DataLocation): Keeper {
  return location.databaseUrl
    ? postgresKeeper(location.databaseUrl)
    : sqliteKeeper(location.dataDir)
}
