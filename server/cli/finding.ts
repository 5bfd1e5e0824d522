/** Something that is not as it should be, and what to do about it. */
export interface Finding {
  /** A problem must be mended; a warning should be looked at. */
  level: 'problem' | 'warning'
  what: string
  todo: string
}

export const problem = (what: string, todo: string): Finding => ({ level: 'problem', what, todo })

export const warning = (what: string, todo: string): Finding => ({ level: 'warning', what, todo })
