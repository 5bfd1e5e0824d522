import { afterAll, beforeEach, expect, test } from 'vitest'

import { checkSmsGateway } from '../../server/cli/doctor/check-sms-gateway.ts'
import { runChecks } from '../../server/cli/doctor.ts'
import type { OutboxTable } from '../../server/database/tables.ts'
import { readSettings } from '../../server/settings.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'
import { followAdvice } from '../support/followed-advice.ts'
import { deadPort, findFreePort } from '../support/port.ts'
import { reportOf, startSmsGateway, urlOf } from '../support/sms-gateway.ts'
import { pausedSender, smsRow } from '../support/sms-rows.ts'

const gateway = await startSmsGateway()
afterAll(() => gateway.stop())
const endpoint = `http://127.0.0.1:${gateway.port}`
const { app, db, variables } = await startApi({ SMS_URL: gateway.url })
const [application] = await addMadeUpApplications(db, 1)

const minute = 60_000
const day = 24 * 60 * minute
const noon = Date.parse('2026-11-18T10:00:00.000Z')
const at = (time: number) => new Date(time).toISOString()

const complete = {
  ...variables,
  SMS_URL: gateway.url,
  SMS_MONTH_BUDGET: '5000',
  PUBLIC_URL: 'https://www.example.org',
}

beforeEach(async () => {
  gateway.setBalance(1785.5)
  gateway.setClock(() => noon)
  for (const table of ['outbox', 'sms_sender'] as const) await db.deleteFrom(table).execute()
})

/** The findings of doctor about the gateway, in lines. */
async function findingsWith(changes: Record<string, string> = {}) {
  const settings = readSettings({ ...complete, ...changes })
  const findings = await checkSmsGateway({ now: () => noon }, settings)
  return findings.map(({ level, what, todo }) => `${level}: ${what} → ${todo}`)
}

function addSms(changes: Partial<OutboxTable> = {}) {
  const endedAt = at(noon - day)
  const row = smsRow(application!._id, { createdAt: endedAt, dueAt: endedAt, endedAt, ...changes })
  return db.insertInto('outbox').values(row).execute()
}

test('a gateway that works has no findings, and one is not needed', async () => {
  expect(await findingsWith()).toEqual([])
  expect(await findingsWith({ SMS_URL: '', SMS_MONTH_BUDGET: '', PUBLIC_URL: '' })).toEqual([])
})

test('doctor checks the gateway', async () => {
  const environment = {
    variables: { ...complete, SMS_MONTH_BUDGET: '' },
    nodeVersion: '24.0.0',
    freeBytes: async () => 1e12,
    settingsFiles: async () => [],
    isBuilt: () => true,
    now: () => noon,
    backups: undefined,
    isThorough: false,
  }
  const warnings: string[] = []
  for await (const { title, findings } of runChecks(environment)) {
    if (title === 'SMS') warnings.push(...findings.map(({ what }) => what))
  }

  expect(warnings).toEqual(['No budget for SMS is set, so a mistake can use up all the credit'])
})

test('a missing address of the site, a sandbox and an unencrypted gateway are reported', async () => {
  expect(await findingsWith({ PUBLIC_URL: '' })).toEqual([
    'warning: PUBLIC_URL is not set: SMS contain no links → Set it to the public address of the site.',
  ])
  const sandbox = await findingsWith({ SMS_URL: urlOf(endpoint, { username: 'sandbox' }) })
  expect(sandbox[0]).toContain('of the sandbox: no phone gets an SMS')
  const http = { SMS_URL: 'http://gateway.invalid', SMS_FIELDS: 'to={to}&text={text}' }
  expect(await findingsWith(http)).toEqual([
    'warning: SMS_URL is http: key, numbers and texts travel unencrypted → Use https.',
    expect.stringMatching(/^problem: The SMS gateway cannot be used \((ENOTFOUND|EAI_AGAIN)\)/),
  ])
})

test('a wrong key and a gateway that is away are problems', async () => {
  expect(await findingsWith({ SMS_URL: urlOf(endpoint, { apiKey: 'wrong' }) })).toEqual([
    'problem: The SMS gateway does not accept the key (401) → Check user and key in SMS_URL.',
  ])
  const away = await findingsWith({ SMS_URL: urlOf(`http://127.0.0.1:${await findFreePort()}`) })
  expect(away).toEqual([
    'problem: The SMS gateway cannot be used (ECONNREFUSED) → Check the address in SMS_URL, and the network. Until then, e-mails go instead.',
  ])
})

test('a balance for less than 100 parts is reported, and another currency', async () => {
  const low =
    'warning: The balance at the SMS gateway is KES 79.99, and 100 SMS cost more → Pay into the account at the gateway.'
  gateway.setBalance(80)
  expect(await findingsWith()).toEqual([])
  gateway.setBalance(79.99)
  expect(await findingsWith()).toEqual([low])
  gateway.setBalance(-0.5)
  expect((await findingsWith())[0]).toContain('KES -0.50')
  expect(await findingsWith({ SMS_CURRENCY: 'UGX' })).toEqual([
    'warning: The SMS gateway counts in KES, and SMS_CURRENCY is UGX → Set SMS_CURRENCY to KES, and SMS_PRICE with it.',
  ])
})

