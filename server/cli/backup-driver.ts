/** Backup and restore of one database engine; errors are OperationErrors. */
export interface BackupDriver {
  /** The file name extension of its backups. */
  readonly extension: string
  /** The first characters of its backups (magic number). */
  readonly magic: string
  /** Writes a consistent copy of the running system into an empty file. */
  copy(file: string): Promise<void>
  /** Reads a whole backup; rejects when it is damaged. */
  check(file: string): Promise<void>
  /**
   * Restores a checked backup. Returns the path of the data that it replaced, or undefined. Existing
   * data is refused without `canReplace`, and always on PostgreSQL.
   */
  restore(file: string, canReplace: boolean): Promise<string | undefined>
}
