import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { MessageKind } from '../../contract/message/message.ts'
import type { Outcome, Carrier } from '../../server/services/messages/carrier.ts'
import { outboxWorker } from '../../server/services/messages/outbox-worker.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { runQueue } from '../support/run-job.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const timeout = 10_000

/** Stores a new application and returns its waiting message. */
async function apply() {
  const { body } = await ask(api.public.submit, { body: submission(choices) })
  return db
    .selectFrom('outbox')
    .innerJoin('attachments', 'attachments._id', 'outbox.attachment')
    .select(['outbox._id', 'outbox.attachment'])
    .where('referenceId', '=', body.referenceId as string)
    .executeTakeFirstOrThrow()
}

/** Runs a worker until the test ends. Rendering an e-mail to the application `broken` fails. */
function startWorker(send: Carrier['send'], broken?: string) {
  const timing = { tick: 50, lease: 1000, gap: 0 }
  const worker = outboxWorker({
    db,
    transport: 'email',
    carrier: { name: 'mail', isRepeatable: true, send, discard: async () => {}, close: () => {} },
    render: async (_db, { attachment, kind }) => {
      if (attachment === broken) throw new Error('away')
      return { to: 'zawadi@example.org', subject: kind, text: 'Hello' }
    },
    report: () => {},
    onError: () => {},
    timing,
  })
  runQueue(worker, { db, tick: timing.tick })
}

test('a message that one process could not render is sent by another process', async () => {
  const left = await apply()
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  startWorker(async ({ _id }) => {
    begun.push(_id)
    await answer
    return { result: 'sent' }
  }, left.attachment)
  onTestFinished(() => resolve())
  const slow = await apply()
  await vi.waitFor(() => expect(begun).toEqual([slow._id]), timeout)
  const sent: string[] = []
  startWorker(async ({ _id }) => {
    sent.push(_id)
    return { result: 'sent' }
  })

  await vi.waitFor(() => expect(sent).toContain(left._id), timeout)
})

test('a clock that is set back does not delay later messages', async () => {
  const sent: string[] = []
  let isOpen = false
  startWorker(async ({ _id }) => {
    if (!isOpen) return { result: 'unavailable', trouble: 'unreachable' }
    sent.push(_id)
    return { result: 'sent' }
  })
  const { _id } = await apply()
  const first = db.selectFrom('outbox').select('trouble').where('_id', '=', _id)
  const expected = { trouble: 'unreachable' }
  await vi.waitFor(async () => expect(await first.executeTakeFirst()).toEqual(expected), timeout)

  const clock = Date.now.bind(Date)
  const setBack = vi.spyOn(Date, 'now').mockImplementation(() => clock() - 3_600_000)
  onTestFinished(() => setBack.mockRestore())
  isOpen = true
  const next = await apply()
  await vi.waitFor(() => expect(sent).toContain(next._id), timeout)
})

test('a message of a kind that only a newer version knows is left to that version', async () => {
  const { _id: newer } = await apply()
  const kind = 'of a newer version' as MessageKind
  await db.updateTable('outbox').set({ kind }).where('_id', '=', newer).execute()
  const sent: string[] = []
  startWorker(async ({ _id }) => {
    sent.push(_id)
    return { result: 'sent' }
  })
  const { _id: known } = await apply()
  await vi.waitFor(() => expect(sent).toContain(known), timeout)

  expect(sent).not.toContain(newer)
})

test('a decision that is undone during an attempt that fails is never told, nor is the undo', async () => {
  const { attachment, attempt, wasAsked } = await acceptDuringAttempt()
  await wasAsked
  await accept(attachment)
  attempt.resolve({ result: 'unavailable', trouble: 'unreachable' })

  await becomes(attachment, 'accepted: cancelled', 'revoked: cancelled')
  expect(await lastTold(attachment)).toBeNull()
})

test('a decision that is undone during an attempt that succeeds is told, and so is the undo', async () => {
  const { attachment, attempt, wasAsked } = await acceptDuringAttempt()
  await wasAsked
  await accept(attachment)
  attempt.resolve({ result: 'sent' })

  await becomes(attachment, 'accepted: sent', 'revoked: waiting')
  expect(await lastTold(attachment)).toBe('accepted')
})

test('a decision without an answer counts as told when it is undone', async () => {
  const { attachment, attempt, wasAsked } = await acceptDuringAttempt()
  await wasAsked
  attempt.resolve({ result: 'no answer' })
  await becomes(attachment, 'accepted: waiting')
  await accept(attachment)

  await becomes(attachment, 'accepted: unsure', 'revoked: waiting')
  expect(await lastTold(attachment)).toBe('accepted')
})

test('a decision whose process ended during the attempt is not repeated after it is undone', async () => {
  const { _id, attachment } = await apply()
  await accept(attachment)
  const sending = { state: 'sending', claim: _id, dueAt: new Date().toISOString() } as const
  const decision = db.updateTable('outbox').where('attachment', '=', attachment)
  await decision.set(sending).where('kind', '=', 'accepted').execute()
  await accept(attachment)
  const sent: string[] = []
  startWorker(async (email) => {
    sent.push(email._id)
    return { result: 'sent' }
  })

  await becomes(attachment, 'accepted: unsure', 'revoked: waiting')
  expect(sent).toEqual([_id])
  expect(await lastTold(attachment)).toBe('accepted')
})

test('an acceptance that arrives after a withdrawal is not what the applicant was last told', async () => {
  const { attachment, attempt, wasAsked } = await acceptDuringAttempt()
  await wasAsked
  const { referenceId: reference, email: contact } = await db
    .selectFrom('attachments')
    .select(['referenceId', 'email'])
    .where('_id', '=', attachment)
    .executeTakeFirstOrThrow()
  await ask(api.public.withdraw, { body: { reference, contact } })
  attempt.resolve({ result: 'sent' })

  await becomes(attachment, 'accepted: sent', 'withdrawn: sent')
  expect(await lastTold(attachment)).toBe('withdrawn')
})

/** A worker that waits in the middle of the attempt to send an acceptance. */
async function acceptDuringAttempt() {
  const { attachment } = await apply()
  const asked = Promise.withResolvers<void>()
  const attempt = Promise.withResolvers<Outcome>()
  await accept(attachment)
  const dueAt = new Date().toISOString()
  await db.updateTable('outbox').set({ dueAt }).where('attachment', '=', attachment).execute()
  startWorker(async ({ subject }) => {
    if (subject !== 'accepted') return { result: 'sent' }
    asked.resolve()
    return attempt.promise
  })
  return { attachment, attempt, wasAsked: asked.promise }
}

const accept = (_id: string) => ask(api.attachments.accept, { token, id: _id })

/** Waits until the decisions on an application have these states, oldest first. */
async function becomes(attachment: string, ...states: string[]) {
  const decisions = db
    .selectFrom('outbox')
    .select(['kind', 'state'])
    .where('attachment', '=', attachment)
    .where('kind', '<>', 'received')
    .orderBy('_id')
  await vi.waitFor(async () => {
    const rows = await decisions.execute()
    expect(rows.map(({ kind, state }) => `${kind}: ${state}`)).toEqual(states)
  }, timeout)
}

async function lastTold(_id: string) {
  const row = db.selectFrom('attachments').select('last_told').where('_id', '=', _id)
  return (await row.executeTakeFirstOrThrow()).last_told
}
