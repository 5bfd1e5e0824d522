import { sql } from 'kysely'

import { messageKinds, type MessageTrouble } from '../../../contract/message/message.ts'
import { dayInKenya, startOfDayInKenya } from '../../../contract/time-zone.ts'
import type { Database } from '../../database/tables.ts'
import { statusKinds } from '../../services/messages/last-told.ts'
import { quietUntil } from '../../services/sms/sms-rules.ts'
import { unitsOfCost } from '../../services/messages/carrier.ts'
import { before, checkRows, type RowCheck } from './check-rows.ts'
import { problemFinding, type Finding } from './finding.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** Checks SMS, what they cost, and the e-mails in their place. */
export async function checkSms(db: Database, now: number): Promise<Finding[]> {
  return [
    ...(await checkRows(db, checks(now))),
    ...(await checkTotals(db, now)),
    ...(await checkPause(db, now)),
  ]
}

/**
 * The condition that an SMS in the outbox is overdue once it is due. An SMS that waits for money or
 * for the morning is not.
 */
export function canSmsBeOverdue(now: number) {
  // After the quiet hours, the worker needs some minutes to begin.
  const times = [now, now - 20 * minute]
  const kinds = messageKinds.filter((kind) => times.every((time) => !quietUntil(kind, time)))
  return sql`transport = 'sms' and state = 'waiting' and kind in (${sql.join(kinds)})
    and coalesce(trouble, '') not in ('over budget', 'no credit')`
}

const checks = (now: number): RowCheck[] => [
  {
    what: 'SMS were being sent when their server ended, and no server has taken note of it',
    todo: 'Is the server running? It marks them as "may not have arrived", and sends e-mails in their place.',
    table: 'outbox',
    where: sql`transport = 'sms' and state = 'sending' and "dueAt" < ${before(now, 10 * minute)}`,
  },
  {
    what: 'SMS count as sent, but have no parts or no cost, so the account is too low',
    todo: `${compareBill} ${endsLater}`,
    table: 'outbox',
    where: sql`transport = 'sms' and state = 'sent' and carrier = 'gateway'
        and (parts is null or parts < 1 or cost is null)
        and "endedAt" >= ${lastMonths(now).at(-1)![1]}`,
  },
  {
    what: 'SMS of the last month failed or may not have arrived, and no e-mail was sent in their place',
    todo: 'Write to these applicants, or send the SMS again: the screen Messages shows them as failed.',
    // After a restore, staff decide about each message.
    table: 'outbox',
    where: sql`outbox.transport = 'sms' and outbox.state in ('failed', 'unsure')
        and outbox."endedAt" > ${before(now, 30 * day)}
        and outbox."copyOf" is null and coalesce(outbox.trouble, '') <> 'restored'
        and not exists (select 1 from outbox as email where email."copyOf" = outbox._id)
        and not exists (select 1 from outbox as later
          where later.attachment = outbox.attachment and later._id > outbox._id
            and later.kind in (${sql.join(statusKinds)}) and later.state <> 'cancelled')`,
  },
]

/**
 * Compares the totals of each of the last months with the messages. Totals stay when applications are
 * erased, so they may be higher, never lower.
 */
async function checkTotals(db: Database, now: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [month, from, to] of lastMonths(now)) {
    // Of SMS that were sent again in a later month, each month has a part of the cost.
    const { rows } = await sql<{ missing: number }>`
      select
        coalesce((select sum(cost) from outbox where transport = 'sms'
          and "createdAt" >= ${from} and "endedAt" >= ${from} and "endedAt" < ${to}), 0)
        - coalesce((select sum(cost) from sms_days
          where day >= ${`${month}-01`} and day <= ${`${month}-31`}), 0) as missing`.execute(db)
    const missing = Number(rows[0]?.missing)
    if (missing <= 0) continue
    const what = `The account of SMS of ${month} is ${missing / unitsOfCost} lower than the cost of its messages`
    const todo = `The budget allows as much too many SMS: lower SMS_MONTH_BUDGET until the month ends. ${compareBill} ${endsLater}`
    findings.push(problemFinding(what, todo))
  }
  return findings
}

/** This month and the two before it, with the times at which each begins and ends in Kenya. */
function lastMonths(now: number) {
  const [year = 0, month = 0] = dayInKenya(now).split('-').map(Number)
  return [0, 1, 2].map((ago) => {
    const [first, next] = [1 + ago, ago].map((months) =>
      new Date(Date.UTC(year, month - months)).toISOString().slice(0, 10),
    ) as [string, string]
    return [first.slice(0, 7), startOfDayInKenya(first), startOfDayInKenya(next)] as const
  })
}

/** Finds a pause of the sender without any success for a day. A success ends the pause. */
async function checkPause(db: Database, now: number): Promise<Finding[]> {
  const { rows } = await sql<{ trouble: MessageTrouble | null }>`
    select "pauseTrouble" as trouble from sms_sender
    where "pausedUntil" > ${before(now, day)}
      and exists (select 1 from outbox as unsent
        where unsent.transport = 'sms' and unsent."createdAt" < ${before(now, day)}
          and unsent.state in ('waiting', 'failed', 'unsure', 'cancelled')
          and unsent.trouble is not null and unsent."gatewayId" is null
          and not exists (select 1 from outbox as sent
            where sent.transport = 'sms' and sent."endedAt" > unsent."createdAt"
              and (sent.state = 'sent' or sent."gatewayId" is not null)))`.execute(db)
  return rows.map(({ trouble }) => {
    const what = `No SMS has been sent for more than a day, because the sender is paused (${trouble ?? 'paused'})`
    const cause =
      (trouble && causes[trouble]) ?? 'Check SMS_URL and the status page of the gateway.'
    return problemFinding(what, `${cause} SMS are sent again within 15 minutes.`)
  })
}

const compareBill =
  'Compare the account of the month on the screen Messages with the bill of the gateway, and tell the developers.'
const endsLater = 'Doctor reports it for three months.'
const causes: Partial<Record<MessageTrouble, string>> = {
  'no credit': 'Top up the account at the gateway.',
  'sender refused':
    'Is the sender id of SMS_URL registered at the gateway, for every mobile operator?',
  'not let in': 'Check user and key in SMS_URL.',
}
