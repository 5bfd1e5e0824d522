import { departmentIn } from '../../../contract/department.ts'
import type { Language } from '../../../contract/language/languages.ts'
import type { MessageKind } from '../../../contract/message/message.ts'
import { toInternationalNumber, toNationalNumber } from '../../../contract/phone-number.ts'
import { oneTimeLinkOf } from '../../../contract/message/one-time-links.ts'
import { statusLinkPath } from '../../../contract/message/short-links.ts'
import type { TemplateText } from '../../../contract/message/template-check.ts'
import type { DocumentPurpose } from '../../../contract/application/questions.ts'
import type { ApplicationPaper } from '../../../contract/intake/papers.ts'
import { dayInWords } from '../day-in-words.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { renderSms } from './sms-text.ts'
import { renderEmail, safeFirstName, type RenderedText, texts } from './email-templates.ts'
import { templateReader, type EmailSender } from './template-reader.ts'
import { readWrittenText } from './written-texts.ts'
import { namesPapers, papersInWords } from './papers-in-words.ts'
import { papersOf } from '../papers/papers.ts'
import { findRow } from '../rows.ts'

export type { EmailSender } from './template-reader.ts'

export interface RenderedMessage extends RenderedText {
  to: string
}

/**
 * Renders a message from the application's current data; undefined if the application is gone.
 * `token` is the token of the one-time link in the message. Without it, as for staff, a sentence
 * stands in place of the link.
 */
export type RenderMessage = (
  db: Database,
  message: Pick<OutboxTable, 'attachment' | 'kind' | 'about' | 'transport'>,
  token?: string,
) => Promise<RenderedMessage | undefined>

export function messageRenderer(readSender: () => Promise<EmailSender>): RenderMessage {
  return async (db, { attachment, kind, about, transport }, token) => {
    const [row] = await readMessageRows(db, [attachment])
    if (!row) return undefined
    const sender = await readSender()
    const { publicUrl } = sender
    const text = await readText(db, sender, { kind, about }, row)
    if (!text) return undefined
    if (transport === 'sms') return renderSmsRow(sender, kind, text, row, token)
    const isRequest = kind === 'document_requested' && about !== null
    const document = isRequest ? await findRow(db, 'documents', { _id: about }) : undefined
    const path = token && oneTimeLinkOf(kind)?.path(row.language, token)
    const link = path && publicUrl && `${publicUrl}${path}`
    // The document may have been replaced and deleted since.
    const purpose = document?.purpose as DocumentPurpose | undefined
    const papers = namesPapers(kind) ? (await papersOf(db, [attachment]))(attachment) : []
    return renderRow(sender, kind, text, row, { purpose, link, papers })
  }
}

/** The text of a message; undefined if it was written to many and is gone. */
function readText(
  db: Database,
  sender: EmailSender,
  { kind, about }: Pick<OutboxTable, 'kind' | 'about'>,
  row: MessageRow,
) {
  if (kind !== 'written') return templateReader(db, sender)(kind, row)
  return readWrittenText(db, about, row.language)
}

/**
 * The columns of applications that messages need. Department and days are those of the placement, which
 * staff may have moved; before an offer is confirmed, those of application and intake.
 */
export function readMessageRows(db: Database, ids: string[]) {
  return db
    .selectFrom('attachments')
    .leftJoin('intakes', 'intakes._id', 'attachments.intake')
    .leftJoin('placements', (join) =>
      join
        .onRef('placements.attachment', '=', 'attachments._id')
        .on('attachments.offerState', '=', 'confirmed'),
    )
    .leftJoin('departments', (join) =>
      join.on((on) =>
        on(
          'departments._id',
          '=',
          on.fn.coalesce('placements.department', 'attachments.department'),
        ),
      ),
    )
    .select([
      'attachments._id',
      'attachments.intake',
      'first_name',
      'email',
      'phone_number',
      'contact_by',
      'smsRefused',
      'referenceId',
      'language',
      'declined_reason',
      'declined_message',
      'answerBy',
      'departments.name as department',
      'departments.name_sw as department_sw',
    ])
    .select(({ fn }) => [
      fn.coalesce('placements.startsOn', 'intakes.startsOn').as('startsOn'),
      fn.coalesce('placements.endsOn', 'intakes.endsOn').as('endsOn'),
    ])
    .where(anyOf(db, 'attachments._id', ids))
    .execute()
}

