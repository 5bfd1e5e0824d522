import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'

const { ask, db } = await startApi({ SMS_RECEIVED: 'on' })
const choices = await choicesOf(ask)

test.each([
  ['email', ['email']],
  ['sms', ['sms']],
  ['both', ['email', 'sms']],
])('with SMS_RECEIVED an application by %s is confirmed by %j', async (contact_by, transports) => {
  const body = submission(choices, { contact_by })
  const { status, body: answer } = await ask(api.public.submit, { body })
  expect(status).toBe(201)
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('attachments', 'attachments._id', 'outbox.attachment')
    .select(['outbox._id', 'transport', 'kind', 'copyOf'])
    .where('referenceId', '=', answer.referenceId as string)
    .orderBy('outbox._id')
    .execute()

  expect(rows.map(({ transport }) => transport)).toEqual(transports)
  expect(rows.map(({ copyOf }) => copyOf)).toEqual([null, rows[0]!._id].slice(0, rows.length))
})
