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
