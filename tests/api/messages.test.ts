import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { Message } from '../../contract/message/message.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import { enqueueMessage } from '../../server/services/messages/outbox.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import { afterRestore } from '../../server/cli/backup/after-restore.ts'
import { addMadeUpApplications, choicesOf, startApi, submission } from '../support/api.ts'
import { startMailServer } from '../support/mail-server.ts'
import { administrator } from '../support/server.ts'
import { everythingStored } from '../support/dump-storage.ts'
import { storesAt } from '../support/documents.ts'
import { deadPort } from '../support/port.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const MAIL_FROM = 'Foundation <attachments@example.org>'
const PUBLIC_URL = 'https://www.example.org'
/** Timeout in milliseconds, long enough for a busy machine. */
const timeout = 15_000
const quick = { tick: 50, gap: 0, pause: 1, pauseAfterNoAnswer: 1 }

const started = await startSending({ SMTP_URL: mail.url, MAIL_FROM, PUBLIC_URL }, quick)
const { ask, token, db, engine } = started
const withFiles = await startSending({}, quick)

/** `npm test` checks connections to mail servers on SQLite only. */
const isRepeated = process.env['TEST_ENGINE'] === 'postgres' && process.env['TEST_SCOPE'] === 'once'

async function startSending(variables: Record<string, string>, timing: object) {
  const server = await startApi(variables, { timing })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...server, choices: await choicesOf(server.ask) }
}

let people = 0
/** An unused e-mail address. */
const someone = (who = 'amani') => `${who}.${++people}@example.org`

async function apply(changes: Record<string, unknown> = {}, at = started) {
  const body = submission(at.choices, { email: someone(), ...changes })
  const headers = { 'idempotency-key': randomUUID() }
  const { status, body: receipt } = await at.ask(api.public.submit, { body, headers })
  expect(status).toBe(201)
  const query = { q: receipt.referenceId }
  const { body: found } = await at.ask(api.attachments.list, { token: at.token, query })
  return found[0] as Application
}

async function messagesOf(_id: string, at = started): Promise<Message[]> {
  const { body } = await at.ask(api.attachments.messages, { token: at.token, id: _id })
  return body
}

const told = async (_id: string) =>
  (await messagesOf(_id)).map(({ kind, state }) => `${kind}: ${state}`).toReversed()

/** Waits until the applicant's messages have these states, oldest first. */
const becomes = (_id: string, ...states: string[]) =>
  vi.waitFor(async () => expect(await told(_id)).toEqual(states), timeout)

const accept = (_id: string) => ask(api.attachments.accept, { token, id: _id })
const mailsTo = (email: string) => mail.arrived.filter(({ to }) => to === email)

/** Ends the minute in which decisions can be undone. */
async function letAMinutePass() {
  await db
    .updateTable('outbox')
    .set({ dueAt: new Date().toISOString() })
    .where('state', '=', 'waiting')
    .execute()
}

/** Makes waiting messages four days old, so that their next attempt is the last one. */
async function letFourDaysPass() {
  await db
    .updateTable('outbox')
    .set({ giveUpAt: new Date().toISOString() })
    .where('state', '=', 'waiting')
    .execute()
}

test('the e-mail that confirms an application is sent at once', async () => {
  const { _id, email, referenceId } = await apply()
  await becomes(_id, 'received: sent')
  const [arrived, ...others] = mailsTo(email)

  expect(others).toEqual([])
  expect(Object.fromEntries(arrived!.headers)).toMatchObject({
    from: 'Foundation <attachments@example.org>',
    to: email,
    'reply-to': 'Swahili Youth Foundation <hello@foundation.example>',
    subject: `We have received your application ${referenceId}`,
    'auto-submitted': 'auto-generated',
  })
  expect(arrived!.text).toMatch(/^Hello Zawadi,\n/)
  expect(arrived!.text).toContain(`\n${referenceId}\n`)
  expect(arrived!.text).toContain(
    `\nhttps://www.example.org/industrial-attachment/status?reference=${referenceId}\n`,
  )
  expect(arrived!.text).toContain('+254 700 000 000')
  const [message] = await messagesOf(_id)
  expect(arrived!.id).toBe(`<${message!._id}@example.org>`)
  expect(message!.words).toMatchObject({ to: email, subject: arrived!.headers.get('subject') })
  expect(message!.words!.text.trim()).toBe(arrived!.text.trim())
})

