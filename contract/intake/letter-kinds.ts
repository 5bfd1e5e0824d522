/** Letters that the foundation issues as PDF. In a file of its own, because imports must not form a circle. */
export const letterKinds = ['acceptance', 'completion'] as const

export type LetterKind = (typeof letterKinds)[number]
