import * as z from 'zod/mini'
import { adminCall } from '../endpoint.ts'
import { id } from '../fields.ts'
import { idempotencyHeaders } from '../application/application.ts'
import { languages } from '../language/languages.ts'
import { longestBody, longestSubject } from './template-check.ts'
import { tidyParagraphs, tidyUnlessLines, typed } from './template.ts'

/** The largest number of applications that staff write to at once. */
export const mostWrittenTo = 10_000

/** A text in each language. It may be empty if nobody reads the language. */
const inLanguages = (text: z.ZodMiniType<string>) =>
  z.object({ en: text, sw: text }, 'Write the text in both languages')

const writtenTexts = {
  subject: inLanguages(typed(tidyUnlessLines, longestSubject)),
  body: inLanguages(typed(tidyParagraphs, longestBody)),
  /** Null: people who want SMS get an e-mail. */
  sms: z.nullable(inLanguages(typed(tidyUnlessLines, 1000))),
}

const numbers = {
  /** People, of whom one may have several applications. */
  people: z.number(),
  emails: z.number(),
  sms: z.number(),
  /** Parts of these SMS, and their cost in the main unit of the currency. */
  parts: z.number(),
  cost: z.number(),
}

const writing = z.object({
  /** The ids of applications. */
  ids: z
    .array(id, 'Choose the people to write to')
    .check(
      z.minLength(1, 'Choose the people to write to'),
      z.maxLength(mostWrittenTo, 'Write to at most 10,000 people at once'),
    ),
  ...writtenTexts,
  /** The numbers that the user has seen. If they are others now, nothing is sent. */
  read: z.optional(
    z.object({ emails: z.int('Use a number'), sms: z.int('Use a number') }, 'Give both numbers'),
  ),
})

const writingPreview = z.object({
  ...numbers,
  /** Applications of people who cannot be reached, with the reason. */
  unreachable: z.array(z.object({ _id: id, name: z.string(), why: z.string() })),
  /** The texts as the first person of each language gets them. */
  samples: z.array(
    z.object({
      language: z.enum(languages),
      people: z.number(),
      subject: z.string(),
      text: z.string(),
      sms: z.nullable(z.string()),
    }),
  ),
})

const written = z.extend(writingPreview, {
  /** The token that takes the messages back, for a minute. */
  undo: id,
})

const undo = z.object({ undo: z.uuid('This is not the token of a message') })

const path = '/admin/messages/write'

/** Bytes of 10,000 ids and of the texts. */
const longestBodyOfWriting = 600_000

export const writingCalls = {
  previewWriting: adminCall.post(
    `${path}/preview`,
    'Count who would get a message by e-mail and by SMS, and at what cost',
    { body: writing, response: writingPreview, longestBody: longestBodyOfWriting },
  ),
  write: adminCall.post(path, 'Write to the applicants of many applications', {
    headers: idempotencyHeaders,
    body: writing,
    response: written,
    longestBody: longestBodyOfWriting,
  }),
  undoWriting: adminCall.post(`${path}/undo`, 'Take messages back, within a minute', {
    body: undo,
  }),
}

export const chosenIds = z.object({
  /** The ids of applications, at most one more than staff can write to at once. */
  ids: z.array(id),
})

export type Writing = z.output<typeof writing>
export type WritingPreview = z.infer<typeof writingPreview>
export type Written = z.infer<typeof written>