test('a decision is sent after a minute, and never if it was undone before', async () => {
  const taken = await apply()
  const undone = await apply()
  for (const { _id } of [taken, undone, undone]) await accept(_id)
  await becomes(taken._id, 'received: sent', 'accepted: waiting')
  const [{ dueAt, createdAt }] = (await messagesOf(taken._id)) as [Message]
  expect(Date.parse(dueAt!) - Date.parse(createdAt)).toBeCloseTo(60_000, -2)

  await letAMinutePass()
  await becomes(taken._id, 'received: sent', 'accepted: sent')
  await becomes(undone._id, 'received: sent', 'accepted: cancelled')
  expect(mailsTo(taken.email).map(({ headers }) => headers.get('subject'))).toEqual([
    `We have received your application ${taken.referenceId}`,
    `Your application ${taken.referenceId} is accepted`,
  ])

  await accept(taken._id)
  await accept(taken._id)
  await becomes(taken._id, 'received: sent', 'accepted: sent', 'revoked: cancelled')
  await accept(taken._id)
  await letAMinutePass()
  const all = ['received: sent', 'accepted: sent', 'revoked: cancelled', 'revoked: sent']
  await becomes(taken._id, ...all)
  expect(mailsTo(undone.email)).toHaveLength(1)
})

test('each way to decide sends an e-mail to the applicants concerned and nobody else', async () => {
  const [one, two, three] = [await apply(), await apply(), await apply()]
  await accept(one._id)
  await ask(api.attachments.accept, { token, id: one._id, body: { is_accepted: true } })
  const ids = [one, two].map(({ _id }) => _id)
  await ask(api.attachments.decide, { token, body: { ids, is_accepted: true } })
  const { updatedAt, institution, course, department } = three
  const body = { ...three, institution, course, department, is_accepted: true, updatedAt }
  expect((await ask(api.attachments.update, { token, id: three._id, body })).status).toBe(200)
  await ask(api.attachments.archive, { token, id: two._id })
  await letAMinutePass()

  for (const { _id } of [one, two, three]) await becomes(_id, 'received: sent', 'accepted: sent')
})

test('the e-mail of a decline has its reason and the words of staff; its undo is sent too', async () => {
  const applied = await apply({ language: 'sw' })
  const { _id, email } = applied
  const decline = (reason: string, message: string | null = null) =>
    ask(api.attachments.decline, { token, id: _id, body: { reason, message } })
  const archive = () => ask(api.attachments.archive, { token, id: _id })
  const words = 'Karibu tena mwezi wa tano.\nTutakuwa na nafasi.'
  await accept(_id)
  await decline('no-place', words)
  await letAMinutePass()
  const first = ['received: sent', 'accepted: cancelled', 'declined: sent']
  await becomes(_id, ...first)
  const letter = mailsTo(email).at(-1)!.text
  expect(letter).toMatch(/^Habari Zawadi,\n/)
  expect(letter).toContain('Sababu: idara uliyoichagua haina nafasi iliyobaki.')
  expect(letter).toContain(words)
  expect(letter).toContain('https://www.example.org/sw/industrial-attachment/status')

  await archive()
  await decline('no-place', words)
  await becomes(_id, ...first, 'brought back: cancelled')
  await archive()
  await decline('late')
  const second = [...first, 'brought back: cancelled', 'brought back: cancelled']
  await becomes(_id, ...second, 'declined: waiting')
  await archive()
  await letAMinutePass()
  await becomes(_id, ...second, 'declined: cancelled', 'brought back: sent')

  const body = { ids: [_id], is_archived: true, decline: { reason: 'other', message: null } }
  await archive()
  await ask(api.attachments.decide, { token, body })
  await ask(api.attachments.decide, { token, body: { ids: [_id], decline: null } })
  expect((await told(_id)).at(-1)).toBe('declined: cancelled')
})

