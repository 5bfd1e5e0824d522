/** The kinds of records that an application refers to. Its columns have the same names. */
export const lookupKinds = ['institution', 'course', 'department'] as const

export type LookupKind = (typeof lookupKinds)[number]
