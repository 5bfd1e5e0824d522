import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { ContactBy } from '../../contract/application/contact-by.ts'
import { kindRules } from '../../server/jobs.ts'
import type { Outcome } from '../../server/services/messages/carrier.ts'
import { outboxWorker } from '../../server/services/messages/outbox-worker.ts'
import { cancelSmsOf } from '../../server/services/messages/outbox.ts'
import { messageRenderer } from '../../server/services/messages/render-message.ts'
import { takeReport } from '../../server/services/sms/gateway-calls.ts'
import { smsRules } from '../../server/services/sms/sms-rules.ts'
import type { Limits } from '../../server/services/sms/spending.ts'
import { choicesOf, signIn, startApi, submission } from '../support/api.ts'
import { runQueue } from '../support/run-job.ts'
import { administrator } from '../support/server.ts'

// The server's clock stands still, at ten in the morning in Kenya, until a test sets it.
const morning = Date.parse('2026-11-25T10:00:00+03:00')
const minute = 60_000
const hour = 60 * minute
vi.useFakeTimers({ toFake: ['Date'], now: morning })
const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const foundation = {
  name: 'Foundation',
  shortName: 'SYF',
  email: 'team@example.org',
  phone: '0700 000 000',
}
const timeout = 10_000

beforeEach(async () => {
  vi.setSystemTime(morning)
  for (const table of ['sms_days', 'sms_sender'] as const) await db.deleteFrom(table).execute()
  // Messages of earlier tests are no part of this one.
  await db
    .updateTable('outbox')
    .set({ state: 'cancelled' })
    .where('state', '=', 'waiting')
    .execute()
})
afterEach(() => void vi.setSystemTime(morning))

let applicants = 0

/** An application whose applicant wants to be written to in this way. Its confirmation is done. */
async function apply(contact_by: ContactBy) {
  const phone_number = `0712 ${String(++applicants).padStart(6, '0')}`
  const body = submission(choices, { phone_number })
  const { referenceId } = (await ask(api.public.submit, { body })).body
  const { _id } = await db
    .updateTable('attachments')
    .set({ contact_by })
    .where('referenceId', '=', referenceId)
    .returning('_id')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('outbox').where('attachment', '=', _id).execute()
  return { _id, to: `+254${phone_number.replaceAll(' ', '').slice(1)}` }
}

/** Accepts or revokes. A session does not last as long as the clock is moved. */
async function accept(_id: string) {
  await ask(api.attachments.accept, { token: await signIn(ask, administrator), id: _id })
}

/** Decides, and lets the undo window end. */
async function decide(_id: string) {
  await accept(_id)
  passTime(minute)
}

function passTime(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds)
}

type Answer = Outcome | Promise<Outcome>

/** Workers of both transports. `answer` is the gateway's; e-mails are always sent. */
function startWorkers(
  answer: (to: string) => Answer,
  { limits = {}, isOn = true }: { limits?: Partial<Limits>; isOn?: boolean } = {},
) {
  const texts: string[] = []
  const base = { isRepeatable: false, discard: async () => {}, close: () => {} }
  const gateway = {
    ...base,
    name: 'gateway' as const,
    send: async ({ to, text }: { to: string; text: string }) => {
      texts.push(text)
      return answer(to)
    },
  }
  const mail = { ...base, name: 'mail' as const, send: async () => sent }
  const sender = { foundation, publicUrl: 'https://www.example.org' }
  const common = {
    db,
    kindRules,
    render: messageRenderer(async () => sender),
    report: () => {},
    onError: () => {},
    timing: { tick: 20, lease: 1000, gap: 0 },
  }
  const rules = smsRules({
    db,
    carrier: isOn ? gateway : undefined,
    price: 0.8,
    limits: { month: undefined, today: undefined, ...limits },
  })
  const workers = [
    outboxWorker({ ...common, transport: 'sms', carrier: gateway, rules }),
    outboxWorker({ ...common, transport: 'email', carrier: mail }),
  ]
  for (const worker of workers) runQueue(worker, { db, tick: common.timing.tick })
  return texts
}