test('a withdrawal is confirmed at once and cancels decisions that wait', async () => {
  const { _id, email, referenceId: reference } = await apply()
  const withdraw = () => ask(api.public.withdraw, { body: { reference, contact: email } })
  const archive = () => ask(api.attachments.archive, { token, id: _id })
  await accept(_id)
  await withdraw()
  const first = ['received: sent', 'accepted: cancelled', 'withdrawn: sent']
  await becomes(_id, ...first)

  await archive()
  await accept(_id)
  await letAMinutePass()
  const second = [...first, 'accepted: cancelled', 'brought back: sent']
  await becomes(_id, ...second)
  await accept(_id)
  await letAMinutePass()
  await becomes(_id, ...second, 'accepted: sent')
  await ask(api.attachments.decline, { token, id: _id, body: { reason: 'late', message: null } })
  await archive()
  await letAMinutePass()
  await becomes(_id, ...second, 'accepted: sent', 'declined: cancelled', 'revoked: sent')
  expect(mailsTo(email).at(-1)!.text).toContain('We have had to take this back')
})

test('bringing a withdrawn application back is told even if the confirmation failed', async () => {
  const { _id, email } = await withdrawUnconfirmed()
  await ask(api.attachments.archive, { token, id: _id })
  await accept(_id)
  await accept(_id)
  await letAMinutePass()

  const cancelled = ['brought back: cancelled', 'accepted: cancelled']
  await becomes(_id, 'received: sent', 'withdrawn: failed', ...cancelled, 'brought back: sent')
  expect(mailsTo(email)).toHaveLength(2)
})

test.each([
  ['brought back', { is_archived: false }],
  ['accepted', { is_archived: false, is_accepted: true }],
])('the undo of %s is told to an applicant who was told of it', async (news, decision) => {
  const { _id, email, referenceId: reference } = await apply()
  await ask(api.public.withdraw, { body: { reference, contact: email } })
  const first = ['received: sent', 'withdrawn: sent']
  await becomes(_id, ...first)
  const decide = (body: object) => ask(api.attachments.decide, { token, body })
  const { body: early } = await decide({ ids: [_id], ...decision })
  await decide(early.undo[0])
  await becomes(_id, ...first, `${news}: cancelled`)

  const { body: late } = await decide({ ids: [_id], ...decision })
  await letAMinutePass()
  const second = [...first, `${news}: cancelled`, `${news}: sent`]
  await becomes(_id, ...second)
  await decide(late.undo[0])
  await becomes(_id, ...second, 'withdrawn: sent')
  expect(mailsTo(email)).toHaveLength(4)
})

