import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import { checkRecords } from '../../server/cli/doctor/check-records.ts'
import { repair } from '../../server/cli/doctor/repair.ts'
import { prepareDatabase } from '../../server/database/open.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { followAdvice, withoutReferences } from '../support/followed-advice.ts'
import { intakeActors, intakeBody } from '../support/intakes.ts'
import { smsRow } from '../support/sms-rows.ts'

// Damages that staff mend in the back office, as doctor says.

const { ask, db, engine, token } = await startApi()
const choices = await choicesOf(ask)
const { create, get, apply, accept, answer } = intakeActors(ask, token, choices)

const minute = 60_000
let clock = 0
const see = () => checkRecords(db, Date.now() + clock)

const archive = (id: string, is_archived: boolean) =>
  ask(api.attachments.archive, { token, id, body: { is_archived } })
const setAccepted = (id: string, is_accepted: boolean) => accept(id, { is_accepted })
const acceptAgain = async ({ _id }: Application) => {
  await setAccepted(_id, false)
  await setAccepted(_id, true)
}
const confirmAgain = async (one: Application) => {
  await acceptAgain(one)
  await answer(one, 'confirm')
}
const save = async (one: Application, changes: object) => {
  const body = { ...(await get(one._id)), ...changes }
  expect((await ask(api.attachments.update, { token, id: one._id, body })).status).toBe(200)
}

const intake = await create(40)
const gone = sql.lit('01980000-0000-7000-8000-00000000dead')
const later = sql.lit('2100-01-01T00:00:00.000Z')
const offered = sql`"offeredAt" = "createdAt", "answerBy" = ${later}`

interface MendedByStaff {
  finding: string
  advice: string
  /** What the damage sets in the row of an application. */
  columns: RawBuilder<unknown>
  before?: (one: Application) => Promise<unknown>
  mend: (one: Application) => Promise<unknown>
}

const damages: MendedByStaff[] = [
  {
    finding: 'are declined, but accepted or not archived',
    advice: 'decline it again',
    columns: sql`declined_reason = 'dates', is_archived = false`,
    mend: ({ _id }) =>
      ask(api.attachments.decline, { token, id: _id, body: { reason: 'dates', message: null } }),
  },
  {
    finding: 'are withdrawn, but not archived',
    advice: 'archive it',
    columns: sql`"withdrawnAt" = "createdAt", is_archived = false`,
    mend: ({ _id }) => archive(_id, true),
  },
  {
    finding: 'have no offer, so their applicants cannot answer',
    advice: 'revoke the acceptance and accept again',
    columns: sql`is_accepted = true, "offerState" = null`,
    mend: acceptAgain,
  },
  {
    finding: 'have an open or confirmed offer, but are not accepted',
    advice: 'decide again',
    columns: sql`is_accepted = false, "offerState" = 'open', ${offered}`,
    mend: acceptAgain,
  },
  {
    finding: 'Confirmed offers have no placement',
    advice: 'The applicant has to confirm once more',
    columns: sql`is_accepted = true, "offerState" = 'confirmed', ${offered},
      "answeredAt" = "createdAt"`,
    mend: confirmAgain,
  },
  {
    finding: 'Offers were confirmed after the time to answer',
    advice: 'revoke the acceptance and accept again. The applicant has to confirm once more',
    before: confirmAgain,
    columns: sql`"answeredAt" = '2100-01-01T00:00:00.001Z', "answerBy" = ${later}`,
    mend: confirmAgain,
  },
  {
    finding: 'are on a waiting list, although they are accepted or archived',
    advice: 'unarchive and archive it',
    columns: sql`"waitingOrder" = 1, is_archived = true`,
    mend: async ({ _id }) => {
      await archive(_id, false)
      await archive(_id, true)
    },
  },
  {
    finding: 'are on a waiting list, although they are accepted or archived',
    advice: 'or revoke the acceptance and accept again',
    columns: sql`"waitingOrder" = 1, is_accepted = true, "offerState" = 'open', ${offered}`,
    mend: acceptAgain,
  },
  {
    finding: 'Applications belong to an intake that does not exist',
    advice: 'choose its intake',
    columns: sql`intake = ${gone}`,
    mend: (one) => save(one, { intake: intake._id }),
  },
  {
    finding: 'that do not exist',
    advice: 'choose its department again',
    columns: sql`department = ${gone}`,
    mend: (one) => save(one, { department: choices.department }),
  },
  {
    finding: 'Applications were changed before they were created',
    advice: '--repair fixes it',
    columns: sql`"updatedAt" = '2020-01-01T00:00:00.000Z'`,
    mend: () => repair(db, engine),
  },
  {
    finding: 'have a name without a letter, or with characters that hide or turn text',
    advice: 'type the name anew',
    columns: sql`first_name = '2026'`,
    mend: (one) => save(one, { first_name: 'Zawadi' }),
  },
]

test.each(damages)('staff mend: $finding ($advice)', async (one) => {
  const { finding, advice, columns, before, mend } = one
  const application = await apply(intake._id)
  const { _id } = application
  await before?.(application)
  const damage = async () => {
    await withoutReferences(db, sql`update attachments set ${columns} where _id = ${_id}`)
    await sql`update search_texts set
      is_accepted = (select is_accepted from attachments where _id = ${_id}),
      is_archived = (select is_archived from attachments where _id = ${_id})
      where _id = ${_id}`.execute(db)
  }
  expect(await followAdvice(see, [{ finding, advice, damage }], () => mend(application))).toEqual(
    [],
  )
})

