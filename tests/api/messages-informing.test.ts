import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { messageDeclarations, type MessageKind } from '../../contract/message/message.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import { enqueueMessage } from '../../server/services/messages/outbox.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'

// This server does not listen, so that it sends no message.
const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)

/** A kind of e-mail that only informs, declared for these tests alone. */
const informing = 'documents' as MessageKind
Object.assign(messageDeclarations, { [informing]: { label: 'Documents', tells: null } })

test('an e-mail that only informs does not cancel the acceptance e-mail that waits', async () => {
  const _id = await acceptedApplication()
  await enqueue(_id)

  expect(await messagesOf(_id)).toEqual([
    'received: waiting',
    'accepted: waiting',
    'documents: waiting',
  ])
})

test('an e-mail that only informs does not make a retry of the acceptance e-mail stale', async () => {
  const _id = await acceptedApplication()
  const endedAt = new Date().toISOString()
  const accepted = await db
    .updateTable('outbox')
    .set({ state: 'failed', endedAt })
    .where('attachment', '=', _id)
    .where('kind', '=', 'accepted')
    .returning('_id')
    .executeTakeFirstOrThrow()
  await enqueue(_id)
  const { status } = await ask(api.messages.retry, { token, id: accepted._id })

  expect(status).toBe(200)
  expect(await messagesOf(_id)).toContain('accepted: waiting')
})

test('an e-mail that only informs goes out without a delay', async () => {
  const _id = await acceptedApplication()
  await enqueue(_id)
  const due = await db
    .selectFrom('outbox')
    .select(['createdAt', 'dueAt'])
    .where('attachment', '=', _id)
    .where('kind', '=', informing)
    .executeTakeFirstOrThrow()

  expect(due.dueAt).toBe(due.createdAt)
})

async function acceptedApplication() {
  const { body } = await ask(api.public.submit, { body: submission(choices) })
  const { _id } = await db
    .selectFrom('attachments')
    .select('_id')
    .where('referenceId', '=', body.referenceId as string)
    .executeTakeFirstOrThrow()
  await ask(api.attachments.accept, { token, id: _id })
  return _id
}

function enqueue(_id: string) {
  return inTransaction(db, (transaction) => enqueueMessage(transaction, informing, [_id]))
}

async function messagesOf(_id: string) {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'state'])
    .where('attachment', '=', _id)
    .orderBy('_id')
    .execute()
  return rows.map(({ kind, state }) => `${kind}: ${state}`)
}
