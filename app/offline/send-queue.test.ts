import { beforeEach, expect, test, vi } from 'vitest'
import {
  claimEvent,
  dequeue,
  type Draft,
  enqueue,
  enqueuePaper,
  newDraft,
  type QueuedPaper,
  readSavedApplications,
  type SavedApplication,
  saveDraft,
} from './saved-applications.ts'
import { sendQueue } from './send-queue.ts'

/** The store of a phone. `isFull`: nothing can be written. */
const phone = vi.hoisted(() => ({
  entries: new Map<string, SavedApplication | QueuedPaper>(),
  isFull: false,
  /** Called between the reading of all entries and the next change. */
  onRead: () => {},
}))

vi.mock('./idb-store.ts', () => ({
  idbStore: () => ({
    async all() {
      const all = structuredClone([...phone.entries.values()])
      phone.onRead()
      return all
    },
    async update(
      id: string,
      change: (
        entry?: SavedApplication | QueuedPaper,
      ) => SavedApplication | QueuedPaper | undefined,
    ) {
      if (phone.isFull) throw new DOMException('The disk is full', 'QuotaExceededError')
      const changed = change(structuredClone(phone.entries.get(id)))
      if (changed) phone.entries.set(id, changed)
      else phone.entries.delete(id)
    },
  }),
  idbDatabase: () => () => Promise.reject(new Error('There are no documents')),
}))

const reference = 'SPH-2026-AAAAAAAA'
const start = Date.UTC(2026, 10, 2)
const day = 86_400_000

/** The idempotency keys of all attempts, and what the network answers. */
let attempts: string[]
let reply: () => Response | Promise<Response>

beforeEach(() => {
  phone.entries.clear()
  Object.assign(phone, { isFull: false, onRead: () => {} })
  attempts = []
  reply = noReply
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal(
    'fetch',
    async (_path: string, { headers }: { headers: Record<string, string> }) => {
      attempts.push(headers['Idempotency-Key'] ?? '')
      return reply()
    },
  )
})

test('the backoff grows while there is no answer', async () => {
  const draft = await queueNew()
  await sendQueue({ retriesUnanswered: true })
  for (const [second, tries] of [
    [7, 2],
    [15, 2],
    [21, 3],
    [39, 3],
    [47, 4],
  ] as const) {
    await visitAt(second)
    expect(attempts, `after ${second} s`).toHaveLength(tries)
    expect(phone.entries.get(draft.id)).toMatchObject({ tries, met: 'nobody' })
  }
  expect(new Set(attempts)).toEqual(new Set([draft.key]))
})

test('the network that is back causes an attempt at once', async () => {
  await queueNew()
  await sendQueue({ retriesUnanswered: true })
  await sendQueue({ retriesUnanswered: false })
  expect(attempts).toHaveLength(1)
  await sendQueue({ retriesUnanswered: true })
  expect(attempts).toHaveLength(2)
})

test('an attempt waits as long as Retry-After asks, even if the network is back', async () => {
  const { id } = await queueNew()
  reply = () => json(503, { message: 'Please wait.' }, { 'Retry-After': '120' })
  await sendQueue({ retriesUnanswered: true })
  expect(phone.entries.get(id)).toMatchObject({ state: 'waiting', met: { said: 'Please wait.' } })
  await visitAt(110, { retriesUnanswered: true })
  expect(attempts).toHaveLength(1)
  await visitAt(121)
  expect(attempts).toHaveLength(2)
})

test.each([
  ['no answer', 'nobody', () => noReply()],
  ['an incomplete answer', { said: '' }, () => asJson('{"mess', 400)],
  ['the page of a captive portal', { said: '' }, () => html(200, 'Welcome to the hotel')],
  ['a captive portal that forbids', { said: '' }, () => html(403, 'Please pay first')],
  ['JSON without a reference ID', { said: '' }, () => json(200, {})],
  ['a server error', { said: 'Sorry' }, () => json(500, { message: 'Sorry' })],
  ['a server that is too busy', { said: 'Later' }, () => json(429, { message: 'Later' })],
])('%s is no refusal: the application stays in the queue', async (_title, met, answer) => {
  const { id, key } = await queueNew()
  reply = answer
  await sendQueue({ retriesUnanswered: true })
  expect(phone.entries.get(id)).toMatchObject({ state: 'waiting', key, met, tries: 1 })
})

test('a refusal makes the application a draft with its errors, and is not sent again', async () => {
  const { id, key } = await queueNew({ first_name: 'Amina' })
  reply = () => json(400, {})
  await sendQueue({ retriesUnanswered: true })
  await visitAt(20)
  expect(attempts).toHaveLength(1)
  const refusal = { message: '', fields: {} }
  const values = { first_name: 'Amina' }
  expect(phone.entries.get(id)).toMatchObject({ state: 'draft', key, refusal, values })
})

test('a refused paper stays on the phone with the reason, and goes once it has a new proof', async () => {
  const id = `paper ${reference} identity`
  const values = { reference, contact: 'old@example.org', purpose: 'identity' }
  await enqueuePaper({ id, values })
  expect(await readSavedApplications(), 'the form does not show it').toEqual([])
  reply = () => json(404, { message: 'We know no application' })
  await sendQueue({ retriesUnanswered: true })
  await visitAt(20, { retriesUnanswered: true })
  expect(attempts).toHaveLength(1)
  const refusal = { message: 'We know no application' }
  expect(phone.entries.get(id)).toMatchObject({ state: 'paper', values, refusal })

  await enqueuePaper({ id, values: { ...values, contact: 'new@example.org' } })
  reply = () => json(200, { referenceId: reference })
  await sendQueue({ retriesUnanswered: true })
  expect([attempts.length, phone.entries.size]).toEqual([2, 0])
})