const sent: Outcome = { result: 'sent' }
const receipt = (gatewayId: string, cost = 0.8): Outcome => ({
  result: 'sent',
  receipt: { gatewayId, cost },
})

/** The messages of an application, oldest first, such as 'sms accepted: waiting (over budget)'. */
async function messagesOf(_id: string) {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('attachment', '=', _id)
    .orderBy('_id')
    .execute()
  return rows.map(
    ({ transport, kind, state, trouble }) =>
      `${transport} ${kind}: ${state}${trouble ? ` (${trouble})` : ''}`,
  )
}

const becomes = (_id: string, ...states: string[]) =>
  vi.waitFor(async () => expect(await messagesOf(_id)).toEqual(states), timeout)

async function totals() {
  const { body } = await ask(api.messages.counts, { token: await signIn(ask, administrator) })
  return { month: body.sms.month.cost, today: body.sms.today.cost, parts: body.sms.today.parts }
}

test('an applicant who wants SMS gets one, with its parts and cost, and no e-mail', async () => {
  const { _id, to } = await apply('sms')
  const asked: string[] = []
  startWorkers((number) => {
    asked.push(number)
    return receipt('ATXid_1', 0.85)
  })
  await decide(_id)

  await becomes(_id, 'sms accepted: sent')
  expect(asked).toEqual([to])
  const { body } = await ask(api.attachments.messages, { token, id: _id })
  expect(body[0]).toMatchObject({
    transport: 'sms',
    carrier: 'gateway',
    parts: 1,
    cost: 0.85,
    delivered: null,
    words: { to, subject: '' },
  })
  expect(await totals()).toEqual({ month: 0.85, today: 0.85, parts: 1 })
})

test('an applicant who wants both gets both', async () => {
  const { _id } = await apply('both')
  const texts = startWorkers(() => sent)
  await decide(_id)

  await becomes(_id, 'email accepted: sent', 'sms accepted: sent')
  expect(texts).toHaveLength(1)
})

test('an undo within a minute cancels the SMS and the e-mail', async () => {
  const { _id } = await apply('both')
  const texts = startWorkers(() => sent)
  await accept(_id)
  await accept(_id)
  passTime(2 * minute)
  const { _id: other } = await apply('sms')
  await decide(other)
  await becomes(other, 'sms accepted: sent')

  expect(await messagesOf(_id)).toEqual(['email accepted: cancelled', 'sms accepted: cancelled'])
  expect(texts).toHaveLength(1)
})

test('a revoked acceptance is told over both transports', async () => {
  const { _id } = await apply('both')
  const texts = startWorkers(() => sent)
  await decide(_id)
  await becomes(_id, 'email accepted: sent', 'sms accepted: sent')
  await decide(_id)

  await becomes(
    _id,
    'email accepted: sent',
    'sms accepted: sent',
    'email revoked: sent',
    'sms revoked: sent',
  )
  expect(texts).toHaveLength(2)
})

test('an SMS without an answer is unsure, is not sent again, and an e-mail goes', async () => {
  const { _id } = await apply('sms')
  const texts = startWorkers(() => ({ result: 'no answer' }))
  await decide(_id)

  await becomes(_id, 'sms accepted: unsure (no answer)', 'email accepted: sent')
  passTime(3 * hour)
  await becomes(_id, 'sms accepted: unsure (no answer)', 'email accepted: sent')
  expect(texts).toHaveLength(1)
  // It may have been charged.
  expect(await totals()).toMatchObject({ month: 0.8 })
})

test('an SMS whose process ended during the attempt is not sent again, and an e-mail goes', async () => {
  const { _id } = await apply('sms')
  await decide(_id)
  const dueAt = new Date().toISOString()
  const sending = { state: 'sending', claim: _id, dueAt, parts: 1, cost: 8000 } as const
  await db.updateTable('outbox').set(sending).where('attachment', '=', _id).execute()
  const texts = startWorkers(() => sent)

  await becomes(_id, 'sms accepted: unsure (no answer)', 'email accepted: sent')
  expect(texts).toEqual([])
})

