/** What the command `doctor` has found, and what to do about it. */
export interface Finding {
  /** A problem must be fixed; a warning should be looked at; a note is a choice that staff made. */
  level: 'problem' | 'warning' | 'note'
  what: string
  todo: string
}

/** What one check of `doctor` has found. */
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
