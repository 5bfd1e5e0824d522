import * as z from 'zod/mini'

/** Maximum length of a file in UTF-16 code units, and its maximum number of lines. */
export const importLimits = { length: 2_000_000, lines: 5000 } as const

export const longFile = 'Use a file of at most 2 MB'

/** The heading of each field in a file to import, as in the export. */
export const importHeadings = {
  institutions: { name: 'Institution Name', county: 'County' },
  courses: { name: 'Course Name', institution: 'Institution', certification: 'Certification' },
} as const

/** A CSV file with the headings of the export. With `store: false`, nothing is stored. */
export const importInput = z.object({
  csv: z
    .string('Choose a file')
    .check(z.minLength(1, 'Choose a file'), z.maxLength(importLimits.length, longFile)),
  store: z.boolean('Choose yes or no'),
})

/** The effect of one line of the file. */
const importLine = z.object({
  /** The number of the record's last line in the file. The headings are in line 1. */
  line: z.number(),
  status: z.enum(['new', 'changed', 'unchanged', 'wrong']),
  /** Why the line is wrong, or what it changes. */
  message: z.optional(z.string()),
  /** The cells of the line, by field name. */
  values: z.record(z.string(), z.string()),
})

export const importAnswer = z.object({
  lines: z.array(importLine),
  counts: z.object({
    new: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    wrong: z.number(),
  }),
  stored: z.boolean(),
})

export type ImportInput = z.output<typeof importInput>
export type ImportLine = z.infer<typeof importLine>
export type ImportAnswer = z.infer<typeof importAnswer>