test('staff can send an unsure SMS again, and its cost is that of both attempts', async () => {
  const { _id } = await apply('sms')
  let answer: Outcome = { result: 'no answer' }
  startWorkers(() => answer)
  await decide(_id)
  await becomes(_id, 'sms accepted: unsure (no answer)', 'email accepted: sent')
  answer = receipt('ATXid_2')
  const { body } = await ask(api.attachments.messages, { token, id: _id })
  await ask(api.messages.retry, { token, id: body[1]._id })

  await becomes(_id, 'sms accepted: sent', 'email accepted: sent')
  expect(await totals()).toEqual({ month: 1.6, today: 1.6, parts: 2 })
  const { body: after } = await ask(api.attachments.messages, { token, id: _id })
  expect(after[1]).toMatchObject({ parts: 2, cost: 1.6 })
})

test.each(['unknown number', 'number blocked'] as const)(
  'a number that is refused (%s) is marked, and e-mails go from then on',
  async (trouble) => {
    const { _id } = await apply('sms')
    startWorkers(() => ({ result: 'refused', forGood: true, trouble, reply: '406' }))
    await decide(_id)

    await becomes(_id, `sms accepted: failed (${trouble})`, 'email accepted: sent')
    expect((await ask(api.attachments.get, { token, id: _id })).body.smsRefused).toBe(trouble)
    expect(await totals()).toEqual({ month: 0, today: 0, parts: 0 })
    await decide(_id)
    await becomes(
      _id,
      `sms accepted: cancelled (${trouble})`,
      'email accepted: sent',
      'email revoked: sent',
    )
  },
)

test('over the cap of a day, SMS wait and e-mails go, and the SMS ends once its e-mail is sent', async () => {
  const first = await apply('sms')
  const second = await apply('sms')
  const texts = startWorkers(() => receipt('ATXid_3'), { limits: { today: 1.5 } })
  await decide(first._id)
  await becomes(first._id, 'sms accepted: sent')
  await decide(second._id)

  await becomes(second._id, 'sms accepted: waiting (over budget)', 'email accepted: sent')
  passTime(hour)
  await becomes(second._id, 'sms accepted: cancelled (sent by e-mail)', 'email accepted: sent')
  expect(texts).toHaveLength(1)
  expect(await totals()).toMatchObject({ today: 0.8 })
})

test('the budget of a month counts the days before, and a new month begins with all of it', async () => {
  vi.setSystemTime(Date.parse('2026-11-30T10:00:00+03:00'))
  await db
    .insertInto('sms_days')
    .values({ day: '2026-11-02', messages: 2, parts: 2, cost: 16_000 })
    .execute()
  const first = await apply('both')
  const second = await apply('both')
  startWorkers(() => sent, { limits: { month: 2 } })
  await decide(first._id)
  await becomes(first._id, 'email accepted: sent', 'sms accepted: waiting (over budget)')
  vi.setSystemTime(Date.parse('2026-12-01T08:00:00+03:00'))
  await decide(second._id)

  await becomes(second._id, 'email accepted: sent', 'sms accepted: sent')
  // An applicant who wants both gets the SMS later.
  await becomes(first._id, 'email accepted: sent', 'sms accepted: sent')
  expect(await totals()).toMatchObject({ month: 1.6 })
})

test('many attempts at once never exceed the budget', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => apply('sms')))
  const [one, other] = [0, 1].map(() => startWorkers(() => sent, { limits: { month: 4 } }))
  await ask(api.attachments.decide, {
    token,
    body: { ids: ids.map(({ _id }) => _id), is_accepted: true },
  })
  passTime(minute)
  await vi.waitFor(async () => {
    const states = await Promise.all(ids.map(({ _id }) => messagesOf(_id)))
    expect(states.flat().filter((state) => state === 'email accepted: sent')).toHaveLength(7)
  }, timeout)

  expect([...one!, ...other!]).toHaveLength(5)
  expect(await totals()).toEqual({ month: 4, today: 4, parts: 5 })
})