test('a transaction that is rolled back sends nothing', async () => {
  const { _id, email } = await apply()
  await becomes(_id, 'received: sent')
  const work = inTransaction(db, async (transaction) => {
    await enqueueMessage(transaction, 'received', [_id])
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')
  const other = await apply()
  await becomes(other._id, 'received: sent')

  expect(await told(_id)).toEqual(['received: sent'])
  expect(mailsTo(email)).toHaveLength(1)
})

test('an e-mail that a busy mail server postponed is sent again under the same id', async () => {
  const email = someone()
  let refusals = 0
  mail.treat((to) => (to === email && refusals++ < 2 ? { recipient: '450 4.2.1 Later' } : {}))
  const { _id } = await apply({ email })
  await becomes(_id, 'received: sent')

  expect(refusals).toBe(3)
  expect(mailsTo(email)).toHaveLength(1)
})

test.each([
  ['recipient', '550 5.1.1 No such person here', 'unknown address', '550 5.1.1'],
  ['recipient', '552 5.2.2 Mailbox full', 'mailbox full', '552 5.2.2'],
  ['end', '550 5.2.1 Mailbox closed', 'unknown address', '550 5.2.1'],
  ['recipient', '550 Unknown', 'unknown address', '550'],
])('a permanent refusal at the %s is not retried: %s', async (when, reply, trouble, codes) => {
  const email = someone()
  let tries = 0
  mail.treat((to) => (to === email && ++tries ? { [when]: reply } : {}))
  const { _id } = await apply({ email })
  await becomes(_id, 'received: failed')

  const [message] = await messagesOf(_id)
  expect([message!.trouble, message!.reply, tries]).toEqual([trouble, codes, 1])
  const { body } = await ask(api.messages.list, { token, query: { only: 'failed' } })
  expect(body[0]).toMatchObject({ _id: message!._id, application: { _id }, trouble })
})

test('a connection that is lost after a refusal does not delay other e-mails', async () => {
  const refuse = { end: '550 5.1.1 No such person here', next: 'hang up' } as const
  const email = someone()
  mail.treat((to) => (to === email ? refuse : {}))
  const refused = await apply({ email })
  await becomes(refused._id, 'received: failed')
  const other = await apply()
  await becomes(other._id, 'received: sent')
  expect([mailsTo(email).length, mailsTo(other.email).length]).toEqual([0, 1])
})

test('staff can send a failed message again, to the corrected address', async () => {
  const wrong = someone('amanni')
  const right = someone()
  mail.treat((to) => (to === wrong ? { end: '550 5.1.1 No such person here' } : {}))
  const applied = await apply({ email: wrong })
  await becomes(applied._id, 'received: failed')
  const [{ _id: id }] = (await messagesOf(applied._id)) as [Message]
  const body = { ...applied, email: right }
  await ask(api.attachments.update, { token, id: applied._id, body })
  const { status, body: answer } = await ask(api.messages.retry, { token, id })

  expect([status, answer.message]).toEqual([200, 'The message is on its way again'])
  await becomes(applied._id, 'received: sent')
  expect(mailsTo(right).map((arrived) => arrived.id)).toEqual([`<${id}@example.org>`])
  const { body: entries } = await ask(api.history, { token, query: { record: applied._id } })
  expect(entries[0]).toMatchObject({ action: 'resend', user: { name: 'Administrator' } })
  expect((await ask(api.messages.retry, { token, id })).status).toBe(409)
  expect((await ask(api.messages.retry, { token, id: randomUUID() })).status).toBe(404)
})

test('a message that a later decision made untrue cannot be sent again', async () => {
  const email = someone()
  const { _id } = await apply({ email })
  await becomes(_id, 'received: sent')
  mail.treat((to) => (to === email ? { end: 'hang up' } : {}))
  await accept(_id)
  await letFourDaysPass()
  await letAMinutePass()
  await becomes(_id, 'received: sent', 'accepted: unsure')
  mail.treat(() => ({}))
  await accept(_id)
  const [, accepted] = (await messagesOf(_id)) as [Message, Message]

  const { status, body } = await ask(api.messages.retry, { token, id: accepted._id })
  expect([status, body.message]).toEqual([409, 'A later decision has made this message untrue.'])
})

test('the undo of a decline is told even if the application stays archived', async () => {
  const { _id, email, referenceId } = await apply()
  const late = { reason: 'late', message: null }
  const decline = () => ask(api.attachments.decline, { token, id: _id, body: late })
  const takeBack = () => ask(api.attachments.decide, { token, body: { ids: [_id], decline: null } })
  await ask(api.attachments.archive, { token, id: _id })
  await decline()
  await takeBack()
  const first = ['received: sent', 'declined: cancelled']
  await becomes(_id, ...first)

  await decline()
  await letAMinutePass()
  await becomes(_id, ...first, 'declined: sent')
  await takeBack()
  await decline()
  await takeBack()
  await letAMinutePass()
  await becomes(_id, ...first, 'declined: sent', 'undeclined: cancelled', 'undeclined: sent')
  const { headers, text } = mailsTo(email).at(-1)!
  expect(headers.get('subject')).toBe(`Your application ${referenceId} is not declined`)
  expect(text).toContain('We have taken this decision back')
})

test.each([
  ['en', 'this application stays closed', 'new decision'],
  ['sw', 'maombi haya yanabaki yamefungwa', 'uamuzi mpya'],
])(
  'in %s, the e-mail about an undone decline agrees with the status page',
  async (language, is, isNot) => {
    const { _id, email, referenceId: reference } = await apply({ language })
    const late = { reason: 'late', message: null }
    await ask(api.attachments.decline, { token, id: _id, body: late })
    await letAMinutePass()
    await becomes(_id, 'received: sent', 'declined: sent')
    await ask(api.attachments.decide, { token, body: { ids: [_id], decline: null } })
    await letAMinutePass()
    await becomes(_id, 'received: sent', 'declined: sent', 'undeclined: sent')
    const { text } = mailsTo(email).at(-1)!
    const page = await ask(api.public.ownApplication, { body: { reference, contact: email } })

    expect(text).toContain(is)
    expect(text).not.toContain(isNot)
    expect(page.body.standing).toBe('closed')
  },
)

test.each([
  ['en', 'this page shows where your application stands now', 'looked at again'],
  ['sw', 'ukurasa huu unaonyesha maombi yako yamefikia wapi sasa', 'yanaangaliwa upya'],
])('in %s, the e-mail about a revoked acceptance promises nothing', async (...row) => {
  const [language, is, isNot] = row
  const { _id, email, referenceId: reference } = await apply({ language })
  await accept(_id)
  await letAMinutePass()
  await becomes(_id, 'received: sent', 'accepted: sent')
  await accept(_id)
  await ask(api.attachments.archive, { token, id: _id })
  await letAMinutePass()
  await becomes(_id, 'received: sent', 'accepted: sent', 'revoked: sent')
  const { headers, text } = mailsTo(email).at(-1)!
  const page = await ask(api.public.ownApplication, { body: { reference, contact: email } })

  expect(text).toContain(is)
  expect(headers.get('subject') + text).not.toContain(isNot)
  expect(page.body.standing).toBe('closed')
})

test('a decline that was undone cannot be sent again', async () => {
  const { _id, email } = await apply()
  await becomes(_id, 'received: sent')
  mail.treat((to) => (to === email ? { end: 'hang up' } : {}))
  await ask(api.attachments.archive, { token, id: _id })
  await ask(api.attachments.decline, { token, id: _id, body: { reason: 'late', message: null } })
  await letFourDaysPass()
  await letAMinutePass()
  await becomes(_id, 'received: sent', 'declined: unsure')
  mail.treat(() => ({}))
  await ask(api.attachments.decide, { token, body: { ids: [_id], decline: null } })
  const declined = (await messagesOf(_id)).find(({ kind }) => kind === 'declined')

  const { status, body } = await ask(api.messages.retry, { token, id: declined!._id })
  expect([status, body.message]).toEqual([409, 'A later decision has made this message untrue.'])
})

test('a decline that was undone within a minute is not told after a withdrawal', async () => {
  const { _id, email, referenceId: reference } = await apply()
  const archive = () => ask(api.attachments.archive, { token, id: _id })
  await ask(api.public.withdraw, { body: { reference, contact: email } })
  await archive()
  await archive()
  await ask(api.attachments.decline, { token, id: _id, body: { reason: 'late', message: null } })
  await ask(api.attachments.decide, { token, body: { ids: [_id], decline: null } })
  await letAMinutePass()

  const cancelled = ['brought back: cancelled', 'declined: cancelled']
  await becomes(_id, 'received: sent', 'withdrawn: sent', ...cancelled)
  expect(mailsTo(email)).toHaveLength(2)
})

test('a confirmation of a withdrawal cannot be sent again once the application is open', async () => {
  const { _id } = await withdrawUnconfirmed()
  const [withdrawn] = (await messagesOf(_id)) as [Message]
  await ask(api.attachments.archive, { token, id: _id })
  const { status, body } = await ask(api.messages.retry, { token, id: withdrawn._id })
  expect([status, body.message]).toEqual([409, 'A later decision has made this message untrue.'])

  await ask(api.attachments.decide, { token, body: { ids: [_id], is_withdrawn: true } })
  expect((await ask(api.messages.retry, { token, id: withdrawn._id })).status).toBe(200)
  await becomes(_id, 'received: sent', 'withdrawn: sent', 'brought back: cancelled')
})

test('a connection that is lost before the end of an e-mail loses and repeats nothing', async () => {
  const email = someone()
  let times = 0
  mail.treat((to) => (to === email && times++ < 3 ? { middle: 'hang up' } : {}))
  const { _id } = await apply({ email })
  await becomes(_id, 'received: sent')

  expect(times).toBe(4)
  expect(mailsTo(email)).toHaveLength(1)
})

test('an e-mail without an answer is repeated under the same id until the server answers', async () => {
  const email = someone()
  let times = 0
  mail.treat((to) => (to === email && times++ < 3 ? { end: 'hang up' } : {}))
  const { _id } = await apply({ email })
  await becomes(_id, 'received: sent')
  const [first, ...others] = mailsTo(email)

  expect(others).toEqual([first, first, first])
})

test('an e-mail without an answer for four days may have arrived, and is not repeated', async () => {
  const email = someone()
  const { promise: until, resolve: answer } = Promise.withResolvers<void>()
  mail.treat((to) => (to === email ? { until, end: 'hang up' } : {}))
  const { _id } = await apply({ email })
  await becomes(_id, 'received: sending')
  await db
    .updateTable('outbox')
    .set({ giveUpAt: new Date().toISOString() })
    .where('attachment', '=', _id)
    .execute()
  answer()
  await vi.waitFor(() => expect(mailsTo(email)).not.toEqual([]), timeout)
  await becomes(_id, 'received: unsure')

  const [message] = await messagesOf(_id)
  expect(message).toMatchObject({ trouble: 'no answer', dueAt: null, words: { to: email } })
  mail.treat(() => ({}))
})

test('a slow mail server delays no request, and messages are sent one at a time', async () => {
  const { promise: until, resolve: answer } = Promise.withResolvers<void>()
  mail.treat(() => ({ until }))
  onTestFinished(() => {
    answer()
    mail.treat(() => ({}))
  })
  const before = mail.connections()
  const first = await apply()
  await becomes(first._id, 'received: sending')
  const others = await Promise.all(Array.from({ length: 10 }, () => apply()))
  for (const { _id } of others) expect(await told(_id)).toEqual(['received: waiting'])

  answer()
  for (const { _id } of [first, ...others]) await becomes(_id, 'received: sent')
  expect(mail.connections() - before).toBeLessThan(5)
})

test('a decision that is undone before the attempt to send it is never sent', async () => {
  const { _id, email } = await apply()
  await becomes(_id, 'received: sent')
  const { promise: until, resolve: answer } = Promise.withResolvers<void>()
  mail.treat((to) => (to === email ? {} : { until }))
  const other = await apply()
  await becomes(other._id, 'received: sending')
  await accept(_id)
  await letAMinutePass()
  await accept(_id)
  answer()
  mail.treat(() => ({}))
  await becomes(other._id, 'received: sent')

  expect(await told(_id)).toEqual(['received: sent', 'accepted: cancelled'])
  expect(mailsTo(email)).toHaveLength(1)
})

test('a decision that is undone during the attempt to send it is told, and then its undo', async () => {
  const { _id, email } = await apply()
  await becomes(_id, 'received: sent')
  const { promise: until, resolve: answer } = Promise.withResolvers<void>()
  mail.treat((to) => (to === email ? { until } : {}))
  await accept(_id)
  await letAMinutePass()
  await becomes(_id, 'received: sent', 'accepted: sending')
  await accept(_id)
  answer()
  mail.treat(() => ({}))
  await becomes(_id, 'received: sent', 'accepted: sent', 'revoked: waiting')
  await letAMinutePass()

  await becomes(_id, 'received: sent', 'accepted: sent', 'revoked: sent')
  expect(mailsTo(email).map(({ headers }) => headers.get('subject'))).toEqual([
    expect.stringMatching(/^We have received/),
    expect.stringMatching(/ is accepted$/),
    expect.stringMatching(/ is not accepted at the moment$/),
  ])
})

test.skipIf(isRepeated)(
  'two hundred decisions are sent over one connection',
  async () => {
    const rows = await addMadeUpApplications(db, 200, () => ({
      is_accepted: false,
      is_archived: false,
      declined_reason: null,
      declined_message: null,
      declinedAt: null,
    }))
    const before = { connections: mail.connections(), mails: mail.arrived.length }
    const ids = rows.map(({ _id }) => _id)
    await ask(api.attachments.decide, { token, body: { ids, is_accepted: true } })
    await letAMinutePass()
    await mail.arrivals(before.mails + 200)

    expect(mail.connections() - before.connections).toBeLessThanOrEqual(1)
    const last = mail.arrived.slice(before.mails)
    expect(new Set(last.map(({ id }) => id)).size).toBe(200)
  },
  60_000,
)

test('names and addresses add no recipients, headers or links', async () => {
  const names = ['https://evil.example', 'evil.example', '=?utf-8?q?=0ABcc:?=', 'x'.repeat(60)]
  for (const first_name of [...names, 'you have won and must call us']) {
    const { _id, email } = await apply({ first_name })
    await becomes(_id, 'received: sent')
    const [arrived] = mailsTo(email)
    expect(arrived!.text.split('\n')[0]).toBe('Hello,')
    expect(arrived!.text).not.toContain(first_name)
  }
  const named = await apply({ first_name: "Ng'ang'a Abdul-Karim Noëlle" })
  await becomes(named._id, 'received: sent')
  expect(mailsTo(named.email)[0]!.text.split('\n')[0]).toBe("Hello Ng'ang'a Abdul-Karim Noëlle,")
  const addresses = ['juma,eve@example.com', 'x:juma;eve@example.com', "(eve)juma'--@example.com"]
  for (const email of addresses) {
    const { _id } = await apply({ email })
    await becomes(_id, 'received: sent')
    const arrived = mail.arrived.at(-1)!
    expect(arrived.to.replaceAll('"', '')).toBe(email)
    expect([...arrived.headers.keys()].toSorted()).toEqual([
      'auto-submitted',
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
      'x-auto-response-suppress',
    ])
  }
})

test.skipIf(isRepeated)(
  'a mail server gets its password, and after a wrong one messages are retried',
  async () => {
    const strict = await startMailServer(() => ({}), 'a p@ssword')
    onTestFinished(() => strict.stop())
    const urlWith = (password: string) =>
      `smtp://user:${encodeURIComponent(password)}@127.0.0.1:${strict.port}`
    const state = async (SMTP_URL: string, expected: object) => {
      const at = await startSending({ SMTP_URL, MAIL_FROM }, quick)
      const { _id } = await apply({}, at)
      await vi.waitFor(
        async () => expect((await messagesOf(_id, at))[0]).toMatchObject(expected),
        timeout,
      )
    }

    await state(urlWith('a p@ssword'), { state: 'sent' })
    const refused = { state: 'waiting', trouble: 'not let in', reply: '535 5.7.8' }
    await state(urlWith('another'), refused)
    expect(strict.arrived).toHaveLength(1)
  },
  30_000,
)

test('a message fails after four days of retries, with the reason', async () => {
  const {
    ask: otherAsk,
    token: otherToken,
    db: otherDb,
    choices,
  } = await startSending({ SMTP_URL: `smtp://127.0.0.1:${deadPort}`, MAIL_FROM }, quick)
  const body = submission(choices)
  await otherAsk(api.public.submit, { body })
  const [{ _id }] = (await otherAsk(api.attachments.list, { token: otherToken })).body
  const read = async () =>
    (await otherAsk(api.attachments.messages, { token: otherToken, id: _id })).body[0]
  await vi.waitFor(async () => {
    expect(await read()).toMatchObject({ state: 'waiting', trouble: 'unreachable' })
  }, timeout)
  const { giveUpAt, createdAt } = await otherDb
    .selectFrom('outbox')
    .select(['giveUpAt', 'createdAt'])
    .executeTakeFirstOrThrow()
  expect(Date.parse(giveUpAt) - Date.parse(createdAt)).toBeCloseTo(4 * 24 * 60 * 60 * 1000, -2)

  await otherDb.updateTable('outbox').set({ giveUpAt: createdAt }).execute()
  await vi.waitFor(async () => {
    expect(await read()).toMatchObject({ state: 'failed', trouble: 'unreachable', dueAt: null })
  }, timeout)
}, 30_000)

test('without a mail server messages become files that only their owner can read', async () => {
  const { variables } = withFiles
  const { _id, email, referenceId } = await apply({}, withFiles)
  await vi.waitFor(
    async () => expect((await messagesOf(_id, withFiles))[0]).toMatchObject({ state: 'sent' }),
    timeout,
  )
  const [message] = await messagesOf(_id, withFiles)
  const folder = join(variables.DATA_DIR, 'mail')
  const file = join(folder, `${message!._id}.eml`)

  expect(await readdir(folder)).toEqual([`${message!._id}.eml`])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const content = await readFile(file, 'utf8')
  expect(content).toContain(`To: ${email}`)
  expect(content).toContain(`Subject: We have received your application ${referenceId}`)
  expect(content).toContain(`Message-ID: <${message!._id}@foundation.example>`)

  await withFiles.db
    .updateTable('outbox')
    .set({ state: 'waiting', dueAt: message!.createdAt })
    .execute()
  await vi.waitFor(
    async () => expect((await messagesOf(_id, withFiles))[0]).toMatchObject({ state: 'sent' }),
    timeout,
  )
  expect(await readdir(folder)).toEqual([`${message!._id}.eml`])
  expect(await readFile(file, 'utf8')).toBe(content)
})

test('erasing an applicant erases the messages and their files', async () => {
  const { ask: otherAsk, token: otherToken, variables, db: otherDb } = withFiles
  const { _id, email, referenceId } = await apply({}, withFiles)
  const { body: held } = await otherAsk(api.personalData.export, {
    token: otherToken,
    query: { ids: _id },
  })
  expect(held.applications[0].messages).toMatchObject([{ kind: 'received' }])
  await vi.waitFor(
    async () => expect((await messagesOf(_id, withFiles))[0]).toMatchObject({ state: 'sent' }),
    timeout,
  )
  const [message] = await messagesOf(_id, withFiles)
  const files = () => readdir(join(variables.DATA_DIR, 'mail'))
  expect(await files()).toContain(`${message!._id}.eml`)
  const before = await everythingStored(variables)
  expect([before.includes(email), before.includes(referenceId)]).toEqual([true, true])
  await otherAsk(api.personalData.erase, { token: otherToken, body: { ids: [_id] } })

  expect(await files()).not.toContain(`${message!._id}.eml`)
  const left = otherDb.selectFrom('outbox').selectAll().where('attachment', '=', _id).execute()
  expect(await left).toEqual([])
  const after = await everythingStored(variables)
  expect([after.includes(email), after.includes(referenceId)]).toEqual([false, false])
})

test('the words of a message are removed after 90 days, its state stays', async () => {
  const { db: otherDb, engine: otherEngine, variables } = withFiles
  const { _id } = await apply({}, withFiles)
  const read = async () => (await messagesOf(_id, withFiles))[0]!
  await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'sent' }), timeout)
  const folder = join(variables.DATA_DIR, 'mail')
  await deleteExpired(otherDb, otherEngine, storesAt(folder))
  expect((await read()).words).not.toBeNull()
  const file = `${(await read())._id}.eml`
  expect(await readdir(folder)).toContain(file)
  await writeFile(join(folder, 'notes.txt'), 'of somebody else')

  const endedAt = new Date(Date.now() - 91 * 24 * 60 * 60 * 1000).toISOString()
  await otherDb.updateTable('outbox').set({ endedAt }).where('attachment', '=', _id).execute()
  await deleteExpired(otherDb, otherEngine, storesAt(folder))
  expect(await read()).toMatchObject({ kind: 'received', state: 'sent', words: null })
  expect(await readdir(folder)).not.toContain(file)
  expect(await readdir(folder)).toContain('notes.txt')
})

