import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'

import type { Database } from '../../server/database/tables.ts'
import { lastToldStatuses } from '../../server/services/messages/last-told.ts'
import { addMadeUpApplications } from '../support/api.ts'
import { startApp } from '../support/app.ts'

const { db } = await startApp()
const moment = '2026-03-01T08:00:00.000Z'

test.each<[string, string[], string | undefined]>([
  ['nothing', ['received sent'], undefined],
  ['a decision that waits', ['accepted waiting'], 'pending'],
  ['a decision that is being sent', ['accepted sending'], 'accepted'],
  ['a decision that was sent', ['accepted sent', 'revoked cancelled'], 'accepted'],
  ['a decision that may have arrived', ['accepted unsure'], 'accepted'],
  ['the latest decision', ['accepted sent', 'revoked sent'], 'pending'],
  ['a decline, with its digest', ['declined sent'], 'declined digest'],
  ['a withdrawal, whether it was sent or not', ['withdrawn failed'], 'withdrawn'],
  ['an acceptance without an e-mail', ['revoked cancelled'], 'accepted'],
  ['a decline without an e-mail', ['undeclined cancelled'], 'declined'],
])('the messages of an application show what its applicant was last told: %s', async (...row) => {
  const [, messages, told] = row
  const { _id } = (await addMadeUpApplications(db, 1))[0]!
  await addMessages(db, _id, messages)

  expect((await lastToldStatuses(db, [_id])).get(_id)).toBe(told)
})

async function addMessages(db: Database, attachment: string, messages: string[]) {
  for (const message of messages) {
    const [kind, state] = message.split(' ')
    await sql`insert into outbox
      (_id, attachment, "createdAt", kind, state, "dueAt", "giveUpAt", about, tries, doubts)
      values (${uuidv7()}, ${attachment}, ${moment}, ${kind}, ${state}, ${moment},
        ${moment}, ${kind === 'declined' ? 'digest' : null}, 0, 0)`.execute(db)
  }
}
