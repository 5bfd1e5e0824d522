import { hash } from 'node:crypto'

import { sql } from 'kysely'

import type { Language } from '../../../contract/language/languages.ts'
import type { TemplateKind } from '../../../contract/message/message.ts'
import {
  findTemplateProblems,
  type TemplateText,
} from '../../../contract/message/template-check.ts'
import { prepared } from '../../database/prepared.ts'
import type { Database, MessageTemplatesTable } from '../../database/tables.ts'
import { type Foundation, ownText } from './email-templates.ts'

/** The data that is the same in every message to applicants. */
export interface EmailSender {
  foundation: Foundation
  publicUrl: string | undefined
}

type StoredText = TemplateText &
  Pick<MessageTemplatesTable, '_id' | 'kind' | 'language' | 'updatedAt'>

interface Recipient {
  language: Language
  intake: string | null
}

/**
 * Reads the texts of new messages: the one of the intake, else the one for everywhere, else ours. Each
 * text is read once, so a batch of messages uses one reader.
 */
export function templateReader(db: Database, sender: EmailSender) {
  const texts = new Map<string, Promise<TemplateText>>()
  return (kind: TemplateKind, { language, intake }: Recipient) => {
    const key = `${kind} ${language} ${intake}`
    const text = texts.get(key) ?? readText(db, sender, { kind, language, intake })
    texts.set(key, text)
    return text
  }
}

/**
 * The text of a message, as it is now, or as it was when the message was queued: a message that waits
 * keeps its text. A save in the same millisecond counts as earlier.
 */
export async function readText(
  db: Database,
  sender: EmailSender,
  { kind, language, intake }: Recipient & { kind: TemplateKind },
  queuedAt?: string,
): Promise<TemplateText> {
  for (const template of await readTemplates(db, { kind, language, intake })) {
    const { _id } = template
    const isChanged = queuedAt !== undefined && template.updatedAt > queuedAt
    const text = isChanged ? await versionAt(db, _id, queuedAt) : template
    if (!text || text.subject === null || text.body === null) continue
    const { subject, body, sms, updatedAt } = text
    const stored = { _id, kind, language, subject, body, sms, updatedAt }
    return problemOf(sender, stored) === null ? stored : ownText(language, kind)
  }
  return ownText(language, kind)
}

/** The rows of the intake and of everywhere, in this order. */
const readTemplates = prepared(
  (db, { kind, language, intake }: Recipient & { kind: TemplateKind }) =>
    db
      .selectFrom('message_templates')
      .select(['_id', 'subject', 'body', 'sms', 'updatedAt'])
      .where('kind', '=', kind)
      .where('language', '=', language)
      .where((row) => row.or([row('intake', '=', intake), row('intake', 'is', null)]))
      .orderBy(sql`case when intake is null then 1 else 0 end`),
)

/** The version in use at a time: none before the first save, and after a reset. */
async function versionAt(db: Database, template: string, time: string) {
  const [version] = await readVersion(db, { template, time })
  return version && (version.resetAt === null || version.resetAt > time) ? version : undefined
}

/** The latest version at a time. In place of one that is not kept any more, the oldest one. */
const readVersion = prepared((db, { template, time }: { template: string; time: string }) =>
  db
    .selectFrom('message_template_versions as versions')
    .select(['subject', 'body', 'sms', 'updatedAt', 'resetAt'])
    .where('template', '=', template)
    .where((row) => {
      const oldest = row
        .selectFrom('message_template_versions as kept')
        .select(({ fn }) => fn.min('version').as('version'))
        .whereRef('kept.template', '=', 'versions.template')
      const isOldest = row.and([row('version', '>', 1), row('version', '=', oldest)])
      return row.or([row('updatedAt', '<=', time), isOldest])
    })
    .orderBy('version', 'desc')
    .limit(1),
)

/** The texts of staff. After a reset, a row has no text. */
export function storedTexts(db: Database) {
  return db
    .selectFrom('message_templates')
    .select([
      'message_templates._id',
      'kind',
      'language',
      'intake',
      'subject',
      'body',
      'sms',
      'message_templates.updatedAt',
    ])
    .where('body', 'is not', null)
    .where('subject', 'is not', null)
    .$narrowType<{ subject: string; body: string }>()
}

/** Why a stored text cannot be sent: a sentence; null if it can. */
export function problemOf(sender: EmailSender, stored: StoredText) {
  const { _id, kind, language, updatedAt } = stored
  const key = `${_id} ${updatedAt} ${sender.publicUrl}`
  const known = knownProblems.get(key)
  if (known !== undefined) return known
  const problems = findTemplateProblems(stored, rulesOf(sender, kind, language))
  const problem = Object.values(problems)[0] ?? null
  if (knownProblems.size >= mostKnown) knownProblems.clear()
  knownProblems.set(key, problem)
  return problem
}

/** Results of checks, because each message needs one. */
const knownProblems = new Map<string, string | null>()
const mostKnown = 1000

/** The rules that a text must keep. */
export function rulesOf(sender: EmailSender, kind: TemplateKind, language: Language) {
  return { kind, language, ours: ownText(language, kind), sender: smsSenderOf(sender) }
}

export function smsSenderOf({ foundation, publicUrl }: EmailSender) {
  return { shortName: foundation.shortName, origin: publicUrl ?? null }
}

/** A hash of our text. It tells later whether our text has changed since staff edited theirs. */
export function hashOfOwnText(language: Language, kind: TemplateKind) {
  const { subject, body, sms } = ownText(language, kind)
  return hash('sha256', JSON.stringify([subject, body, sms]), 'base64url')
}
