import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'

import { migrations } from '../../server/database/migrations/index.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Database } from '../../server/database/tables.ts'
import { addOldApplication } from '../support/old-application.ts'
import { newData } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'

const notDecided = { is_accepted: false, declined_reason: null, withdrawnAt: null }
const moment = '2026-03-01T08:00:00.000Z'

test.each<[string, object, string[], string | null]>([
  ['nothing', {}, ['received sent'], null],
  ['a decision that waits', { is_accepted: true }, ['accepted waiting'], null],
  ['a decision that was sent', {}, ['accepted sent', 'revoked cancelled'], 'accepted'],
  ['a decision that may have arrived', {}, ['accepted unsure'], 'accepted'],
  ['the latest decision', {}, ['accepted sent', 'revoked sent'], 'pending'],
  ['a decline, with its digest', {}, ['declined sent'], 'declined digest'],
  ['a withdrawal, whether it was sent or not', {}, ['withdrawn failed'], 'withdrawn'],
  ['a status before the outbox', { is_accepted: true }, ['received sent'], 'accepted'],
  ['a decline before the outbox', { declined_reason: 'late' }, [], 'declined'],
  ['a withdrawal before the outbox', { withdrawnAt: moment }, [], 'withdrawn'],
  ['an acceptance before the outbox', {}, ['revoked cancelled'], 'accepted'],
])('the upgrade stores what applicants were last told: %s', async (_, state, messages, told) => {
  const { db, engine } = openDatabase(locationOf(await newData()))
  onTestFinished(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } })
  await migrator.migrateTo('0013-past-counts')
  await addApplication(db, { ...notDecided, ...state }, messages)
  const { error } = await migrator.migrateToLatest()

  expect(error).toBeUndefined()
  const { rows } = await sql`select last_told from attachments`.execute(db)
  expect(rows).toEqual([{ last_told: told }])
})

async function addApplication(db: Database, state: object, messages: string[]) {
  const _id = idOf(0)
  await addOldApplication(db, { _id, ...state })
  for (const [index, message] of messages.entries()) {
    const [kind, sent] = message.split(' ')
    await sql`insert into outbox
      (_id, attachment, "createdAt", kind, state, "dueAt", "giveUpAt", about, tries, doubts)
      values (${idOf(index + 1)}, ${_id}, ${moment}, ${kind}, ${sent}, ${moment},
        ${moment}, ${kind === 'declined' ? 'digest' : null}, 0, 0)`.execute(db)
  }
}

function idOf(index: number) {
  return `01980000-0000-7000-8000-00000000000${index}`
}