test('without credit, the sender pauses, and e-mails go for all that wait', async () => {
  // One after the other, because the order of the messages is the order of the applications.
  const ids = [await apply('sms'), await apply('sms'), await apply('sms')] as const
  let answer: Outcome = sent
  const texts = startWorkers(() => {
    const given = answer
    answer = { result: 'unavailable', trouble: 'no credit', reply: '405' }
    return given
  })
  await ask(api.attachments.decide, {
    token,
    body: { ids: ids.map(({ _id }) => _id), is_accepted: true },
  })
  passTime(minute)

  await becomes(ids[0]._id, 'sms accepted: sent')
  for (const { _id } of ids.slice(1)) {
    await vi.waitFor(
      async () => expect(await messagesOf(_id)).toContain('email accepted: sent'),
      timeout,
    )
  }
  expect(texts).toHaveLength(2)
  const { body } = await ask(api.messages.counts, { token })
  expect(body.sms.pause).toMatchObject({ trouble: 'no credit' })
  expect(await totals()).toMatchObject({ month: 0.8 })
})

test('after many failures in a row, no SMS is tried for a quarter of an hour', async () => {
  const ids: Awaited<ReturnType<typeof apply>>[] = []
  while (ids.length < 7) ids.push(await apply('sms'))
  let answer: Outcome = { result: 'refused', forGood: true, trouble: 'refused', reply: '407' }
  const texts = startWorkers(() => answer)
  await ask(api.attachments.decide, {
    token,
    body: { ids: ids.map(({ _id }) => _id), is_accepted: true },
  })
  passTime(minute)
  // Messages that are due at the same time go in any order.
  const twoBecome = (state: string) =>
    vi.waitFor(async () => {
      const messages = await Promise.all(ids.map(({ _id }) => messagesOf(_id)))
      expect(messages.flat().filter((message) => message === state)).toHaveLength(2)
    }, timeout)
  await twoBecome('sms accepted: waiting (paused)')
  expect(texts).toHaveLength(5)
  answer = sent
  passTime(15 * minute)

  await twoBecome('sms accepted: sent')
  expect((await ask(api.messages.counts, { token })).body.sms.pause).toBeNull()
})

test('at night, SMS wait until seven, and what the applicant has asked for goes at once', async () => {
  const { _id } = await apply('sms')
  const leaving = await apply('sms')
  vi.setSystemTime(Date.parse('2026-11-25T19:59:30+03:00'))
  startWorkers(() => sent)
  await decide(_id)

  await becomes(_id, 'sms accepted: waiting (quiet hours)')
  const { body } = await ask(api.attachments.messages, { token, id: _id })
  expect(body[0].dueAt).toBe('2026-11-26T04:00:00.000Z')
  const { referenceId: reference, email: contact } = (
    await ask(api.attachments.get, { token, id: leaving._id })
  ).body
  await ask(api.public.withdraw, { body: { reference, contact } })
  await becomes(leaving._id, 'sms withdrawn: sent')
  vi.setSystemTime(Date.parse('2026-11-26T06:59:59+03:00'))
  await becomes(_id, 'sms accepted: waiting (quiet hours)')
  vi.setSystemTime(Date.parse('2026-11-26T07:00:00+03:00'))
  await becomes(_id, 'sms accepted: sent')
})

test('a decision of the night that is undone before seven is never told', async () => {
  const { _id } = await apply('sms')
  vi.setSystemTime(Date.parse('2026-11-25T23:00:00+03:00'))
  const texts = startWorkers(() => sent)
  await decide(_id)
  await becomes(_id, 'sms accepted: waiting (quiet hours)')
  await accept(_id)
  vi.setSystemTime(Date.parse('2026-11-26T07:30:00+03:00'))

  await becomes(_id, 'sms accepted: cancelled (quiet hours)')
  expect(texts).toEqual([])
})

