import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { readPause } from '../../services/messages/email-pause.ts'
import { before } from './check-rows.ts'
import { checkSms, canSmsBeOverdue } from './check-sms.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'
import { emailSenderOf } from '../../email-setup.ts'
import { contentReader } from '../../services/content/content-reader.ts'
import { findUnusableTexts } from '../../services/messages/message-templates.ts'
import type { Settings } from '../../settings.ts'
import { withReady } from './with-ready.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** Checks that messages reach applicants. */
export async function checkMessages(db: Database, now: number): Promise<Finding[]> {
  // SMS wait for the morning, and for money.
  const isWaiting = sql`state in ('waiting', 'sending')
    and (transport = 'email' or ${canSmsBeOverdue(now)})`
  const { rows } = await sql<{ overdue: number; late: number; failed: number }>`
    select
      count(case when ${isWaiting} and "dueAt" < ${before(now, 10 * minute)} then 1 end) as overdue,
      count(case when ${isWaiting} and "createdAt" < ${before(now, day)} then 1 end) as late,
      count(case when state in ('failed', 'unsure')
        and "endedAt" > ${before(now, 7 * day)} then 1 end) as failed
    from outbox`.execute(db)
  const { overdue, late, failed } = rows[0]!
  const findings: Finding[] = []
  if (overdue > 0) {
    const what = `Messages to applicants are overdue, and no server sends them: ${overdue}`
    findings.push(problemFinding(what, 'Is the server running? Its log has the error.'))
  }
  if (late > 0) {
    const what = `Messages to applicants have waited for more than a day: ${late}`
    const todo = 'The screen Messages has the reason. Check the mail server and the SMS gateway.'
    findings.push(warningFinding(what, todo))
  }
  if (failed > 0) {
    const what = `Messages to applicants of the last week failed, or may not have arrived: ${failed}`
    const todo = 'The screen Messages has the reason, and can send them again.'
    findings.push(warningFinding(what, todo))
  }
  const pause = await readPause(db)
  if (pause) {
    const { reason, reply, since } = pause
    const answer = [reason, reply].filter(Boolean).join(', ')
    const what = `No e-mail has been sent since ${since}, because the mail server refuses the sender (${answer})`
    const todo =
      'Check SMTP_URL, MAIL_FROM and the limits of the account. E-mails wait, and are sent again within 15 minutes.'
    findings.push(problemFinding(what, todo))
  }
  return [...findings, ...(await checkSms(db, now))]
}

/** Checks that the message texts of staff can be sent. */
export async function checkTemplates(settings: Settings) {
  const unusable = await withReady(settings, async (db) =>
    findUnusableTexts(db, await emailSenderOf(settings, contentReader(db))()),
  )
  return (unusable ?? []).map(({ name, problem }) => {
    const what = `The message text "${name}" cannot be sent, so our own text is sent (${problem})`
    return problemFinding(what, 'Change it under /admin/messages, or use our text again there.')
  })
}
