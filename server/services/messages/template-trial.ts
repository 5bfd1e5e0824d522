import { sql } from 'kysely'

import { countParts } from '../../../contract/message/gsm.ts'
import type { TemplatePreview, TemplateTrial } from '../../../contract/message/template.ts'
import { longestName } from '../../../contract/message/sms.ts'
import type { Database } from '../../database/tables.ts'
import { applicationDeleted, DomainError } from '../domain-error.ts'
import type { LimitedAccess, RateLimit } from '../rate-limiter.ts'
import { unitsOfCost } from './carrier.ts'
import { texts } from './email-templates.ts'
import type { Mail } from './mail.ts'
import { wrongText } from './message-templates.ts'
import {
  type MessageRow,
  readMessageRows,
  renderRow,
  renderSmsRow,
  samplePerson,
  sampleToken,
} from './render-message.ts'
import { papersOf } from '../papers/papers.ts'
import { samplePapers } from './papers-in-words.ts'
import type { EmailSender } from './template-reader.ts'

/** Fills in a text that is not stored. Nothing is stored or sent. */
export async function previewTemplate(
  db: Database,
  sender: EmailSender,
  price: number,
  trial: TemplateTrial,
): Promise<TemplatePreview | DomainError> {
  const { kind, subject, body, sms: smsText } = trial
  const text = { subject, body, sms: smsText }
  const wrong = wrongText(sender, trial, text)
  if (wrong) return wrong
  const row = await rowOf(db, trial)
  if (row instanceof DomainError) return row
  const { application } = trial
  const papers = application ? (await papersOf(db, [application]))(application) : samplePapers
  const email = renderRow(sender, kind, text, row, { purpose: 'cv', papers })
  const sms = smsText && renderSmsRow(sender, kind, text, row, sampleToken(kind)).text
  const parts = sms ? countParts(sms) : 0
  return {
    subject: email.subject,
    text: email.text,
    sms,
    parts,
    cost: Math.round(parts * price * unitsOfCost) / unitsOfCost,
  }
}

/** Each e-mail of a test goes to the user who asks for it. */
const testLimit: RateLimit = {
  name: 'test message',
  max: 30,
  seconds: 60 * 60,
  of: 'test messages',
}

/** Sends the e-mail of a text that is not stored to the user. */
export async function sendTest(
  {
    db,
    limiter,
    mail,
    emailSender,
  }: LimitedAccess & {
    mail: Mail
    emailSender: () => Promise<EmailSender>
  },
  trial: TemplateTrial,
  { _id, email }: { _id: string; email: string },
) {
  const preview = await previewTemplate(db, await emailSender(), 0, trial)
  if (preview instanceof DomainError) return preview
  const tooMany = await limiter.consume([testLimit, _id])
  if (tooMany) return tooMany
  const { subject, text } = preview
  if (await mail.send({ to: email, subject: `[Test] ${subject}`, text })) {
    return { message: `Sent to ${email}` }
  }
  return new DomainError(
    'unavailable',
    'The test was not sent: no mail server is set up, or it did not take the message.',
    { retryAfter: 60 },
  )
}

async function rowOf(db: Database, { application, language, longest, kind }: TemplateTrial) {
  const declined = kind === 'declined' ? ({ declined_reason: 'no-place' } as const) : {}
  if (!application) {
    const person = longest ? await longestPerson(db, language) : { ...samplePerson, ...declined }
    return { ...person, language }
  }
  const [row] = await readMessageRows(db, [application])
  if (!row) return applicationDeleted()
  // A person who is not declined has no reason, and one without an offer no days.
  const { startsOn, endsOn, answerBy } = samplePerson
  return {
    ...row,
    language,
    declined_reason: row.declined_reason ?? declined.declined_reason ?? null,
    startsOn: row.startsOn ?? startsOn,
    endsOn: row.endsOn ?? endsOn,
    answerBy: row.answerBy ?? answerBy,
  }
}

/** A made-up person with the longest values. */
async function longestPerson(db: Database, language: MessageRow['language']): Promise<MessageRow> {
  const department = await db
    .selectFrom('departments')
    .select(['name', 'name_sw'])
    .orderBy(sql`length(${sql.ref(language === 'sw' ? 'name_sw' : 'name')})`, 'desc')
    .where(language === 'sw' ? 'name_sw' : 'name', 'is not', null)
    .executeTakeFirst()
  const reasons = Object.entries(texts[language].reasons)
  const [[reason]] = reasons.toSorted((a, b) => b[1].length - a[1].length) as [
    [MessageRow['declined_reason'], string],
  ]
  return {
    ...samplePerson,
    first_name: 'W'.repeat(longestName),
    department: department?.name ?? samplePerson.department,
    department_sw: department?.name_sw ?? samplePerson.department_sw,
    declined_reason: reason,
    declined_message: `${'W'.repeat(10)} `.repeat(30).trim(),
    startsOn: '2026-09-28',
    endsOn: '2026-12-28',
    answerBy: '2026-09-28T20:59:59.999Z',
  }
}
