/** What the command `doctor` checks besides the database. Tests replace some of these parts. */
export interface DoctorEnvironment {
  variables: Readonly<Record<string, string | undefined>>
  nodeVersion: string
  /** Free bytes on the disk of a folder. */
  freeBytes: (folder: string) => Promise<number>
  /** Files that may have settings. */
  settingsFiles: () => Promise<string[]>
  isBuilt: () => boolean
  now: () => number
  /** The folder of backups; undefined for the default folder. */
  backups: string | undefined
  /** Reads all documents; otherwise only a sample. */
  isThorough: boolean
}
