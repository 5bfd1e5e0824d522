import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { dayInKenya } from '../../contract/time-zone.ts'
import { storeLastBackup } from '../../server/services/last-backup.ts'
import { addUser, choicesOf, newLink, startApi, submission } from '../support/api.ts'
import { addDocument } from '../support/documents.ts'
import { deadPort } from '../support/port.ts'
import { newData, startOwnServer } from '../support/own-server.ts'
import { pausedSender } from '../support/sms-rows.ts'

const METRICS_TOKEN = 'a-token-for-monitoring'
const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

const { app, ask, token, db, variables } = await startApi({
  METRICS_TOKEN,
  SMTP_URL: `smtp://127.0.0.1:${deadPort}`,
  MAIL_FROM: 'foundation@example.org',
  PUBLIC_URL: 'https://www.example.org',
})

const read = (headers: Record<string, string> = { authorization: `Bearer ${METRICS_TOKEN}` }) =>
  app.inject({ url: '/metrics', headers })

/** The value of a series, by its name in Prometheus' format. */
async function valueOf(series: string) {
  const { body } = await read()
  const line = body.split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('the metrics need the token', async () => {
  expect((await read()).statusCode).toBe(200)

  const wrong = ['', `Bearer ${METRICS_TOKEN}x`, `Bearer ${token}`, METRICS_TOKEN]
  for (const authorization of wrong) {
    const { statusCode, headers, body } = await read({ authorization })
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(body).not.toContain('http_request')
  }
})

test('without METRICS_TOKEN, /metrics does not exist', async () => {
  const other = await startApi()
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }

  expect((await other.app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
})

test('requests, submissions and sign-ins are counted by route and outcome', async () => {
  const route = '/api/users/industrial-attachments'
  const series = [
    `http_request_duration_seconds_count{method="POST",route="${route}",status="2xx"}`,
    `http_request_duration_seconds_count{method="POST",route="${route}",status="4xx"}`,
    'submissions_total{outcome="accepted"}',
    'submissions_total{outcome="refused"}',
    'sign_ins_total{outcome="refused"}',
  ]
  const before = await Promise.all(series.map(valueOf))
  const body = submission(await choicesOf(ask))
  await ask(api.public.submit, { body })
  await ask(api.public.submit, { body: { ...body, email: 'none' } })
  await ask(api.auth.login, { body: { email: 'nobody@example.org', password: 'wrong' } })
  const after = await Promise.all(series.map(valueOf))

  expect(after.map((value, index) => value! - (before[index] ?? 0))).toEqual([1, 1, 1, 1, 1])
})

test('a mail that cannot be sent is counted', async () => {
  const { _id } = await addUser(ask, token)
  const before = (await valueOf('mails_total{outcome="failed"}'))!
  await newLink(ask, token, _id)

  expect(await valueOf('mails_total{outcome="failed"}')).toBe(before + 1)
})

test('PATCH and HEAD have their own method', async () => {
  await app.inject({ method: 'PATCH', url: '/api/users/documents/x' })
  await app.inject({ method: 'HEAD', url: '/api/users/documents/x' })
  const { body } = await read()

  for (const method of ['PATCH', 'HEAD']) {
    expect(body).toContain(`count{method="${method}",route="/api/users/documents/`)
  }
})

test('a recurring job is measured as failing or not', async () => {
  const measured = async (isBroken: boolean) => {
    const other = await startApi({ METRICS_TOKEN })
    if (isBroken) await sql`alter table intakes rename to gone`.execute(other.db)
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    return vi.waitFor(async () => {
      const { body } = await other.app.inject({ url: '/metrics', headers })
      return /^jobs_failing\{name="offers"\} (.)$/m.exec(body)![1]
    }, 10_000)
  }

  expect(await measured(false)).toBe('0')
  expect(await measured(true)).toBe('1')
})

test('each recurring job says when it ran, how long that took and what it did', async () => {
  const other = await startApi({ METRICS_TOKEN }, { timing: { tick: 50, gap: 0 } })
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  await other.ask(api.public.submit, { body: submission(await choicesOf(other.ask)) })
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = async () => (await other.app.inject({ url: '/metrics', headers })).body

  await vi.waitFor(
    async () => expect(await metrics()).toContain('jobs_done_total{name="emails"} 1'),
    10_000,
  )
  const body = await metrics()
  for (const name of ['emails', 'sms', 'scans', 'offers', 'alerts']) {
    const [, time] = new RegExp(
      `^jobs_last_success_timestamp_seconds\\{name="${name}"\\} (.*)$`,
      'm',
    ).exec(body)!
    expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60)
    expect(body).toContain(`jobs_last_duration_seconds{name="${name}"}`)
  }
})

test('waiting, failed and overdue messages are counted', async () => {
  const values = () =>
    Promise.all(
      ['messages{state="waiting"}', 'messages{state="failed"}', 'messages_overdue_seconds'].map(
        valueOf,
      ),
    )
  await db.deleteFrom('outbox').execute()
  expect(await values()).toEqual([0, 0, 0])
  await ask(api.public.submit, { body: submission(await choicesOf(ask)) })
  const dueAt = new Date(Date.now() - 3_600_000).toISOString()
  await db.updateTable('outbox').set({ dueAt }).execute()
  const [waiting, failed, overdue] = await values()

  expect([waiting, failed]).toEqual([1, 0])
  expect(overdue).toBeGreaterThanOrEqual(3600)
  await db.updateTable('outbox').set({ state: 'failed' }).execute()
  expect(await values()).toEqual([0, 1, 0])
})

test('a pause of e-mails is measured', async () => {
  expect(await valueOf('mails_paused')).toBe(0)
  const since = new Date().toISOString()
  await db
    .insertInto('email_pause')
    .values({ _id: 1, since, trouble: 'paused', reply: null })
    .execute()
  expect(await valueOf('mails_paused')).toBe(1)
  await db.deleteFrom('email_pause').execute()
})

test('the cost of SMS of this month and a pause of the sender are measured', async () => {
  const values = () => Promise.all(['sms_month_cost', 'sms_paused'].map(valueOf))
  expect(await values()).toEqual([0, 0])
  const today = dayInKenya(Date.now())
  const days = [`${today.slice(0, 7)}-01`, `${today.slice(0, 7)}-02`, '2025-12-31']
  const rows = days.map((day) => ({ day, messages: 1, parts: 2, cost: 16_000 }))
  await db.insertInto('sms_days').values(rows).execute()
  await db.insertInto('sms_sender').values(pausedSender).execute()
  expect(await values()).toEqual([3.2, 1])

  await db.updateTable('sms_sender').set({ pausedUntil: '2025-12-31T00:00:00.000Z' }).execute()
  expect(await values()).toEqual([3.2, 0])
  expect(await valueOf('sms_total{outcome="failed"}')).toBe(0)
})

test('an SMS that was sent is counted', async () => {
  const timing = { tick: 50, gap: 0 }
  const other = await startApi({ METRICS_TOKEN }, { timing })
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const body = submission(await choicesOf(other.ask), { contact_by: 'sms' })
  const { referenceId: reference } = (await other.ask(api.public.submit, { body })).body
  await other.ask(api.public.withdraw, { body: { reference, contact: body.email } })
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = async () => (await other.app.inject({ url: '/metrics', headers })).body

  await vi.waitFor(
    async () => expect(await metrics()).toContain('sms_total{outcome="accepted"} 1'),
    10_000,
  )
  // An e-mail has confirmed the application.
  await vi.waitFor(
    async () => expect(await metrics()).toContain('mails_total{outcome="accepted"} 1'),
    10_000,
  )
})

test('documents are counted by state, with the bytes of unattached ones and the oldest scan', async () => {
  const values = () =>
    Promise.all(
      [
        'documents{state="receiving"}',
        'documents{state="scanning"}',
        'documents{state="refused"}',
        'documents_unattached_bytes',
        'documents_oldest_unscanned_seconds',
      ].map(valueOf),
    )
  expect(await values()).toEqual([0, 0, 0, 0, 0])
  const at = { db, dataDir: variables.DATA_DIR }
  const createdAt = new Date(Date.now() - 3_600_000).toISOString()
  await addDocument(at, null, { state: 'receiving', size: 300, createdAt })
  await addDocument(at, null, { state: 'scanning', size: 700 })
  const oldest = await addDocument(at, null, { state: 'scanning', size: 5, createdAt })
  const [receiving, scanning, refused, bytes, seconds] = await values()

  expect([receiving, scanning, refused, bytes]).toEqual([1, 2, 0, 1005])
  expect(seconds).toBeGreaterThanOrEqual(3600)
  expect(seconds).toBeLessThan(3700)
  await db
    .updateTable('documents')
    .set({ state: 'refused' })
    .where('_id', '=', oldest._id)
    .execute()
  expect((await values())[4]).toBeLessThan(100)
})

test('the last backup has metrics, on the machine that makes backups', async () => {
  const series = ['backup_age_seconds', 'backup_size_bytes', 'backup_ok']
  const values = () => Promise.all(series.map(valueOf))
  expect(await values()).toEqual([undefined, undefined, undefined])
  const dataDir = variables.DATA_DIR
  const folder = join(dataDir, 'elsewhere')
  await mkdir(folder)
  // The settings of this server name no DATABASE_URL.
  await writeFile(join(folder, 'foundation-2026.sqlite'), 'backup')
  const last = { folder, endedAt: new Date().toISOString(), problem: null }
  await storeLastBackup(dataDir, last)
  const [age, size, isOk] = await values()
  expect([size, isOk]).toEqual([6, 1])
  expect(age).toBeLessThan(100)

  const endedAt = new Date(Date.now() + 1000).toISOString()
  await storeLastBackup(dataDir, { ...last, endedAt, problem: 'the disk is full' })
  expect((await values())[2]).toBe(0)
})

test('no series contains personal data or input of visitors', async () => {
  const id = randomUUID()
  await ask(api.attachments.get, { token, id })
  await app.inject(`/api/no/such/${id}?q=zawadi@example.org`)
  await app.inject(`/${id}`)
  const { body } = await read()

  expect(body).toContain('route="/api/admin/attachments/:_id"')
  expect(body).not.toContain(id)
  expect(body).not.toContain('@')
})

test('process, database and disk have metrics', async () => {
  expect(await valueOf('data_free_bytes')).toBeGreaterThan(0)
  expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(await valueOf('database_ready')).toBe(1)
  const idle = await valueOf('database_connections{state="idle"}')
  expect(idle !== undefined && idle >= 1).toBe(isPostgres)
})

test('a machine without a clock of its own may set it by decades while the server runs', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2099-01-01') })
  onTestFinished(() => void vi.useRealTimers())

  const began = performance.now()
  expect((await read()).statusCode).toBe(200)
  expect(performance.now() - began).toBeLessThan(5000)
})

test('a form sent without JavaScript is counted, too', async () => {
  const server = await startOwnServer({ ...(await newData()), METRICS_TOKEN })
  const page = `${server.url}/industrial-attachment/apply`
  await fetch(page, { method: 'POST', body: new URLSearchParams({ first_name: 'Zawadi' }) })

  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
  expect(metrics).toContain('submissions_total{outcome="refused"} 1')
  expect(metrics).toMatch(/^http_connections [1-9]/m)
  await server.stop('SIGTERM')
})
