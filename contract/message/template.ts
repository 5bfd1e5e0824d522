import * as z from 'zod/mini'
import { adminCall } from '../endpoint.ts'
import { id, nameRef, timestamp } from '../fields.ts'
import { languages } from '../language/languages.ts'
import { tidyLine, tidyParagraph, unlessHuge } from '../tidy-text.ts'
import { templateKinds } from './message.ts'
import { placeholderLabels, type Placeholder } from './placeholders.ts'
import {
  findTemplateProblems,
  longestBody,
  longestSubject,
  type TemplateRules,
} from './template-check.ts'

export const storedTexts = { subject: z.string(), body: z.string(), sms: z.nullable(z.string()) }

/** The text of a kind of message in one language, as people get it. */
const messageTemplate = z.object({
  kind: z.enum(templateKinds),
  language: z.enum(languages),
  /** The intake whose own text this is; null if it is the text for everywhere, or ours. */
  intake: z.nullable(id),
  ...storedTexts,
  /** Whether it is our text, which comes with the product. */
  isDefault: z.boolean(),
  /** Whether our text has changed since this one was edited. */
  defaultChanged: z.boolean(),
  placeholders: z.array(
    z.object({
      name: z.enum(Object.keys(placeholderLabels) as Placeholder[]),
      required: z.boolean(),
    }),
  ),
  /** Null of our text. */
  updatedAt: z.nullable(timestamp),
  updatedBy: nameRef,
  /** Why the stored text cannot be sent, so that ours is; null if it can. */
  problem: z.nullable(z.string()),
  /** Our own text. */
  ours: z.object(storedTexts),
})

/** The last versions that are kept of each text. */
export const keptTemplateVersions = 20

const templateVersion = z.object({
  version: z.number(),
  ...storedTexts,
  updatedAt: timestamp,
  updatedBy: nameRef,
})

/** Far more than `findTemplateProblems` accepts. It says what is wrong with a text. */
export const typed = (tidy: (text: string) => string, max: number) =>
  z.string('Required').check(z.overwrite(unlessHuge(max, tidy)))

/** A text with line breaks keeps them, so that the check refuses it. */
export const tidyUnlessLines = (text: string) =>
  /[\n\r\v\f\u0085\u2028\u2029]/.test(text) ? text : tidyLine(text)

export const tidyParagraphs = (text: string) =>
  tidyParagraph(text)
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')

export const typedTexts = {
  subject: typed(tidyUnlessLines, longestSubject),
  body: typed(tidyParagraphs, longestBody),
  sms: z.pipe(
    z.nullish(typed(tidyUnlessLines, 1000)),
    z.transform((sms) => sms ?? null),
  ),
}

/** The texts of a form, with the check that the server makes, too. */
export const templateTexts = (rules: TemplateRules) =>
  z.object(typedTexts).check((context) => {
    for (const [part, message] of Object.entries(findTemplateProblems(context.value, rules))) {
      context.issues.push({ code: 'custom', path: [part], message, input: context.value })
    }
  })

/** The intake of a text; null, or left out, means everywhere. */
const intake = z.pipe(
  z.nullish(id),
  z.transform((_id) => _id ?? null),
)
const intakeQuery = z.object({ intake: z.optional(id) })
const kind = z.enum(templateKinds, 'There is no such message')
const language = z.enum(languages, 'There is no such language')
const params = z.object({ kind, language })

/** `updatedAt` is that of the text that the user has read; null if it was none of this intake. */
const templateInput = z.object({
  intake,
  ...typedTexts,
  updatedAt: z.nullish(z.iso.datetime('Use the time that the text had when you read it')),
})

const templateTrial = z.object({
  kind,
  language,
  intake,
  ...typedTexts,
  /** An application whose data fill the placeholders; by default a made-up person. */
  application: z.nullish(id),
  /** Fills in the longest values. */
  longest: z.optional(z.boolean('Choose yes or no')),
})

const templatePreview = z.object({
  subject: z.string(),
  text: z.string(),
  sms: z.nullable(z.string()),
  parts: z.number(),
  /** Cost of the SMS in the main unit of the currency. */
  cost: z.number(),
})

const path = '/admin/message-templates/:kind/:language'
const versionError = 'Choose one of the versions'

export const templateCalls = {
  list: adminCall.get(
    '/admin/message-templates',
    'List the texts of all messages, as people of an intake or everywhere get them',
    { query: intakeQuery, response: z.array(messageTemplate) },
  ),
  save: adminCall.put(path, 'Store the text of a message, for an intake or everywhere', {
    params,
    body: templateInput,
    response: messageTemplate,
  }),
  reset: adminCall.delete(path, 'Use our own text of a message again; its versions stay', {
    params,
    query: intakeQuery,
    response: messageTemplate,
  }),
  versions: adminCall.get(`${path}/versions`, 'List the last 20 versions, newest first', {
    params,
    query: intakeQuery,
    response: z.array(templateVersion),
  }),
  restore: adminCall.post(`${path}/restore`, 'Use an older version again, as a new version', {
    params,
    body: z.object({
      intake,
      version: z.int(versionError).check(z.minimum(1, versionError), z.maximum(1e9, versionError)),
    }),
    response: messageTemplate,
  }),
  preview: adminCall.post(
    '/admin/message-templates/preview',
    'Fill in a text that is not stored, for a made-up person or an application',
    { body: templateTrial, response: templatePreview },
  ),
  test: adminCall.post(
    '/admin/message-templates/test',
    'Send a text that is not stored to yourself',
    { body: templateTrial },
  ),
}

export type MessageTemplate = z.infer<typeof messageTemplate>
export type TemplateVersion = z.infer<typeof templateVersion>
export type TemplateInput = z.output<typeof templateInput>
export type TemplateTrial = z.output<typeof templateTrial>
export type TemplatePreview = z.infer<typeof templatePreview>
