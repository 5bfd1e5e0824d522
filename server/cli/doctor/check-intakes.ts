import { sql } from 'kysely'

import type { Database } from '../../database/tables.ts'
import { before, checkRows, type RowCheck } from './check-rows.ts'
import { problemFinding, type Finding } from './finding.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const list = '/admin/industrial-attachments?view=all'

/** Checks intakes, places, offers, waiting lists and placements. */
export async function checkIntakes(db: Database, now: number): Promise<Finding[]> {
  return [...(await checkPlaces(db)), ...(await checkRows(db, checks(now)))]
}

async function checkPlaces(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(beyond), 0) as n from (${offersBeyondPlaces}) as crowded
    where beyond > 0`.execute(db)
  const n = Number(rows[0]?.n)
  if (n === 0) return []
  const what = 'Offers of intakes have no place: two people may have been promised the same one'
  const todo =
    'Compare the places and the offers of each intake under /admin/intakes, then add places or revoke offers.'
  return [problemFinding(`${what} (${n.toLocaleString('en')})`, todo)]
}

const checks = (now: number): RowCheck[] => [
  {
    what: 'Accepted applications of an intake have no offer, so their applicants cannot answer',
    todo: `Did a server of an older version run meanwhile? Open each under ${list}&accepted=true, revoke the acceptance and accept again.`,
    table: 'attachments',
    where: sql`intake is not null and is_accepted and "offerState" is null`,
  },
  {
    what: 'Applications have an open or confirmed offer, but are not accepted',
    todo: `Did a server of an older version run meanwhile? Open each under ${list}&offer=open and ${list}&offer=confirmed, and decide again.`,
    table: 'attachments',
    where: sql`"offerState" in ('open', 'confirmed') and not is_accepted`,
  },
  {
    what: 'Offers were confirmed after the time to answer',
    todo: `Check the clock of every machine that runs the server. Then open each under ${list}&offer=confirmed, revoke the acceptance and accept again. The applicant has to confirm once more.`,
    table: 'attachments',
    where: sql`"offerState" = 'confirmed' and "answeredAt" > "answerBy"`,
  },
  {
    what: 'Open offers are overdue by more than an hour, and no server lets them lapse',
    todo: 'Is the server running? Its log has the error.',
    table: 'attachments',
    where: sql`"offerState" = 'open' and "answerBy" < ${before(now, hour)}`,
  },
  {
    what: 'Confirmed offers have no placement, so these people are missing under Placements',
    todo: `Open each under ${list}&offer=confirmed, revoke the acceptance and accept again. The applicant has to confirm once more.`,
    table: 'attachments',
    where: sql`"offerState" = 'confirmed' and not exists
        (select 1 from placements where placements.attachment = attachments._id)`,
  },
  {
    what: 'Placements name another department or other days than a letter that was issued after their last change',
    todo: 'An earlier version moved a placement when its application was edited. Open each under /admin/placements, ask which one holds, save it, and give the applicant a new letter.',
    table: 'placements',
    where: sql`exists (select 1 from attachments
      join letters on letters.attachment = attachments._id
      join departments on departments.name = letters.department
      where attachments._id = placements.attachment
        and "offerState" = 'confirmed' and letters."createdAt" >= placements."updatedAt"
        and (departments._id <> placements.department or letters."startsOn" <> placements."startsOn"
          or letters."endsOn" <> placements."endsOn"))`,
  },
  {
    what: 'People share their place in the order of a waiting list, although they arrived at different times',
    todo: `An earlier version could not reach every rank. Look at the order of each list under ${list}&waiting=true&sort=waiting, and move these people up or down.`,
    level: 'warning',
    table: 'attachments',
    where: sql`"waitingOrder" is not null
      and exists (select 1 from attachments as other
        where other.intake = attachments.intake and other.department = attachments.department
          and other."waitingOrder" = attachments."waitingOrder"
          and other."createdAt" <> attachments."createdAt")`,
  },
  {
    what: 'Applications belong to an intake that does not exist',
    todo: `Open each under ${list} and choose its intake. Look for the intake in the newest backup, restored into an empty database.`,
    table: 'attachments',
    where: sql`intake is not null and not exists
        (select 1 from intakes where intakes._id = attachments.intake)`,
  },
  {
    what: 'Applications are on a waiting list, although they are accepted or archived',
    todo: `Did a server of an older version run meanwhile? Open each under ${list}&waiting=true then unarchive and archive it, or revoke the acceptance and accept again.`,
    table: 'attachments',
    where: sql`"waitingOrder" is not null and (is_accepted or is_archived)`,
  },
  {
    what: 'People wait for the e-mail that an intake is open, which it has been for more than a day',
    todo: 'Is the server running? Check the mail server. The log of the server has the error.',
    level: 'warning',
    table: 'intake_alerts',
    where: sql`"createdAt" < ${before(now, day)} and exists (select 1 from intakes
        where "opensAt" < ${before(now, day)} and "closesAt" > ${before(now, 0)})`,
  },
]

/**
 * The offers of each department of an intake beyond its places. An offer beyond the places has a reason
 * in the history, so that one does not count.
 */
const offersBeyondPlaces = sql`
  select count(*)
    - coalesce((select places from intake_places
        where intake_places.intake = attachments.intake
          and intake_places.department = attachments.department), 0)
    - sum(case when exists (select 1 from history where history.record = attachments._id
        and history.action = 'accept' and history.note is not null) then 1 else 0 end) as beyond
  from attachments
  where "offerState" in ('open', 'confirmed') and intake is not null
  group by attachments.intake, attachments.department`
