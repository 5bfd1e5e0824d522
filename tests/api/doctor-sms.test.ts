import { randomUUID } from 'node:crypto'

import { expect, test, vi } from 'vitest'

import { checkMessages } from '../../server/cli/doctor/check-messages.ts'
import { checkSms } from '../../server/cli/doctor/check-sms.ts'
import type { OutboxTable } from '../../server/database/tables.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'
import { followAdvice } from '../support/followed-advice.ts'
import { pausedSender, smsRow } from '../support/sms-rows.ts'

vi.setConfig({ testTimeout: 30_000 })

const { db } = await startApi()
const [application] = await addMadeUpApplications(db, 1)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** 13:00 in Kenya, in the middle of a month. */
const noon = Date.parse('2026-11-18T10:00:00.000Z')
const at = (time: number) => new Date(time).toISOString()

/** An SMS that was sent a minute before noon. */
function sms(changes: Partial<OutboxTable> = {}) {
  const endedAt = at(noon - minute)
  return smsRow(application!._id, { createdAt: endedAt, dueAt: endedAt, endedAt, ...changes })
}

/** An SMS that should have been sent an hour ago. */
const waiting = (changes: Partial<OutboxTable> = {}) =>
  sms({ ...unsent, state: 'waiting', endedAt: null, dueAt: at(noon - hour), ...changes })

const unsent = { carrier: null, gatewayId: null, parts: null, cost: null }

/** The sentences of doctor about these messages, and about nothing else. */
async function findingsWith(rows: OutboxTable[], now = noon, check = checkMessages) {
  await db.deleteFrom('outbox').execute()
  if (rows.length > 0) await db.insertInto('outbox').values(rows).execute()
  const findings = await check(db, now)
  for (const { todo } of findings) expect(todo).toMatch(/\.$/)
  // Without the ids of the rows.
  return findings.map(({ level, what }) => `${level}: ${what.replace(/ \(outbox .*\)$/, '')}`)
}

async function setTotals(...days: [day: string, cost: number][]) {
  await db.deleteFrom('sms_days').execute()
  const rows = days.map(([of, cost]) => ({ day: of, messages: 1, parts: 1, cost }))
  if (rows.length > 0) await db.insertInto('sms_days').values(rows).execute()
}

const overdue = 'problem: Messages to applicants are overdue, and no server sends them: 1'
const late = 'warning: Messages to applicants have waited for more than a day: 1'

test('an SMS that nobody sends is overdue', async () => {
  expect(await findingsWith([waiting()])).toEqual([overdue])
  expect(await findingsWith([waiting({ dueAt: at(noon - minute) })])).toEqual([])
  expect(await findingsWith([waiting({ createdAt: at(noon - 1.1 * day) })])).toEqual([
    overdue,
    late,
  ])
})

test('an SMS that waits for money is neither overdue nor late', async () => {
  const createdAt = at(noon - 3 * day)
  for (const trouble of ['over budget', 'no credit'] as const) {
    expect(await findingsWith([waiting({ createdAt, trouble })])).toEqual([])
  }
})

test.each([
  ['20:30', '2026-11-18T17:30:00.000Z', []],
  ['06:50', '2026-11-18T03:50:00.000Z', []],
  ['07:10', '2026-11-18T04:10:00.000Z', []],
  ['07:30', '2026-11-18T04:30:00.000Z', [overdue]],
])('in the quiet hours an SMS is not overdue: at %s in Kenya', async (_time, time, findings) => {
  const now = Date.parse(time)
  const rows = [waiting({ kind: 'offered', createdAt: at(now - hour), dueAt: at(now - hour) })]
  expect(await findingsWith(rows, now)).toEqual(findings)
  const asked = [waiting({ kind: 'withdrawn', createdAt: at(now - hour), dueAt: at(now - hour) })]
  expect(await findingsWith(asked, now)).toEqual([overdue])
})

test('an SMS is reported whose server ended while it was being sent', async () => {
  const interrupted = waiting({ state: 'sending', claim: randomUUID(), parts: 1, cost: 8000 })
  expect(await findingsWith([interrupted])).toEqual([
    'problem: SMS were being sent when their server ended, and no server has taken note of it: 1',
  ])
  expect(await findingsWith([{ ...interrupted, dueAt: at(noon + minute) }])).toEqual([])
})

test('an SMS that the gateway sent has parts and a cost', async () => {
  await setTotals(['2026-11-18', 8000])
  expect(await findingsWith([sms()])).toEqual([])
  const sentence =
    'problem: SMS count as sent, but have no parts or no cost, so the account is too low: 1'
  expect(await findingsWith([sms({ cost: null })])).toEqual([sentence])
  expect(await findingsWith([sms({ parts: null })])).toEqual([sentence])
  // During an upgrade, a server of the last release sends it as an e-mail.
  expect(await findingsWith([sms({ ...unsent, carrier: 'mail' })])).toEqual([])
})

