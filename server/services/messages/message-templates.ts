import { type Language, languageNames, languages } from '../../../contract/language/languages.ts'
import {
  messageDeclarations,
  type TemplateKind,
  templateKinds,
} from '../../../contract/message/message.ts'
import { placeholdersOf } from '../../../contract/message/placeholders.ts'
import {
  keptTemplateVersions,
  type MessageTemplate,
  type TemplateInput,
  type TemplateVersion,
} from '../../../contract/message/template.ts'
import {
  findTemplateProblems,
  type TemplateText,
} from '../../../contract/message/template-check.ts'
import type { Database, MessageTemplatesTable, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { changeOrRefuse, DomainError, invalidField, notFound } from '../domain-error.ts'
import { eventOn, recordHistory } from '../history.ts'
import { newRecord, now } from '../ids.ts'
import { changedFields, isStale, nextTimestamp, staleConflict } from '../optimistic-lock.ts'
import { findRow, hasRow, updateRows } from '../rows.ts'
import { userOf } from '../user-of.ts'
import { ownText } from './email-templates.ts'
import {
  type EmailSender,
  hashOfOwnText,
  problemOf,
  rulesOf,
  storedTexts,
} from './template-reader.ts'

/** A text by the message that it belongs to. `intake` is null for everywhere. */
export interface TemplateKey {
  kind: TemplateKind
  language: Language
  intake: string | null
}

/** The texts of all messages as people of an intake get them, or as everybody else does. */
export async function listTemplates(
  db: Database,
  sender: EmailSender,
  intake: string | null,
): Promise<MessageTemplate[] | DomainError> {
  if (intake !== null && !(await hasRow(db, 'intakes', { _id: intake }))) return notFound('intake')
  const rows = await textsFor(db, intake)
  return templateKinds.flatMap((kind) =>
    languages.map((language) => templateIn(rows, sender, { kind, language, intake })),
  )
}

async function getTemplate(db: Database, sender: EmailSender, key: TemplateKey) {
  return templateIn(await textsFor(db, key.intake), sender, key)
}

/** The stored texts of an intake, and those for everywhere. */
function textsFor(db: Database, intake: string | null) {
  return storedTexts(db)
    .leftJoin('users', 'users._id', 'message_templates.updatedBy')
    .clearSelect()
    .selectAll('message_templates')
    .select('users.name as userName')
    .where((row) => row.or([row('intake', '=', intake), row('intake', 'is', null)]))
    .$narrowType<{ subject: string; body: string }>()
    .execute()
}

function templateIn(
  rows: Awaited<ReturnType<typeof textsFor>>,
  sender: EmailSender,
  { kind, language, intake }: TemplateKey,
): MessageTemplate {
  const texts = rows.filter((row) => row.kind === kind && row.language === language)
  const stored = texts.find((row) => row.intake === intake) ?? texts[0]
  const ours = ownText(language, kind)
  const { subject, body, sms } = stored ?? ours
  return {
    kind,
    language,
    intake: stored?.intake ?? null,
    subject,
    body,
    sms,
    isDefault: stored === undefined,
    defaultChanged: stored !== undefined && stored.defaultHash !== hashOfOwnText(language, kind),
    placeholders: placeholdersOf(kind),
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored ? userOf(stored.updatedBy, stored.userName) : null,
    problem: stored ? problemOf(sender, stored) : null,
    ours,
  }
}

/** Stores a text under its optimistic lock, as a new version. */
export async function saveTemplate(
  db: Database,
  sender: EmailSender,
  key: Omit<TemplateKey, 'intake'>,
  { intake, updatedAt, ...text }: TemplateInput,
  by: string,
) {
  const template = { ...key, intake }
  const wrong = wrongText(sender, template, text)
  if (wrong) return wrong
  const save = () =>
    changeOrRefuse(db, { missing: noIntake, taken: () => takenMeanwhile }, async (transaction) => {
      const stored = await lockTemplate(transaction, template)
      if (hasChanged(updatedAt, stored)) {
        const current = await getTemplate(transaction, sender, template)
        return staleConflict('text', current)
      }
      await storeText(transaction, template, stored, { ...text, by })
      return getTemplate(transaction, sender, template)
    })
  const saved = await save()
  // Another user has stored the first text of this message at the same moment.
  return saved === takenMeanwhile ? save() : saved
}

const takenMeanwhile = new DomainError('conflict', 'Somebody else has just saved this text.')

const noIntake = () => invalidField('intake', 'Choose an intake from the list')

/** The error of a text that cannot be sent, with a sentence for each wrong part. */
export function wrongText(
  sender: EmailSender,
  { kind, language }: TemplateKey,
  text: TemplateText,
) {
  return invalidTexts(findTemplateProblems(text, rulesOf(sender, kind, language)))
}

/** The error of texts with problems; undefined without any. */
export function invalidTexts(problems: Record<string, string>) {
  const sentences = Object.entries(problems).map(([part, problem]) => `${part}: ${problem}`)
  if (sentences.length === 0) return undefined
  const message = `Please check: ${sentences.join('; ')}`
  return new DomainError('invalid', message, { fields: problems })
}

/** Whether the text is not the one that the user has read. After a reset, it is none. */
function hasChanged(
  expected: string | null | undefined,
  stored: Pick<MessageTemplatesTable, 'body' | 'updatedAt'> | undefined,
) {
  if (expected === undefined) return false
  if (!stored || stored.body === null) return expected !== null
  return expected === null || isStale({ updatedAt: expected }, stored)
}

/** Reads a stored text for a change. */
export async function lockTemplate(
  transaction: Transaction,
  { kind, language, intake }: TemplateKey,
) {
  return transaction
    .selectFrom('message_templates')
    .selectAll()
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('intake', intake === null ? 'is' : '=', intake)
    .forUpdate()
    .executeTakeFirst()
}

type NewText = TemplateText & { by: string; defaultHash?: string }

/** Stores a text as a new version. Returns false if nothing differs: nothing is stored then. */
export async function storeText(
  transaction: Transaction,
  key: TemplateKey,
  stored: MessageTemplatesTable | undefined,
  { by, defaultHash = hashOfOwnText(key.language, key.kind), ...text }: NewText,
  action: 'change' | 'restore' = 'change',
) {
  const fields = changedFields(stored ?? {}, text)
  if (fields.length === 0 && stored?.defaultHash === defaultHash) return false
  const columns = {
    ...text,
    version: (stored?.version ?? 0) + 1,
    defaultHash,
    updatedAt: stored ? nextTimestamp(stored.updatedAt) : now(),
    updatedBy: by,
  }
  const _id = stored?._id ?? newRecord()._id
  if (stored) await updateRows(transaction, 'message_templates', { _id }, columns)
  else
    await transaction
      .insertInto('message_templates')
      .values({ _id, ...key, ...columns })
      .execute()
  await transaction
    .insertInto('message_template_versions')
    .values({ template: _id, ...columns })
    .execute()
  await transaction
    .deleteFrom('message_template_versions')
    .where('template', '=', _id)
    .where('version', '<=', columns.version - keptTemplateVersions)
    .execute()
  await recordHistory(transaction, { action, ...eventOn('message template', _id, by), fields })
  return true
}

/** Makes our own text the one that is sent. The versions stay. */
export function resetTemplate(db: Database, sender: EmailSender, key: TemplateKey, by: string) {
  return inTransaction(db, async (transaction) => {
    const stored = await lockTemplate(transaction, key)
    if (stored) await resetText(transaction, stored, by)
    return getTemplate(transaction, sender, key)
  })
}

/** Removes the text of a row. Returns false if it had none. */
export async function resetText(
  transaction: Transaction,
  { _id, body, version, updatedAt }: MessageTemplatesTable,
  by: string,
) {
  if (body === null) return false
  const resetAt = nextTimestamp(updatedAt)
  const columns = { subject: null, body: null, sms: null, updatedAt: resetAt, updatedBy: by }
  await updateRows(transaction, 'message_templates', { _id }, columns)
  const latest = { template: _id, version }
  await updateRows(transaction, 'message_template_versions', latest, { resetAt })
  await recordHistory(transaction, { action: 'reset', ...eventOn('message template', _id, by) })
  return true
}

/** The last versions of a text, newest first. */
export async function listVersions(db: Database, key: TemplateKey): Promise<TemplateVersion[]> {
  const rows = await db
    .selectFrom('message_template_versions')
    .innerJoin('message_templates', 'message_templates._id', 'message_template_versions.template')
    .leftJoin('users', 'users._id', 'message_template_versions.updatedBy')
    .selectAll('message_template_versions')
    .select('users.name as userName')
    .where('kind', '=', key.kind)
    .where('language', '=', key.language)
    .where('intake', key.intake === null ? 'is' : '=', key.intake)
    .orderBy('message_template_versions.version', 'desc')
    .execute()
  return rows.map(({ version, subject, body, sms, updatedAt, updatedBy, userName }) => {
    return { version, subject, body, sms, updatedAt, updatedBy: userOf(updatedBy, userName) }
  })
}

/** Stores an older version as a new one. */
export function restoreTemplate(
  db: Database,
  sender: EmailSender,
  { version, ...key }: TemplateKey & { version: number },
  by: string,
) {
  return inTransaction(db, async (transaction) => {
    const stored = await lockTemplate(transaction, key)
    const older =
      stored &&
      (await findRow(transaction, 'message_template_versions', { template: stored._id, version }))
    if (!older) return notFound('version')
    const { subject, body, sms, defaultHash } = older
    const text = { subject, body, sms }
    const wrong = wrongText(sender, key, text)
    if (wrong) return wrong
    await storeText(transaction, key, stored, { ...text, by, defaultHash }, 'restore')
    return getTemplate(transaction, sender, key)
  })
}

/** The stored texts that cannot be sent, such as 'Accepted, English: {link} is missing'. */
export async function findUnusableTexts(db: Database, sender: EmailSender) {
  const rows = await storedTexts(db)
    .leftJoin('intakes', 'intakes._id', 'message_templates.intake')
    .select('intakes.name as intakeName')
    .execute()
  return rows.flatMap((row) => {
    const problem = problemOf(sender, row)
    return problem === null
      ? []
      : [{ name: nameOf(row.kind, row.language, row.intakeName), problem }]
  })
}

function nameOf(kind: TemplateKind, language: Language, intake: string | null) {
  const label = messageDeclarations[kind]?.label ?? kind
  return [label, languageNames[language], intake].filter(Boolean).join(', ')
}
