import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { MessageKind } from '../../contract/message.ts'
import type { Carrier } from '../../server/services/messages/transport.ts'
import { outboxSender } from '../../server/services/messages/outbox-worker.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'

const { ask, db } = await startApi()
const choices = await choicesOf(ask)
const patience = 10_000

/** A new application; answers what its applicant is told, which nobody sends yet. */
async function apply() {
  const { body } = await ask(api.public.submit, { body: submission(choices) })
  return db
    .selectFrom('outbox')
    .innerJoin('attachments', 'attachments._id', 'outbox.attachment')
    .select(['outbox._id', 'outbox.attachment'])
    .where('referenceId', '=', body.referenceId as string)
    .executeTakeFirstOrThrow()
}

/** A process that sends by `send`, until the test ends; what cannot be written fails. */
function startSender(send: Carrier['send'], unwritable?: string) {
  const nothing = async () => {}
  const sender = outboxSender({
    db,
    carrier: { name: 'mail', send, rest: nothing, discard: nothing },
    write: async (_db, { attachment }) => {
      if (attachment === unwritable) throw new Error('away')
      return { to: 'zawadi@example.org', subject: 'News', text: 'Hello' }
    },
    report: () => {},
    onError: () => {},
    pace: { tick: 50, lease: 1000, gap: 0 },
  })
  onTestFinished(sender.stop)
  sender.nudge()
}

test('what a process leaves where it fails others send, though it goes on', async () => {
  const left = [await apply(), await apply()]
  const { promise: told, resolve: goOn } = Promise.withResolvers<void>()
  onTestFinished(() => goOn())
  const begun: string[] = []
  startSender(async ({ _id }) => {
    begun.push(_id)
    await told
    return { result: 'sent' }
  }, left[0]!.attachment)
  const slow = await apply()
  await vi.waitFor(() => expect(begun).toEqual([slow._id]), patience)
  const sent: string[] = []
  startSender(async ({ _id }) => {
    sent.push(_id)
    return { result: 'sent' }
  })

  const ids = left.map(({ _id }) => _id)
  await vi.waitFor(() => expect(sent).toEqual(expect.arrayContaining(ids)), patience)
})

test('a clock that is set back does not silence what comes after', async () => {
  const sent: string[] = []
  let isOpen = false
  startSender(async ({ _id }) => {
    if (!isOpen) return { result: 'closed', trouble: 'unreachable' }
    sent.push(_id)
    return { result: 'sent' }
  })
  const { _id } = await apply()
  const first = db.selectFrom('outbox').select('trouble').where('_id', '=', _id)
  const expected = { trouble: 'unreachable' }
  await vi.waitFor(async () => expect(await first.executeTakeFirst()).toEqual(expected), patience)

  const clock = Date.now.bind(Date)
  const setBack = vi.spyOn(Date, 'now').mockImplementation(() => clock() - 3_600_000)
  onTestFinished(() => setBack.mockRestore())
  isOpen = true
  const next = await apply()
  await vi.waitFor(() => expect(sent).toContain(next._id), patience)
})

test('a message that only a newer version can word is left to that one', async () => {
  const { _id: newer } = await apply()
  const kind = 'of a newer version' as MessageKind
  await db.updateTable('outbox').set({ kind }).where('_id', '=', newer).execute()
  const sent: string[] = []
  startSender(async ({ _id }) => {
    sent.push(_id)
    return { result: 'sent' }
  })
  const { _id: known } = await apply()
  await vi.waitFor(() => expect(sent).toContain(known), patience)

  expect(sent).not.toContain(newer)
})
