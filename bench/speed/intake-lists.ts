import { randomUUID } from 'node:crypto'

import { sql, type RawBuilder } from 'kysely'

import { api } from '../../contract/api.ts'
import type { TestEngine } from '../../tests/support/server.ts'
import { callApi } from '../http-client.ts'
import { page } from '../queries.ts'
import { compareWithBare } from './compare.ts'
import { engineNames, sharedServer, type serverWith } from './engines.ts'
import { quantity, type Figure, type Setting } from './figure.ts'

export type Server = Awaited<ReturnType<typeof serverWith>>

/** An open intake with places in the first department, or with 0 in all without limit; returns the ids of both. */
export async function createIntake(server: Server, places: number) {
  const departments = await callApi(server, 'GET', '/users/departments')
  const [department] = departments as { _id: string }[]
  const { _id } = (await callApi(server, 'POST', api.intakes.create.path, {
    name: `Intake ${randomUUID()}`,
    opensAt: inDays(-10),
    closesAt: inDays(20),
    startsOn: inDays(40).slice(0, 10),
    endsOn: inDays(130).slice(0, 10),
    places: places > 0 ? [{ department: department!._id, places }] : [],
  })) as { _id: string }
  return { _id, department: department!._id }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export type Intake = Awaited<ReturnType<typeof createIntake>>

/** The lists and the report of an intake with a tenth of all applications. */
export async function listIntake(engine: TestEngine, setting: Setting): Promise<Figure[]> {
  // Over fewer rows the fixed time of an answer would be most of it.
  const rows = setting.quick ? 100_000 : 1_000_000
  const server = await sharedServer(engine, setting, rows)
  const { _id } = await createIntake(server, 10)
  // An update of so many rows takes longer than a statement may.
  await server.engine.withoutTimeout(async () => {
    await fillIntake(server, _id, rows / 10)
    // As autovacuum would within some minutes.
    await (engine === 'postgres' ? sql`vacuum analyze` : sql`analyze`).execute(server.db)
  })
  const where = `${quantity(rows / 10)} of ${quantity(rows)} rows, ${engineNames[engine]}, median`
  const lists = queriesOf(_id).map(([name, condition]) => ({
    name,
    isLarge: !/offer|waiting/.test(name),
    path: `/admin/attachments?intake=${_id}&${name}&limit=25`,
    bare: () => page(server.db, sql`attachments`, condition),
  }))
  const measured = await compareWithBare(server, [
    ...lists,
    {
      name: 'report',
      isLarge: true,
      path: `/admin/intakes/${_id}/funnel`,
      bare: () => aggregates(server, _id),
    },
  ])
  const report = measured.pop()!
  const ratio = ({ whole, bare }: typeof report) => whole.median / bare.median
  // As in lists.ts: filters with few rows have only the absolute limit.
  const [worst] = measured
    .filter(({ query }) => query.isLarge)
    .toSorted((a, b) => ratio(b) - ratio(a))
  const [slowest] = measured.toSorted((a, b) => b.whole.median - a.whole.median)
  const figure = (what: string, { whole, bare }: typeof report, name = 'the bare query') => ({
    what: `${what}, ${where}`,
    measured: `${quantity(whole.median)} ms`,
    limit: `${quantity(bare.median)} ms: ${name}`,
  })
  return [
    {
      ...figure(`a list of an intake (${worst!.query.name})`, worst!),
      value: ratio(worst!),
      target: 'list',
    },
    {
      ...figure(`the slowest list of an intake (${slowest!.query.name})`, slowest!),
      value: slowest!.whole.median,
      target: 'list over 100,000',
    },
    {
      ...figure('the report of an intake', report, 'the bare aggregates'),
      value: ratio(report),
      target: 'list',
    },
  ]
}

/** The filters of lists, with the best SQL condition for the same rows. */
function queriesOf(_id: string): [string, RawBuilder<unknown>][] {
  const isIn = sql`intake = ${_id}`
  return [
    ['includeArchived=true', isIn],
    ['view=active', sql`${isIn} and is_archived = false`],
    ['status=pending', sql`${isIn} and is_archived = false and is_accepted = false`],
    ['status=accepted', sql`${isIn} and is_archived = false and is_accepted = true`],
    ['includeArchived=true&offer=confirmed', sql`${isIn} and "offerState" = 'confirmed'`],
    ['includeArchived=true&waiting=true', sql`${isIn} and "waitingOrder" is not null`],
  ]
}

/** Puts every tenth application into the intake, with offers, a waiting list and placements. */
export async function fillIntake({ db }: Server, intake: string, some: number) {
  await sql`update attachments set intake = ${intake} where _id in (
    select _id from (select _id, row_number() over (order by _id) as row from attachments) as rows
    where row % 10 = 0)`.execute(db)
  await sql`update attachments set "offerState" = 'confirmed', "offeredAt" = "createdAt",
    "answerBy" = "createdAt", "answeredAt" = "createdAt" where intake = ${intake} and is_accepted`.execute(
    db,
  )
  await sql`update attachments set "waitingOrder" = 1 where _id in (
    select _id from attachments where intake = ${intake} and not is_accepted and not is_archived
    order by _id limit ${some / 20})`.execute(db)
  await sql`insert into placements
      (_id, attachment, department, "startsOn", "endsOn", "createdAt", "updatedAt")
    select _id, _id, department, '2026-01-01', '2026-06-30', "createdAt", "createdAt"
    from attachments where intake = ${intake} and "offerState" = 'confirmed'`.execute(db)
}

/** The counts of the report, in all and by department, institution, county and gender. */
async function aggregates({ db }: Server, intake: string) {
  const keys = ["''", 'attachments.department', 'institution', 'county', 'gender']
  for (const key of keys) {
    await sql`select ${sql.raw(key)} as key, count(*), count("offeredAt"),
        count(*) filter (where "offerState" = 'confirmed'), count(placements._id)
      from attachments
      left join institutions on institutions._id = attachments.institution
      left join placements on placements.attachment = attachments._id
      where intake = ${intake} group by 1`.execute(db)
  }
}
