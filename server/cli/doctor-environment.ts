/** What the doctor examines. */
export interface System {
  variables: Readonly<Record<string, string | undefined>>
  /** The names that the file `.env` sets. */
  envFile: readonly string[]
  nodeVersion: string
  /** The bytes that are free for data in a folder. */
  freeBytes: (folder: string) => Promise<number>
  isBuilt: () => boolean
  now: () => number
  /** Where backups are looked for. */
  backups: string | undefined
}
