import { languageNames } from '../../../contract/language/languages.ts'
import { messageDeclarations } from '../../../contract/message/message.ts'
import type { TemplateImport } from '../../../contract/message/template-file.ts'
import { nameKey } from '../../database/normalize.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import {
  lockTemplate,
  resetText,
  storeText,
  type TemplateKey,
  wrongText,
} from './message-templates.ts'
import { type EmailSender, storedTexts } from './template-reader.ts'

type FileEntry = TemplateImport[number]

/** The texts that staff have edited, as part of a file of content. */
export function exportTemplates(db: Database) {
  return (
    storedTexts(db)
      .leftJoin('intakes', 'intakes._id', 'message_templates.intake')
      .clearSelect()
      .select(['kind', 'language', 'intakes.name as intake', 'subject', 'body', 'sms'])
      .orderBy('kind')
      .orderBy('language')
      // The engines sort null differently.
      .orderBy((row) => row.fn.coalesce('intakes.nameKey', row.val('')))
      .execute()
  )
}

/** What is wrong with the first text of a file that cannot be sent, or is there twice: a sentence. */
export function findWrongTemplate(sender: EmailSender, texts: TemplateImport = []) {
  const keys = new Set<string>()
  for (const text of texts) {
    if (keys.has(keyOf(text))) return wrongTemplate(text, 'It is in the file twice.')
    keys.add(keyOf(text))
    const wrong = wrongText(sender, text, text)
    if (wrong) return wrongTemplate(text, wrong.message)
  }
  return undefined
}

/**
 * Makes the texts for everywhere equal to a file: texts that are not in it are reset. A text of an
 * intake goes to the intake with the same name.
 */
export async function importTemplates(
  transaction: Transaction,
  texts: TemplateImport | undefined,
  by: string,
) {
  if (!texts) return null
  const counts = { changed: 0, left: 0 }
  const intakes = await transaction.selectFrom('intakes').select(['_id', 'nameKey']).execute()
  const byName = new Map(intakes.map((intake) => [intake.nameKey, intake._id]))
  for (const { kind, language, intake: name, ...text } of texts) {
    const intake = name === null ? null : byName.get(nameKey(name))
    if (intake === undefined) counts.left++
    else {
      const key = { kind, language, intake }
      const stored = await lockTemplate(transaction, key)
      if (await storeText(transaction, key, stored, { ...text, by })) counts.changed++
    }
  }
  counts.changed += await resetOthers(transaction, texts, by)
  return counts
}

/** Resets the texts for everywhere that are not in the file. Returns their number. */
async function resetOthers(transaction: Transaction, texts: TemplateImport, by: string) {
  const given = new Set(texts.map(keyOf))
  const rows = await transaction
    .selectFrom('message_templates')
    .selectAll()
    .where('intake', 'is', null)
    .forUpdate()
    .execute()
  let reset = 0
  for (const row of rows) {
    if (!given.has(keyOf(row)) && (await resetText(transaction, row, by))) reset++
  }
  return reset
}

function wrongTemplate({ kind, language, intake }: FileEntry, why: string) {
  const name = [messageDeclarations[kind].label, languageNames[language], intake]
  return `The message text “${name.filter(Boolean).join(', ')}”: ${why}`
}

const keyOf = ({ kind, language, intake }: TemplateKey) =>
  `${kind} ${language} ${intake === null ? '' : nameKey(intake)}`
