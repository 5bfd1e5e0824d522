import { sql, type RawBuilder } from 'kysely'

import { funnelGroups, type Funnel, type FunnelGroup } from '../../../contract/intake/funnel.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Database } from '../../database/tables.ts'
import { yieldToOthers } from '../../database/transaction.ts'
import { countRows } from '../count-rows.ts'
import { notFound } from '../domain-error.ts'
import { readIntakes } from './intakes.ts'

/** Counts the applications of an intake by step, in all and for the groups of each breakdown. */
export async function funnel(db: Database, _id: string) {
  const [intake] = await readIntakes(db, [_id])
  if (!intake) return notFound('intake')
  const [total] = await countSteps(db, _id, sql`''`)
  const breakdowns: [FunnelGroup, Row[]][] = []
  for (const group of funnelGroups) {
    await yieldToOthers(db)
    breakdowns.push([group, await withNames(db, group, await countSteps(db, _id, keys[group]))])
  }
  const { key: _, ...steps } = total ?? { key: '', ...none }
  const sum = (of: 'places' | 'taken') => intake.places.reduce((all, place) => all + place[of], 0)
  const answer: Funnel = {
    intake: { _id, name: intake.name },
    total: steps,
    places: sum('places'),
    taken: sum('taken'),
    waiting: await countWaiting(db, _id),
    breakdowns: Object.fromEntries(breakdowns) as Funnel['breakdowns'],
  }
  return answer
}

type Row = Funnel['breakdowns'][FunnelGroup][number]

const none = { applied: 0, offered: 0, confirmed: 0, started: 0, completed: 0 }

/** The group of typed institutions. Reports leave out what applicants have typed. */
const notInList = 'Not in the list'

/** The group of an application in each breakdown. */
const keys: Record<FunnelGroup, RawBuilder<string | null>> = {
  department: sql`attachments.department`,
  institution: sql`coalesce(cast(attachments.institution as text),
    case when attachments.institution_name is not null then ${notInList} end)`,
  county: sql`institutions.county`,
  gender: sql`attachments.gender`,
}

/** The counts of each group, the largest first. Null, the group of missing answers, is 'N/A'. */
async function countSteps(
  db: Database,
  intake: string,
  key: RawBuilder<string | null>,
): Promise<(typeof none & { key: string | null })[]> {
  const today = dayInKenya(Date.now())
  const isConfirmed = sql`attachments."offerState" = 'confirmed'`
  const hasStarted = sql`${isConfirmed} and placements."startsOn" <= ${today}`
  const { rows } = await sql<typeof none & { key: string | null }>`
    select ${key} as key,
      count(*) as applied,
      count(*) filter (where attachments."offeredAt" is not null) as offered,
      count(*) filter (where ${isConfirmed}) as confirmed,
      count(*) filter (where ${hasStarted}) as started,
      count(*) filter (where ${hasStarted} and placements."endsOn" < ${today}
        and placements."brokenOffOn" is null) as completed
    from attachments
    left join institutions on institutions._id = attachments.institution
    left join placements on placements.attachment = attachments._id
    where attachments.intake = ${intake}
    group by 1
    order by applied desc, 1`.execute(db)
  return rows
}

/** Replaces ids by names. */
async function withNames(
  db: Database,
  group: FunnelGroup,
  rows: Awaited<ReturnType<typeof countSteps>>,
): Promise<Row[]> {
  const table = group === 'department' || group === 'institution' ? (`${group}s` as const) : null
  const lookups = table ? await db.selectFrom(table).select(['_id', 'name']).execute() : []
  const names = new Map(lookups.map(({ _id, name }) => [_id, name]))
  const nameOf = (key: string | null) => {
    if (key === null) return 'N/A'
    return table && key !== notInList ? (names.get(key) ?? 'N/A') : key
  }
  return rows.map(({ key, ...counts }) => ({
    name: nameOf(key),
    ...counts,
  }))
}

function countWaiting(db: Database, intake: string) {
  return countRows(
    db.selectFrom('attachments').where('intake', '=', intake).where('waitingOrder', 'is not', null),
  )
}