test('a gateway that is away for a day gives the SMS up, and an e-mail goes', async () => {
  const { _id } = await apply('sms')
  startWorkers(() => ({ result: 'unavailable', trouble: 'unreachable' }))
  await decide(_id)
  await becomes(_id, 'sms accepted: waiting (unreachable)')
  passTime(24 * hour)

  await becomes(_id, 'sms accepted: failed (unreachable)', 'email accepted: sent')
  expect(await totals()).toMatchObject({ month: 0 })
})

test('delivery reports set the end state once, and an e-mail goes where an SMS did not arrive', async () => {
  const [delivered, lost] = [await apply('sms'), await apply('sms')]
  startWorkers((to) => receipt(to === delivered.to ? 'one' : 'two'))
  await decide(delivered._id)
  await decide(lost._id)
  await becomes(delivered._id, 'sms accepted: sent')
  await becomes(lost._id, 'sms accepted: sent')
  const report = (gatewayId: string, state: 'yes' | 'no' | null, reason: string | null = null) =>
    takeReport(db, { gatewayId, delivered: state, reason })

  await report('one', 'yes')
  await report('one', null)
  await report('one', 'no', 'DeliveryFailure')
  await report('two', 'no', 'UserDoesNotExist')
  await report('two', 'no', 'UserDoesNotExist')
  await report('two', 'yes')
  await report('forged', 'no')

  await becomes(delivered._id, 'sms accepted: sent')
  await becomes(lost._id, 'sms accepted: failed (not delivered)', 'email accepted: sent')
  const { body } = await ask(api.attachments.messages, { token, id: lost._id })
  expect(body[1]).toMatchObject({ delivered: 'no', reply: 'UserDoesNotExist', cost: 0.8 })
  const { body: good } = await ask(api.attachments.messages, { token, id: delivered._id })
  expect(good[0]).toMatchObject({ delivered: 'yes', trouble: null })
})

test('without a report for three days, it is not known whether an SMS arrived', async () => {
  const { _id } = await apply('sms')
  startWorkers(() => receipt('three'))
  await decide(_id)
  await becomes(_id, 'sms accepted: sent')
  const later = { state: 'sent', endedAt: new Date(Date.now() - 73 * hour).toISOString() } as const
  await db.updateTable('outbox').set(later).where('attachment', '=', _id).execute()

  const { body } = await ask(api.attachments.messages, { token, id: _id })
  expect(body[0].delivered).toBe('unknown')
  await takeReport(db, { gatewayId: 'three', delivered: 'yes', reason: null })
  const { body: after } = await ask(api.attachments.messages, { token, id: _id })
  expect(after[0].delivered).toBe('yes')
})

test('where SMS are not set up, an e-mail goes', async () => {
  const { _id } = await apply('sms')
  const texts = startWorkers(() => sent, { isOn: false })
  await decide(_id)

  await becomes(_id, 'sms accepted: failed (not set up)', 'email accepted: sent')
  expect(texts).toEqual([])
})

test('an SMS that is cancelled by its recipient goes by e-mail, after the undo window', async () => {
  const { _id } = await apply('sms')
  const texts = startWorkers(() => sent)
  await accept(_id)
  await db.transaction().execute((transaction) => cancelSmsOf(transaction, [_id]))
  await becomes(_id, 'sms accepted: cancelled (sent by e-mail)', 'email accepted: waiting')
  passTime(minute)

  await becomes(_id, 'sms accepted: cancelled (sent by e-mail)', 'email accepted: sent')
  expect(texts).toEqual([])
})

test('no e-mail repeats an SMS that failed after a later decision', async () => {
  const { _id } = await apply('sms')
  const answer = Promise.withResolvers<Outcome>()
  const asked = Promise.withResolvers<void>()
  const texts = startWorkers(() => {
    asked.resolve()
    return answer.promise
  })
  await decide(_id)
  await asked.promise
  await accept(_id)
  answer.resolve({ result: 'refused', forGood: true, trouble: 'refused' })

  await becomes(_id, 'sms accepted: cancelled (refused)', 'sms revoked: cancelled')
  expect(texts).toHaveLength(1)
})
