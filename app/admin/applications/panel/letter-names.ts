import type { LetterKind } from '../../../../contract/intake/letter-kinds.ts'

/** The names of the letters for staff. */
export const letterNames: Record<LetterKind, { one: string; many: string }> = {
  acceptance: { one: 'Acceptance letter', many: 'Acceptance letters' },
  completion: { one: 'Certificate', many: 'Certificates' },
}
