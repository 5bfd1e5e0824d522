/** Everything outside the database that doctor looks at; tests replace parts of it. */
export interface DoctorEnvironment {
  variables: Readonly<Record<string, string | undefined>>
  /** Names of the variables in the file `.env`. */
  envFile: readonly string[]
  nodeVersion: string
  /** Free bytes on the disk of a folder. */
  freeBytes: (folder: string) => Promise<number>
  isBuilt: () => boolean
  now: () => number
  /** The folder of backups, if not the default one. */
  backups: string | undefined
}
