import { type Language, languageNames, languages } from '../../../contract/language/languages.ts'
import type { TemplatePart } from '../../../contract/message/placeholders.ts'
import {
  findTemplateProblems,
  type TemplateText,
} from '../../../contract/message/template-check.ts'
import type { Writing } from '../../../contract/message/write.ts'
import type { Database } from '../../database/tables.ts'
import { findRow } from '../rows.ts'
import { invalidTexts } from './message-templates.ts'
import { type EmailSender, smsSenderOf } from './template-reader.ts'

/** The texts of a message to many. */
export type WrittenTexts = Pick<Writing, TemplatePart>

export function textIn({ subject, body, sms }: WrittenTexts, language: Language): TemplateText {
  return { subject: subject[language], body: body[language], sms: sms?.[language] ?? null }
}

/** The stored text of a message to many; undefined if it is gone. */
export async function readWrittenText(db: Database, _id: string | null, language: Language) {
  const row = _id === null ? undefined : await findRow(db, 'written_messages', { _id })
  return row && textIn(JSON.parse(row.texts) as WrittenTexts, language)
}

/** The number of people who read each language, and of those among them who get an SMS. */
export type Readers = Record<Language, { people: number; sms: number }>

/** Why these texts cannot be sent to their readers, at fields such as `body.sw`. */
export function wrongTexts(sender: EmailSender, texts: WrittenTexts, readers: Readers) {
  const fields: Record<string, string> = {}
  for (const language of languages) {
    const { people, sms: smsReaders } = readers[language]
    if (people === 0) continue
    const { sms: typedSms, ...text } = textIn(texts, language)
    const sms = smsReaders > 0 ? typedSms : null
    const problems = findTemplateProblems(
      { ...text, sms },
      {
        kind: 'written',
        language,
        ours: { subject: '', body: '', sms: sms === null ? null : '' },
        sender: smsSenderOf(sender),
      },
    )
    for (const [part, problem] of Object.entries(problems)) {
      const count = part === 'sms' ? smsReaders : people
      const who = `${count} of them ${count === 1 ? 'reads' : 'read'} ${languageNames[language]}`
      fields[`${part}.${language}`] =
        problem === 'Required' ? `${who}: write this in ${languageNames[language]}, too` : problem
    }
  }
  return invalidTexts(fields)
}
