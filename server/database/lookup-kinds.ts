/** What an application refers to. */
export const references = ['institution', 'course', 'department'] as const

export type Reference = (typeof references)[number]
