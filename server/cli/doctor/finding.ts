/** A finding of the command `doctor`, with its advice. */
export interface Finding {
  /** A problem must be fixed; a warning should be looked at; a note is a choice that staff made. */
  level: 'problem' | 'warning' | 'note'
  what: string
  todo: string
}

/** The findings of one check of `doctor`. */
export interface CheckResult {
  title: string
  findings: Finding[]
}

export const problemFinding = (what: string, todo: string): Finding => ({
  level: 'problem',
  what,
  todo,
})

export const warningFinding = (what: string, todo: string): Finding => ({
  level: 'warning',
  what,
  todo,
})

export const noteFinding = (what: string, todo: string): Finding => ({
  level: 'note',
  what,
  todo,
})

/** Parts that the command `doctor` checks besides the database. Tests replace some of them. */
export interface DoctorEnvironment {
  variables: Readonly<Record<string, string | undefined>>
  nodeVersion: string
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
