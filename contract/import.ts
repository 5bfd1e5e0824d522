import * as z from 'zod/mini'

/** The longest accepted file, in UTF-16 code units, and its most lines. */
export const importLimits = { length: 2_000_000, lines: 5000 } as const

export const longFile = 'Use a file of at most 2 MB'

/** A CSV file with the headings of the export; `store: false` previews only. */
export const importInput = z.object({
  csv: z
    .string('Choose a file')
    .check(z.minLength(1, 'Choose a file'), z.maxLength(importLimits.length, longFile)),
  store: z.boolean('Choose yes or no'),
})

/** The effect of one line of the file. */
const importLine = z.object({
  /** The number of the record's last line in the file; the headings are line 1. */
  line: z.number(),
  status: z.enum(['new', 'changed', 'unchanged', 'wrong']),
  /** The reason why it is wrong, or its changes. */
  message: z.optional(z.string()),
  /** The line's cells by field. */
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
