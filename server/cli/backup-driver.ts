/** How one engine's data is copied, checked and brought back; its errors are OperationErrors. */
export interface Keeper {
  /** How the names of its backups end, and how they begin inside. */
  readonly extension: string
  readonly magic: string
  /** Writes a consistent copy of the running system into an empty file. */
  copy(file: string): Promise<void>
  /** Reads a whole copy; rejects when it is damaged. */
  check(file: string): Promise<void>
  /**
   * Puts a checked copy in the place of the data. What was there is put aside under a name with
   * `label`; answers where it is, or undefined where nothing was there.
   */
  bringBack(file: string, label: string, mayReplace: boolean): Promise<string | undefined>
}
