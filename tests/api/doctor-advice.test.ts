import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application.ts'
import { checkRecords } from '../../server/cli/check-records.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'

const { ask, db, token } = await startApi()
const { create, apply, accept, answer } = intakeActors(ask, token, await choicesOf(ask))

const archive = (id: string, is_archived: boolean) =>
  ask(api.attachments.archive, { token, id, body: { is_archived } })
const setAccepted = (id: string, is_accepted: boolean) => accept(id, { is_accepted })
const acceptAgain = async ({ _id }: Application) => {
  await setAccepted(_id, false)
  await setAccepted(_id, true)
}

/** Damages that staff mend in the back office, each with what doctor says about it. */
const damages: [what: string, damage: RawBuilder<unknown>, mend: (one: Application) => unknown][] =
  [
    [
      'are declined, but accepted or not archived',
      sql`declined_reason = 'dates', is_archived = false`,
      ({ _id }) =>
        ask(api.attachments.decline, { token, id: _id, body: { reason: 'dates', message: null } }),
    ],
    [
      'are withdrawn, but not archived',
      sql`"withdrawnAt" = "createdAt", is_archived = false`,
      ({ _id }) => archive(_id, true),
    ],
    [
      'have no offer, so their applicants cannot answer',
      sql`is_accepted = true, "offerState" = null`,
      acceptAgain,
    ],
    [
      'have an open or confirmed offer, but are not accepted',
      sql`is_accepted = false, "offerState" = 'open', "offeredAt" = "createdAt", "answerBy" = '2100-01-01T00:00:00.000Z'`,
      acceptAgain,
    ],
    [
      'confirmed offers have no placement',
      sql`is_accepted = true, "offerState" = 'confirmed', "offeredAt" = "createdAt", "answerBy" = '2100-01-01T00:00:00.000Z', "answeredAt" = "createdAt"`,
      async (one) => {
        await acceptAgain(one)
        await answer(one, 'confirm')
      },
    ],
    [
      'are on a waiting list, although they are accepted or archived',
      sql`"waitingOrder" = 1, is_archived = true`,
      async ({ _id }) => {
        await archive(_id, false)
        await archive(_id, true)
      },
    ],
    [
      'are on a waiting list, although they are accepted or archived',
      sql`"waitingOrder" = 1, is_accepted = true, "offerState" = 'open', "offeredAt" = "createdAt", "answerBy" = '2100-01-01T00:00:00.000Z'`,
      acceptAgain,
    ],
  ]

const intake = await create(20)

test.each(damages)('staff mend what doctor reports as: %s', async (what, damage, mend) => {
  const application = await apply(intake._id)
  const { _id } = application
  await sql`update attachments set ${damage} where _id = ${_id}`.execute(db)
  await sql`update search_texts set
    is_accepted = (select is_accepted from attachments where _id = ${_id}),
    is_archived = (select is_archived from attachments where _id = ${_id})
    where _id = ${_id}`.execute(db)
  const found = async () =>
    (await checkRecords(db, Date.now())).filter(({ what: message }) => message.includes(_id))
  const [finding] = await found()
  expect(finding?.what).toContain(what)
  expect(finding?.todo).not.toContain('restore')

  await mend(application)
  expect(await found()).toEqual([])
})
