/** The kinds of records that an application refers to; each is also a column's name. */
export const lookupKinds = ['institution', 'course', 'department'] as const

export type LookupKind = (typeof lookupKinds)[number]