test('messages that waited in a backup are not sent automatically after a restore', async () => {
  const { _id, email } = await apply()
  await becomes(_id, 'received: sent')
  await accept(_id)
  await afterRestore(db, engine)
  await letAMinutePass()
  const { body } = await ask(api.auth.login, { body: administrator })
  const again = await ask(api.attachments.messages, { token: body.token, id: _id })

  expect(again.body[0]).toMatchObject({ kind: 'accepted', state: 'unsure', trouble: 'restored' })
  const lastTold = db.selectFrom('attachments').select('last_told').where('_id', '=', _id)
  expect(await lastTold.executeTakeFirst()).toEqual({ last_told: 'accepted' })
  expect(mailsTo(email)).toHaveLength(1)
  const id = again.body[0]._id
  expect((await ask(api.messages.retry, { token: body.token, id })).status).toBe(200)
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), timeout)
})

/** A new, withdrawn application; the mail server refused the e-mail about the withdrawal. */
async function withdrawUnconfirmed() {
  const { _id, email, referenceId: reference } = await apply()
  await becomes(_id, 'received: sent')
  mail.treat((to) => (to === email ? { recipient: '550 5.1.1 No such person here' } : {}))
  await ask(api.public.withdraw, { body: { reference, contact: email } })
  await becomes(_id, 'received: sent', 'withdrawn: failed')
  mail.treat(() => ({}))
  return { _id, email }
}