test('a refused key is replaced: the changed answers are another application', async () => {
  const { id, key } = await queueNew()
  reply = () => json(409, { message: 'Received before' })
  await sendQueue({ retriesUnanswered: true })
  expect(phone.entries.get(id)).toMatchObject({ refusal: { message: 'Received before' } })
  expect(phone.entries.get(id)).not.toMatchObject({ key })
})

test('of a received application only the reference ID stays, with one event', async () => {
  const { id } = await queueNew({ first_name: 'Amina' })
  reply = received
  await sendQueue({ retriesUnanswered: true })
  const receipt = { state: 'received', id: reference, was: id, at: start, untold: true } as const
  expect([...phone.entries.values()]).toEqual([receipt])
  expect([await claimEvent(receipt), await claimEvent(receipt)]).toEqual([true, false])
})

test('answers that were changed while they were sent stay beside the receipt', async () => {
  const draft = await queueNew({ first_name: 'Sent' })
  reply = async () => {
    vi.setSystemTime(start + 1000)
    await dequeue(draft)
    await saveDraft({ ...draft, values: { first_name: 'Changed' }, at: Date.now() })
    return received()
  }
  await sendQueue({ retriesUnanswered: true })
  expect([...phone.entries.values()]).toMatchObject([
    { state: 'draft', values: { first_name: 'Changed' } },
    { state: 'received', id: reference },
  ])
})

test('a second press of the same page waits for the first one, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: start })
  const { key } = await queueNew()
  const answer = Promise.withResolvers<Response>()
  const begun = Promise.withResolvers<void>()
  reply = () => (begun.resolve(), answer.promise)
  const press = () => sendQueue({ retriesUnanswered: true, isByHand: true })
  const first = press()
  await begun.promise
  const second = press()
  await vi.advanceTimersByTimeAsync(20_000)
  answer.resolve(received())
  await Promise.all([first, second])
  expect(attempts).toEqual([key])
})

test('an attempt that cannot be stored delays the next one, and is not the last', async () => {
  const first = await queueNew()
  const other = await queueNew()
  phone.isFull = true
  reply = () => json(503, {}, { 'Retry-After': '120' })
  for (let second = 0; second < 90; second += 6) await visitAt(second)
  expect(attempts.toSorted()).toEqual([first.key, other.key].toSorted())
  await visitAt(121)
  expect(attempts).toHaveLength(4)
  phone.isFull = false
  reply = received
  await visitAt(250)
  expect(attempts).toHaveLength(6)
})

test('a time to wait that only a wrong clock can have set is ignored', async () => {
  const { id } = await queueNew()
  const late = { tries: 0, notBefore: Date.UTC(2100, 0), met: { said: '' } }
  phone.entries.set(id, { ...phone.entries.get(id), ...late } as SavedApplication)
  await sendQueue({ retriesUnanswered: false })
  expect(attempts).toHaveLength(1)
})

test('drafts and receipts are deleted after 60 days, queued applications are not', async () => {
  const at = start - 61 * day
  put({ id: 'old', at })
  put({ id: 'kept', at: start - 59 * day })
  put({ id: 'queued', at, state: 'waiting' })
  const ids = (await readSavedApplications()).map(({ id }) => id)
  expect(ids).toEqual(['queued', 'kept'])
  expect([...phone.entries.keys()]).toEqual(['kept', 'queued'])
})

test('an expired draft that cannot be deleted does not hide the others', async () => {
  put({ id: 'old', at: start - 61 * day })
  put({ id: 'another' })
  phone.isFull = true
  expect(await readSavedApplications()).toMatchObject([{ id: 'another' }])
})

test('an expired draft stays if another tab changes it at the same time', async () => {
  put({ id: 'old', at: start - 61 * day })
  phone.onRead = () => put({ id: 'old', values: { first_name: 'Changed' } })
  await readSavedApplications()
  expect(phone.entries.get('old')).toMatchObject({ values: { first_name: 'Changed' } })
})

test('a draft of a wrong clock gets the time of now, and stays if two tabs read it', async () => {
  put({ id: 'stopped', at: Date.UTC(2020, 0) })
  const [one, other] = await Promise.all([readSavedApplications(), readSavedApplications()])
  expect(one).toMatchObject([{ id: 'stopped' }])
  expect(other).toMatchObject([{ id: 'stopped' }])
  expect(phone.entries.get('stopped')).toMatchObject({ at: start })
})

/** Puts a new application into the queue. */
async function queueNew(values: Draft['values'] = {}) {
  const draft = { ...newDraft(), values }
  await enqueue(draft, values)
  return draft
}

/** Sends what is due so many seconds after the start. */
function visitAt(second: number, how = { retriesUnanswered: false }) {
  vi.setSystemTime(start + second * 1000)
  return sendQueue(how)
}

function put(entry: { id: string; at?: number; state?: string; values?: object }) {
  phone.entries.set(entry.id, { ...newDraft(), ...entry } as SavedApplication)
}

function noReply(): never {
  throw new TypeError('Failed to fetch')
}

function received() {
  return json(200, { referenceId: reference })
}

function json(status: number, body: object, headers = {}) {
  return asJson(JSON.stringify(body), status, headers)
}

function asJson(body: string, status: number, headers = {}) {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

function html(status: number, body: string) {
  return new Response(body, { status, headers: { 'Content-Type': 'text/html' } })
}