export type MessageRow = Awaited<ReturnType<typeof readMessageRows>>[number]

/** The document that an e-mail asks for, and the link to replace it; staff read words in its place. */
interface RequestedDocument {
  purpose?: DocumentPurpose | undefined
  link?: string | undefined
  papers?: ApplicationPaper[]
}

/** The e-mail about an application with a text. */
export function renderRow(
  { foundation, publicUrl }: EmailSender,
  kind: MessageKind,
  text: TemplateText,
  row: MessageRow,
  { purpose, link, papers = [] }: RequestedDocument = {},
): RenderedMessage {
  const { language, referenceId, declined_reason: reason, startsOn, endsOn } = row
  const words = texts[language]
  const hasDates = startsOn !== null && endsOn !== null
  const day = (value: string | null) => (hasDates && value ? dayInWords(value, language) : '')
  const statusPage = publicUrl
    ? publicUrl + statusLinkPath(language, referenceId)
    : words.statusPage
  const values = {
    first_name: safeFirstName(row.first_name),
    reference: referenceId,
    link: oneTimeLinkOf(kind) ? (link ?? words.documentPage) : statusPage,
    reason: reason ? words.reasons[reason] : '',
    message: row.declined_message ?? '',
    document: purpose ? words.documents[purpose] : '',
    department: departmentIn(language, row) ?? words.department,
    starts_on: day(startsOn),
    ends_on: day(endsOn),
    answer_by: day(row.answerBy),
    papers: papersInWords(language, kind, papers),
  }
  return { to: row.email, ...renderEmail(language, text, values, foundation) }
}

/** The SMS about an application with a text. `to` is the phone number with country code. */
export function renderSmsRow(
  { foundation: { shortName }, publicUrl }: EmailSender,
  kind: MessageKind,
  text: TemplateText,
  row: MessageRow,
  token?: string,
): RenderedMessage {
  const { language, first_name: firstName, referenceId, answerBy, startsOn } = row
  const data = { shortName, firstName, referenceId, publicUrl, token, answerBy, startsOn }
  const to = smsNumber(row.phone_number)
  return { to, subject: '', text: renderSms(language, kind, text.sms ?? '', data) }
}

/**
 * The phone number with country code. A number of an unknown country gets the code +0, which no
 * country has, so that the gateway refuses it and no stranger is written to.
 */
function smsNumber(typed: string) {
  return toInternationalNumber(typed) ?? `+0${toNationalNumber(typed)}`
}

/** The SMS of a kind to a made-up applicant. */
export function sampleSms(
  sender: EmailSender,
  kind: MessageKind,
  text: TemplateText,
  language: Language,
) {
  return renderSmsRow(sender, kind, text, { ...samplePerson, language }, sampleToken(kind)).text
}

/** The token of the one-time link in a sample. */
export function sampleToken(kind: MessageKind) {
  return oneTimeLinkOf(kind) ? 'x'.repeat(43) : undefined
}

export const samplePerson: MessageRow = {
  _id: '',
  intake: null,
  first_name: 'Zawadi',
  email: '',
  phone_number: '',
  contact_by: 'both',
  smsRefused: null,
  referenceId: 'SPH-2026-7K3Q9M2X',
  language: 'en',
  declined_reason: null,
  declined_message: null,
  department: 'Tech & Engineering',
  department_sw: 'Teknolojia na Uhandisi',
  startsOn: '2026-09-07',
  endsOn: '2026-11-27',
  answerBy: '2026-08-14T20:59:59.999Z',
}
