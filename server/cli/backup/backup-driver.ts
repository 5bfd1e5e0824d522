import type { DataLocation } from '../../database/open.ts'
import { postgresBackupDriver } from './postgres-backup-driver.ts'
import { sqliteBackupDriver } from './sqlite-backup-driver.ts'

/** Backup and restore for one database engine. Its errors are OperationErrors. */
export interface BackupDriver {
  /** The file name extension of backups. */
  readonly extension: string
  /** The first characters of a backup file (magic number). */
  readonly magic: string
  /** Writes a consistent copy of the data into an empty file. The server may be running. */
  copy(file: string): Promise<void>
  /** Reads a whole backup file. Rejects if the file is damaged. */
  check(file: string): Promise<void>
  /**
   * Restores a checked backup. Returns the new path of the replaced data, or undefined. If data
   * exists, SQLite needs `canReplace`, and PostgreSQL always refuses. `beforeUse` runs after every
   * refusal and before a server can use the data. If it fails, nothing is restored.
   */
  restore(
    file: string,
    canReplace: boolean,
    beforeUse: () => Promise<void>,
  ): Promise<string | undefined>
}

export function openBackupDriver({ databaseUrl, dataDir }: DataLocation): BackupDriver {
  return databaseUrl ? postgresBackupDriver(databaseUrl) : sqliteBackupDriver(dataDir)
}
