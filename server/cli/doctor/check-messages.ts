import { sql } from 'kysely'

import type { Database } from '../../database/tables.ts'
import { readPause } from '../../services/messages/email-pause.ts'
import { checkSms, canSmsBeOverdue } from './check-sms.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** Checks that messages reach applicants. */
export async function checkMessages(db: Database, now: number): Promise<Finding[]> {
  const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()
  // SMS wait for the morning, and for money.
  const canBeOverdue = sql`transport = 'email' or ${canSmsBeOverdue(now)}`
  const { rows } = await sql<{ overdue: number; late: number; failed: number }>`
    select
      (select count(*) from outbox where state in ('waiting', 'sending')
        and "dueAt" < ${before(10 * minute)} and (${canBeOverdue})) as overdue,
      (select count(*) from outbox where state in ('waiting', 'sending')
        and "createdAt" < ${before(day)} and (${canBeOverdue})) as late,
      (select count(*) from outbox where state in ('failed', 'unsure')
        and "endedAt" > ${before(7 * day)}) as failed`.execute(db)
  const { overdue, late, failed } = rows[0]!
  return [
    ...(overdue > 0
      ? [
          problemFinding(
            `Messages to applicants are overdue, and no server sends them: ${overdue}`,
            'Is the server running? Its log has the error.',
          ),
        ]
      : []),
    ...(late > 0
      ? [
          warningFinding(
            `Messages to applicants have waited for more than a day: ${late}`,
            'The screen Messages has the reason. Check the mail server and the SMS gateway.',
          ),
        ]
      : []),
    ...(failed > 0
      ? [
          warningFinding(
            `Messages to applicants of the last week failed, or may not have arrived: ${failed}`,
            'The screen Messages has the reason, and can send them again.',
          ),
        ]
      : []),
    ...(await checkPause(db)),
    ...(await checkSms(db, now)),
  ]
}

/** Finds a pause of e-mails: the mail server refuses us as the sender. */
async function checkPause(db: Database): Promise<Finding[]> {
  const pause = await readPause(db)
  if (!pause) return []
  const { reason, reply, since } = pause
  const answer = [reason, reply].filter(Boolean).join(', ')
  return [
    problemFinding(
      `No e-mail has been sent since ${since}, because the mail server refuses the sender (${answer})`,
      'Check SMTP_URL, MAIL_FROM and the limits of the account. E-mails wait, and are sent again within 15 minutes.',
    ),
  ]
}