test('a clock that differs by more than five minutes is reported', async () => {
  gateway.setClock(() => noon + 5 * minute)
  expect(await findingsWith()).toEqual([])
  gateway.setClock(() => noon - 6 * minute)
  expect(await findingsWith()).toEqual([
    'warning: The clocks of this machine and of the SMS gateway differ by 6 minutes → Synchronise the clock: timedatectl set-ntp true.',
  ])
})

test('a refused sender ID is a problem for a day', async () => {
  const refused = { ...pausedSender, pauseTrouble: 'sender refused' as const }
  await db.insertInto('sms_sender').values(refused).execute()
  expect(await findingsWith()).toEqual([
    'problem: The SMS gateway refuses the sender ID → Register it at the gateway, for every operator, or correct it in SMS_URL.',
  ])
  await db
    .updateTable('sms_sender')
    .set({ pausedUntil: at(noon - day - minute) })
    .execute()
  expect(await findingsWith()).toEqual([])
})

test('SMS of a week without any delivery report name the address to register', async () => {
  await db.insertInto('sms_sender').values(pausedSender).execute()
  await addSms({ gatewayId: 'ATXid_1' })
  await addSms({ gatewayId: 'ATXid_2' })
  expect(await findingsWith()).toEqual([
    'warning: No SMS of the last week has a delivery report (sent: 2) → Register this address for delivery reports: https://www.example.org/api/sms/a-secret-of-the-report-address/report',
  ])
  await addSms({ gatewayId: 'ATXid_3', delivered: 'no', state: 'failed' })
  expect(await findingsWith()).toEqual([])
})

test('an SMS of the last hour or of the last month needs no delivery report', async () => {
  await addSms({ gatewayId: 'ATXid_1', endedAt: at(noon - 59 * minute) })
  await addSms({ gatewayId: 'ATXid_2', endedAt: at(noon - 8 * day) })

  expect(await findingsWith()).toEqual([])
})

test('each setting and the account are right after the advice of doctor', async () => {
  let changes: Record<string, string> = {}
  const set = (next: Record<string, string>) => () => (changes = next)
  const see = async () =>
    checkSmsGateway({ now: () => noon }, readSettings({ ...complete, ...changes }))
  const setUrl = (SMS_URL: string) => set({ SMS_URL })
  const settings = [
    {
      finding: 'PUBLIC_URL is not set: SMS contain no links',
      advice: 'Set it to the public address of the site',
      damage: set({ PUBLIC_URL: '' }),
    },
    {
      finding: 'No budget for SMS is set',
      advice: 'Set SMS_MONTH_BUDGET',
      damage: set({ SMS_MONTH_BUDGET: '' }),
    },
    {
      finding: 'SMS_URL is http: key, numbers and texts travel unencrypted',
      advice: 'Use https',
      damage: setUrl(urlOf(`http://0.0.0.0:${deadPort}`)),
    },
    {
      finding: 'SMS_URL is of the sandbox: no phone gets an SMS',
      advice: 'Use the account of the live site',
      damage: setUrl(urlOf(endpoint, { username: 'sandbox' })),
    },
    {
      finding: 'The SMS gateway does not accept the key',
      advice: 'Check user and key in SMS_URL',
      damage: setUrl(urlOf(endpoint, { apiKey: 'wrong' })),
    },
    {
      finding: 'The SMS gateway cannot be used',
      advice: 'Check the address in SMS_URL',
      damage: setUrl(urlOf(`http://127.0.0.1:${deadPort}`)),
    },
    {
      finding: 'The SMS gateway counts in KES, and SMS_CURRENCY is UGX',
      advice: 'Set SMS_CURRENCY to KES',
      damage: set({ SMS_CURRENCY: 'UGX' }),
    },
  ]
  for (const one of settings) expect(await followAdvice(see, [one], set({}))).toEqual([])

  const poor = { finding: 'The balance at the SMS gateway is ', advice: 'Pay into the account' }
  const damage = () => gateway.setBalance(1)
  expect(await followAdvice(see, [{ ...poor, damage }], () => gateway.setBalance(1000))).toEqual([])

  const slow = {
    finding: 'The clocks of this machine and of the SMS gateway differ by ',
    advice: 'Synchronise the clock',
    damage: () => gateway.setClock(() => noon - 6 * minute),
  }
  expect(await followAdvice(see, [slow], () => gateway.setClock(() => noon))).toEqual([])
})

test('a report to the address that doctor names ends the warning about reports', async () => {
  const see = async () => checkSmsGateway({ now: () => noon }, readSettings(complete))
  const silent = {
    finding: 'No SMS of the last week has a delivery report',
    advice: 'Register this address for delivery reports: https://www.example.org/api/sms/',
    damage: async () => {
      await db.insertInto('sms_sender').values(pausedSender).execute()
      await addSms({ gatewayId: 'ATXid_1' })
    },
  }
  expect(
    await followAdvice(see, [silent], async ([found]) => {
      const { pathname } = new URL(/https:\S+/.exec(found!.todo)![0])
      const { statusCode } = await app.inject({
        method: 'POST',
        url: pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: reportOf({ id: 'ATXid_1', to: '+254712345678' }, 'Success'),
      })
      expect(statusCode).toBe(200)
    }),
  ).toEqual([])
})