test('the account of a month is not lower than the cost of its messages', async () => {
  const october = '2026-10-31T20:30:00.000Z'
  const rows = [
    sms({ createdAt: october, endedAt: october }),
    sms({ cost: 16_000, state: 'unsure', copyOf: application!._id }),
    // Sent again: a part of the cost belongs to the month before.
    sms({ createdAt: october, cost: 16_000 }),
  ]
  const lower = (month: string, by: string) =>
    `problem: The account of SMS of ${month} is ${by} lower than the cost of its messages`
  const about = (found: string[]) => found.filter((what) => what.includes('account'))
  await setTotals(['2026-10-31', 8000], ['2026-11-01', 15_000], ['2026-11-18', 1000])
  expect(about(await findingsWith(rows))).toEqual([])
  await setTotals(['2026-10-31', 90_000], ['2026-11-18', 15_999])
  expect(about(await findingsWith(rows))).toEqual([lower('2026-11', '0.0001')])
  await setTotals(['2026-11-18', 90_000])
  expect(about(await findingsWith(rows))).toEqual([lower('2026-10', '0.8')])
  await setTotals()
  expect(about(await findingsWith(rows))).toEqual([
    lower('2026-11', '1.6'),
    lower('2026-10', '0.8'),
  ])
})

test('a failed SMS without an e-mail in its place is reported', async () => {
  const missing =
    'problem: SMS of the last month failed or may not have arrived, and no e-mail was sent in their place: 1'
  const failed = sms({ ...unsent, state: 'failed', trouble: 'unknown number', kind: 'accepted' })
  const found = (rows: OutboxTable[]) => findingsWith(rows, noon, checkSms)
  const email = (changes: Partial<OutboxTable>) =>
    sms({ ...unsent, transport: 'email', carrier: 'mail', kind: 'accepted', ...changes })

  expect(await found([failed])).toEqual([missing])
  expect(await found([{ ...failed, state: 'unsure', trouble: 'no answer' }])).toEqual([missing])
  expect(await found([failed, email({ state: 'waiting', copyOf: failed._id })])).toEqual([])
  expect(await found([failed, email({ kind: 'revoked' })])).toEqual([])
  expect(await found([failed, email({ kind: 'revoked', state: 'cancelled' })])).toEqual([missing])
  expect(await found([{ ...failed, state: 'unsure', trouble: 'restored' }])).toEqual([])
  expect(await found([{ ...failed, endedAt: at(noon - 31 * day) }])).toEqual([])
  const first = email({})
  expect(await found([first, { ...failed, copyOf: first._id }])).toEqual([])
})

test('a pause without any SMS for a day is reported with its reason', async () => {
  const found = (rows: OutboxTable[]) => findingsWith(rows, noon, checkSms)
  const yesterday = at(noon - 1.1 * day)
  const unsentSms = waiting({ createdAt: yesterday, trouble: 'no credit' })
  const sent = (createdAt: string) => sms({ parts: 1, cost: 0, createdAt, endedAt: createdAt })
  const pause = async (changes: Partial<typeof pausedSender>) => {
    await db.deleteFrom('sms_sender').execute()
    await db
      .insertInto('sms_sender')
      .values({ ...pausedSender, pausedUntil: at(noon + minute), ...changes })
      .execute()
  }
  await setTotals()
  expect(await found([unsentSms])).toEqual([])
  await pause({})
  expect(await found([unsentSms])).toEqual([
    'problem: No SMS has been sent for more than a day, because the sender is paused (no credit)',
  ])
  expect(await found([sent(at(noon - 2 * day)), unsentSms])).toHaveLength(1)
  expect(await found([unsentSms, sent(at(noon - hour))])).toEqual([])
  expect(await found([{ ...unsentSms, createdAt: at(noon - hour) }])).toEqual([])
  await pause({ pausedUntil: at(noon - 2 * day) })
  expect(await found([unsentSms])).toEqual([])
})

test('an account that is too low is compared with the bill, and reported for three months', async () => {
  let clock = noon
  const see = () => checkSms(db, clock)
  await db.deleteFrom('outbox').execute()
  await setTotals()
  const advice =
    'with the bill of the gateway, and tell the developers. Doctor reports it for three months'
  expect(
    await followAdvice(
      see,
      [
        {
          finding: 'SMS count as sent, but have no parts or no cost, so the account is too low',
          advice,
          damage: () =>
            db
              .insertInto('outbox')
              .values([sms(), sms({ cost: null })])
              .execute(),
        },
        {
          finding: ' lower than the cost of its messages',
          advice: `lower SMS_MONTH_BUDGET until the month ends. Compare`,
          damage: () => {},
        },
      ],
      () => (clock = noon + 92 * day),
    ),
  ).toEqual([])
})

test.each([
  ['no credit', 'Top up the account at the gateway'],
  ['sender refused', 'Is the sender id of SMS_URL registered at the gateway'],
  ['not let in', 'Check user and key in SMS_URL'],
  ['paused', 'Check SMS_URL and the status page of the gateway'],
] as const)(
  'an SMS that was sent ends the problem of a pause: %s',
  async (pauseTrouble, advice) => {
    await db.deleteFrom('outbox').execute()
    await setTotals(['2026-11-18', 90_000])
    const paused = {
      finding: 'No SMS has been sent for more than a day, because the sender is paused',
      advice,
      damage: async () => {
        await db.deleteFrom('sms_sender').execute()
        const row = { ...pausedSender, pausedUntil: at(noon + minute), pauseTrouble }
        await db.insertInto('sms_sender').values(row).execute()
        const trouble = 'no answer'
        await db
          .insertInto('outbox')
          .values(waiting({ createdAt: at(noon - 1.1 * day), trouble }))
          .execute()
      },
    }
    const sent = {
      state: 'sent',
      endedAt: at(noon),
      carrier: 'gateway',
      parts: 1,
      cost: 8000,
    } as const
    expect(
      await followAdvice(
        () => checkSms(db, noon),
        [paused],
        () => db.updateTable('outbox').set(sent).execute(),
      ),
    ).toEqual([])
  },
)
