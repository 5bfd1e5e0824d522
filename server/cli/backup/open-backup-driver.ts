import type { DataLocation } from '../../database/open.ts'
import type { BackupDriver } from './backup-driver.ts'
import { postgresBackupDriver } from './postgres-backup-driver.ts'
import { sqliteBackupDriver } from './sqlite-backup-driver.ts'

export function openBackupDriver({ databaseUrl, dataDir }: DataLocation): BackupDriver {
  return databaseUrl ? postgresBackupDriver(databaseUrl) : sqliteBackupDriver(dataDir)
}
