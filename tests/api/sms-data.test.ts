import { randomUUID } from 'node:crypto'

import { beforeEach, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { personalData } from '../../contract/application/personal-data.ts'
import { afterRestore } from '../../server/cli/backup/after-restore.ts'
import { kindRules } from '../../server/jobs.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import type { Carrier, OutgoingMessage, Outcome } from '../../server/services/messages/carrier.ts'
import { outboxWorker } from '../../server/services/messages/outbox-worker.ts'
import { messageRenderer } from '../../server/services/messages/render-message.ts'
import { smsRules } from '../../server/services/sms/sms-rules.ts'
import { addMadeUpApplications, signIn, startApi } from '../support/api.ts'
import { storesAt } from '../support/documents.ts'
import { everythingStored } from '../support/dump-storage.ts'
import { runQueue } from '../support/run-job.ts'
import { administrator } from '../support/server.ts'
import { aDay, pausedSender, smsRow } from '../support/sms-rows.ts'

const { ask, token, db, engine, variables } = await startApi()
const timeout = 10_000
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
const sender = {
  foundation: {
    name: 'Foundation',
    shortName: 'SYF',
    email: 'team@example.org',
    phone: '0700 000 000',
  },
  publicUrl: 'https://www.example.org',
}

beforeEach(async () => {
  for (const table of ['sms_days', 'sms_sender'] as const) await db.deleteFrom(table).execute()
})

/** A new application whose applicant wants SMS. */
async function wantsSms(contact_by: 'sms' | 'both' = 'sms') {
  const [row] = await addMadeUpApplications(db, 1, () => ({
    contact_by,
    phone_number: newNumber(),
  }))
  return row!
}

const unsent = {
  state: 'waiting',
  endedAt: null,
  carrier: null,
  recipient: null,
  subject: null,
  text: null,
  parts: null,
  cost: null,
  gatewayId: null,
} as const

let numbers = 0
const newNumber = () => `0711 22${String(++numbers).padStart(2, '0')} 33`

const messagesTo = (attachment: string) =>
  db.selectFrom('outbox').selectAll().where('attachment', '=', attachment).orderBy('_id').execute()

/** Runs a worker of each transport until the test ends. Returns what they have sent. */
function startWorkers(send: (message: OutgoingMessage) => Promise<Outcome>) {
  const discarded: string[] = []
  const sent: string[] = []
  const carrierOf = (name: Carrier['name']): Carrier => ({
    name,
    isRepeatable: name === 'mail',
    send: async (message) => {
      sent.push(message.to)
      return send(message)
    },
    discard: async (_id) => void discarded.push(_id),
    close: () => {},
  })
  const gateway = carrierOf('gateway')
  const limits = { month: undefined, today: undefined }
  const common = {
    db,
    kindRules,
    render: messageRenderer(async () => sender),
    report: () => {},
    onError: () => {},
    timing: { tick: 50, lease: 5000, gap: 0 },
  }
  const rules = smsRules({ db, carrier: gateway, price: 0.8, limits })
  const workers = [
    outboxWorker({ ...common, transport: 'email', carrier: carrierOf('mail') }),
    outboxWorker({ ...common, transport: 'sms', carrier: gateway, rules }),
  ].map((worker) => runQueue(worker, { db, tick: common.timing.tick }))
  return { sent, discarded, stop: () => Promise.all(workers.map((worker) => worker.stop())) }
}

test('number and text of an SMS are removed after 90 days, its cost and the totals stay', async () => {
  const { _id: attachment } = await wantsSms()
  const [old, recent] = [91, 89].map((days) =>
    smsRow(attachment, { endedAt: daysAgo(days), gatewayId: `ATXid_${days}`, delivered: 'yes' }),
  ) as [ReturnType<typeof smsRow>, ReturnType<typeof smsRow>]
  await db.insertInto('outbox').values([old, recent]).execute()
  await db.insertInto('sms_days').values(aDay).execute()
  await deleteExpired(db, engine, storesAt('/nowhere'))

  const removed = { recipient: null, subject: null, text: null, gatewayId: null }
  expect(await messagesTo(attachment)).toEqual([{ ...old, ...removed }, recent])
  expect(await db.selectFrom('sms_days').selectAll().execute()).toEqual([aDay])
})

test('an erased person gets no SMS that waited, and only the totals stay', async () => {
  const { _id: attachment, phone_number } = await wantsSms('both')
  const number = `+254${phone_number.replaceAll(' ', '').slice(1)}`
  await db
    .insertInto('outbox')
    .values([
      smsRow(attachment, { recipient: number }),
      smsRow(attachment, { ...unsent, kind: 'withdrawn' }),
    ])
    .execute()
  await db.insertInto('sms_days').values(aDay).execute()
  expect(await everythingStored(variables)).toContain(number)
  await ask(api.personalData.erase, { token, body: { ids: [attachment] } })
  const { sent } = startWorkers(async () => ({ result: 'sent' }))
  const { email } = await sendEmail()
  await vi.waitFor(() => expect(sent).toEqual([email]), timeout)

  const after = await everythingStored(variables)
  expect([number, phone_number].filter((value) => after.includes(value))).toEqual([])
  expect(await db.selectFrom('sms_days').selectAll().execute()).toEqual([aDay])
})

test.each<Outcome>([
  { result: 'sent' },
  { result: 'refused', forGood: true, trouble: 'unknown number' },
  { result: 'no answer' },
])('an erasure while an SMS is being sent leaves nothing of it: $result', async (outcome) => {
  const { _id: attachment } = await wantsSms()
  const row = smsRow(attachment, {
    ...unsent,
    kind: 'withdrawn',
    dueAt: daysAgo(0),
  })
  await db.insertInto('outbox').values(row).execute()
  const { sent, discarded, stop } = startWorkers(async () => {
    await ask(api.personalData.erase, { token, body: { ids: [attachment] } })
    return outcome
  })
  await vi.waitFor(() => expect(discarded).toEqual([row._id]), timeout)
  await stop()

  expect(sent).toHaveLength(1)
  expect(await messagesTo(attachment)).toEqual([])
  const days = await db.selectFrom('sms_days').select(['messages', 'cost']).execute()
  const isCharged = outcome.result !== 'refused'
  expect(days).toEqual([{ messages: Number(isCharged), cost: isCharged ? 8000 : 0 }])
})

test('the copy of personal data says how the applicant is written to, and has the SMS', async () => {
  const { _id: attachment } = await wantsSms('both')
  await db
    .updateTable('attachments')
    .set({ smsRefused: 'number blocked' })
    .where('_id', '=', attachment)
    .execute()
  await db
    .insertInto('outbox')
    .values(smsRow(attachment, { delivered: 'yes' }))
    .execute()
  const { body } = await ask(api.personalData.export, { token, query: { ids: attachment } })

  expect(() => personalData.parse(body)).not.toThrow()
  expect(body.applications[0]).toMatchObject({
    contact_by: 'both',
    smsRefused: 'number blocked',
    messages: [
      {
        transport: 'sms',
        carrier: 'gateway',
        state: 'sent',
        parts: 1,
        cost: 0.8,
        delivered: 'yes',
        words: { to: '+254712345678', subject: '', text: 'Zawadi, karibu' },
      },
    ],
  })
})

test('after a restore, SMS that waited are unsure, and no e-mail goes in their place', async () => {
  const { _id: attachment } = await wantsSms()
  await db.insertInto('sms_sender').values(pausedSender).execute()
  await ask(api.attachments.accept, { token, id: attachment })
  await db
    .insertInto('outbox')
    .values(smsRow(attachment, { state: 'sending', claim: randomUUID(), endedAt: null }))
    .execute()
  expect((await messagesTo(attachment)).map(({ transport }) => transport)).toEqual(['sms', 'sms'])
  await afterRestore(db, engine)
  const { sent } = startWorkers(async () => ({ result: 'sent' }))
  const again = await signIn(ask, administrator)
  const { email } = await sendEmail()
  await vi.waitFor(() => expect(sent).toEqual([email]), timeout)

  expect(await messagesTo(attachment)).toMatchObject([
    { kind: 'accepted', state: 'unsure', trouble: 'restored', claim: null },
    { kind: 'received', state: 'unsure', trouble: 'restored', claim: null },
  ])
  const told = db.selectFrom('attachments').select('last_told').where('_id', '=', attachment)
  expect(await told.executeTakeFirst()).toEqual({ last_told: 'accepted' })
  expect(await db.selectFrom('sms_sender').selectAll().execute()).toEqual([pausedSender])
  const { body } = await ask(api.attachments.messages, { token: again, id: attachment })
  expect(body).toMatchObject([{ trouble: 'restored' }, { trouble: 'restored' }])
})

/** An e-mail that the worker sends after all that it has to send before. */
async function sendEmail() {
  const { _id, email } = await wantsSms()
  await db
    .insertInto('outbox')
    .values(smsRow(_id, { ...unsent, transport: 'email' }))
    .execute()
  return { email }
}
