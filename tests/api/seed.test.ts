import { expect, test, vi } from 'vitest'

import { toNationalNumber } from '../../contract/phone-number.ts'
import { checkIntakes } from '../../server/cli/doctor/check-intakes.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Database } from '../../server/database/tables.ts'
import { progressOf, runCommand } from '../support/command.ts'
import { newData } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'

vi.setConfig({ testTimeout: 30_000 })

test('seed adds the given number of applications, the same on every new database', async () => {
  const [one, another] = [await newPlace(), await newPlace()]
  for (const { variables } of [one, another]) {
    const { code, lines } = await seed(variables, '40')
    expect([code, lines]).toEqual([0, ['Added 40 made-up applications']])
  }
  const people = await one.people()
  expect(people).toHaveLength(40)
  expect(await another.people()).toEqual(people)

  await seed(one.variables, '3')
  expect(await one.people()).toHaveLength(43)
})

test('a long seed says how far it is', async () => {
  const { variables } = await newPlace()
  expect(await progressOf('server/cli/seed.ts', variables, '--applications=5001')).toEqual([
    expect.stringMatching(/^Adding applications: 99 %, about \d+ (s|min) left$/),
  ])
})

test.each(['0', '-1', '1.5', 'many'])(
  '%j is refused as a number of applications',
  async (number) => {
    const { code, lines } = await seed({ DATA_DIR: '/nowhere' }, number)
    expect([code, lines]).toEqual([
      2,
      [
        '--applications takes a number from 1.',
        'Usage: npm run seed -- [--applications NUMBER] [--intakes] [--sms] [--among-real-applications]',
      ],
    ])
  },
)

test('seed adds two intakes on request, the same for the same number', async () => {
  const [one, another] = [await newPlace(), await newPlace()]
  for (const { variables } of [one, another]) {
    const { code, lines } = await seed(variables, '300', '--intakes')
    expect([code, lines]).toEqual([0, ['Added 300 made-up applications and two intakes']])
  }
  const offers = await one.offers()
  expect(await another.offers()).toEqual(offers)
  const states = new Set(offers.map(({ offerState }) => offerState))
  expect(states).toEqual(new Set([null, 'open', 'confirmed', 'declined', 'lapsed']))
  expect(offers.filter(({ waitingOrder }) => waitingOrder !== null).length).toBeGreaterThan(10)
  expect(await one.findings()).toEqual([])
  expect(await one.alike(), 'a likely pair, and two who share a phone').toEqual({
    email: [2],
    phone: [2],
  })

  expect(await seed(one.variables, '3', '--intakes')).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^There is an intake ".+" already\. Leave --intakes out\.$/)],
  })
  expect(await one.offers()).toEqual(offers)
})

test('a third of the applicants wants SMS on request, and nobody otherwise', async () => {
  const { variables, wishes } = await newPlace()
  await seed(variables, '6')
  expect(await wishes()).toEqual({ email: 6 })
  await seed(variables, '12', '--sms')
  expect(await wishes()).toEqual({ email: 14, sms: 2, both: 2 })
})

test('a database with real applications gets made-up ones only on request', async () => {
  const { variables, people, inDatabase } = await newPlace()
  await seed(variables, '2')
  await inDatabase((db) =>
    db
      .updateTable('attachments')
      .set({ email: 'zawadi@mail.ke' })
      .where('_id', '=', db.selectFrom('attachments').select('_id').orderBy('_id').limit(1))
      .execute(),
  )
  expect(await seed(variables, '3')).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^There are 1 real applications in this database\. With --among/),
    ],
  })
  expect(await people()).toHaveLength(2)
  expect((await seed(variables, '3', '--among-real-applications')).code).toBe(0)
  expect(await people()).toHaveLength(5)
})

const seed = (variables: Record<string, string>, number: string, ...more: string[]) =>
  runCommand('server/cli/seed.ts', variables, `--applications=${number}`, ...more)

/** A new database and a reader of its applications, without the values that depend on the day. */
async function newPlace() {
  const variables = await newData()
  const people = async () => {
    const { db } = openDatabase(locationOf(variables))
    const rows = await db
      .selectFrom('attachments')
      .innerJoin('institutions', 'institutions._id', 'attachments.institution')
      .innerJoin('courses', 'courses._id', 'attachments.course')
      .innerJoin('departments', 'departments._id', 'attachments.department')
      .select(['first_name', 'last_name', 'email', 'phone_number', 'gender', 'about_yourself'])
      .select(['institutions.name as institution', 'courses.name as course'])
      .select('departments.name as department')
      .orderBy('email')
      .execute()
    await db.destroy()
    return rows
  }
  const inDatabase = async <T>(work: (db: Database) => Promise<T>) => {
    const { db } = openDatabase(locationOf(variables))
    return work(db).finally(() => db.destroy())
  }
  const offers = () =>
    inDatabase((db) =>
      db
        .selectFrom('attachments')
        .innerJoin('intakes', 'intakes._id', 'attachments.intake')
        .leftJoin('placements', 'placements.attachment', 'attachments._id')
        .select(['email', 'intakes.name', 'offerState', 'waitingOrder', 'supervisorName'])
        .orderBy('email')
        .orderBy('attachments.createdAt')
        .execute(),
    )
  const wishes = () =>
    inDatabase(async (db) => {
      const rows = await db.selectFrom('attachments').select('contact_by').execute()
      const groups = Object.groupBy(rows, (row) => row.contact_by)
      return Object.fromEntries(Object.entries(groups).map(([way, some]) => [way, some.length]))
    })
  /** How many people share an e-mail address or a national phone number with somebody else. */
  const alike = () =>
    inDatabase(async (db) => {
      const rows = await db.selectFrom('attachments').select(['email', 'phone_number']).execute()
      const shared = (key: (row: (typeof rows)[number]) => string) =>
        [...Map.groupBy(rows, key).values()].map((some) => some.length).filter((size) => size > 1)
      return {
        email: shared(({ email }) => email),
        phone: shared(({ phone_number }) => toNationalNumber(phone_number)),
      }
    })
  const findings = () => inDatabase((db) => checkIntakes(db, Date.now()))
  return { variables, people, offers, wishes, alike, findings, inDatabase }
}
