import * as z from 'zod/mini'
import { languages } from '../language/languages.ts'
import { templateKinds } from './message.ts'
import { storedTexts, typedTexts } from './template.ts'

const notText = 'This is not a message text'

const key = {
  kind: z.enum(templateKinds, 'There is no such message'),
  language: z.enum(languages, 'There is no such language'),
  /** The name of the intake whose text it is; null of a text for everywhere. */
  intake: z.nullable(z.string(notText)),
}

/** The message texts of staff in a file of content. Only administrators get and import them. */
export const exportedTemplates = z.array(z.object({ ...key, ...storedTexts }))

export const importedTemplates = z
  .array(z.object({ ...key, ...typedTexts }, notText), notText)
  .check(z.maxLength(5000, 'The file has too many message texts'))

export type TemplateImport = z.output<typeof importedTemplates>