test('an offer beyond the places needs another place, or is revoked', async () => {
  const { _id } = await create(2)
  const people = [await apply(_id), await apply(_id)]
  for (const person of people) await setAccepted(person._id, true)
  const crowded = {
    finding: 'Offers of intakes have no place',
    advice: 'add places or revoke offers',
    damage: () => sql`update intake_places set places = 1 where intake = ${_id}`.execute(db),
  }
  const { name } = (await ask(api.intakes.get, { token, id: _id })).body
  expect(
    await followAdvice(see, [crowded], async () => {
      const body = intakeBody(choices.department, 2, { name })
      expect((await ask(api.intakes.update, { token, id: _id, body })).status).toBe(200)
    }),
  ).toEqual([])
  expect(await followAdvice(see, [crowded], () => setAccepted(people[0]!._id, false))).toEqual([])
})

test('names that no form takes are typed anew, and of two equal ones one is renamed', async () => {
  const add = async (name: string) => {
    const { body } = await ask(api.institutions.create, { token, body: { name, county: 'Lamu' } })
    return body._id as string
  }
  const ids = [await add('Chuo Kimoja'), await add('Chuo Kingine'), await add('Chuo cha Tumbe')]
  const called = (index: number, name: string) =>
    sql`update institutions set name = ${name} where _id = ${ids[index]}`.execute(db)
  const rename = async (index: number, name: string) => {
    const body = { name, county: 'Lamu' }
    const { status } = await ask(api.institutions.update, { token, id: ids[index]!, body })
    expect(status).toBe(200)
  }
  const hidden = 'characters that hide or turn text'
  expect(
    await followAdvice(
      see,
      [
        { finding: hidden, advice: 'type the name anew', damage: () => called(0, 'Chuo\u202e') },
        {
          finding: 'have a name with invisible characters, and others look the same',
          advice: 'Rename one of each two',
          damage: () => called(1, 'Chuo cha Tum\u200bbe'),
        },
        {
          finding: 'Two institutions have the same name',
          advice: 'Rename or delete one of them in the back office, then run',
          damage: () => called(2, 'Chuo cha Tumbe '),
        },
        {
          finding: 'Names have outdated keys or words in the search',
          advice: '--repair',
          damage: () => {},
        },
      ],
      async () => {
        await rename(0, 'Chuo Kimoja')
        await rename(1, 'Chuo Kingine')
        await rename(2, 'Chuo cha Tumbe')
        await repair(db, engine)
      },
    ),
  ).toEqual([])
})

test('failed messages are sent again on the screen Messages', async () => {
  const { _id } = await apply(intake._id)
  const unsent = { carrier: null, gatewayId: null, parts: null, cost: null }
  const sms = smsRow(_id, { ...unsent, kind: 'received', state: 'failed', trouble: 'no answer' })
  expect(
    await followAdvice(
      see,
      [
        {
          finding: 'Messages to applicants of the last week failed, or may not have arrived',
          advice: 'can send them again',
          damage: () => db.insertInto('outbox').values(sms).execute(),
        },
        {
          finding: 'SMS of the last month failed or may not have arrived',
          advice: 'send the SMS again',
          damage: () => {},
        },
      ],
      () => ask(api.messages.resend, { token, body: { ids: [sms._id] } }),
    ),
  ).toEqual([])
})

test('published content is mended and published again', async () => {
  const wrong = '{"name":"Amina","role":"x","text":"x"}'
  const slug = 'amina-mfano'
  const { _id } = await db
    .selectFrom('content')
    .select('_id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  expect(
    await followAdvice(
      see,
      [
        {
          finding: 'Published items of the content are wrong',
          advice: 'publish them again',
          damage: () =>
            db.updateTable('content').set({ published: wrong }).where('slug', '=', slug).execute(),
        },
      ],
      () => ask(api.content.publish, { token, id: _id, collection: 'team', body: {} }),
    ),
  ).toEqual([])
})

test('the version of the content is stored again at the next start', async () => {
  const restart = () => prepareDatabase(db, engine)
  const advice = 'it stores the version again, and no content changes'
  const versions = { finding: 'and not 1, so pages show the seed', advice }
  const none = { ...versions, damage: () => db.deleteFrom('content_version').execute() }
  expect(await followAdvice(see, [none], restart)).toEqual([])
  const damage = () => db.insertInto('content_version').values({ version: 'x' }).execute()
  expect(
    await followAdvice(see, [{ ...versions, damage }], async () => {
      await sql`delete from content_version`.execute(db)
      await restart()
    }),
  ).toEqual([])
})

test('entries of the future are a problem until their time', async () => {
  const { _id } = await apply(intake._id)
  const soon = new Date(Date.now() + 6 * minute).toISOString()
  const advice = 'doctor is content as soon as that time has come'
  expect(
    await followAdvice(
      see,
      (['attachments', 'history', 'sessions'] as const).map((table) => ({
        finding: `were created in the future`,
        advice,
        damage: () => {
          const own = sql`select _id from ${sql.table(table)} order by _id desc limit 1`
          const row = table === 'attachments' ? sql.lit(_id) : sql`(${own})`
          const times = table === 'attachments' ? sql`, "updatedAt" = ${soon}` : sql``
          return sql`update ${sql.table(table)} set "createdAt" = ${soon}${times}
          where _id = ${row}`.execute(db)
        },
      })),
      () => (clock = 2 * minute),
    ),
  ).toEqual([])
})
