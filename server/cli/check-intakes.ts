import { sql, type RawBuilder } from 'kysely'

import type { Database } from '../database/tables.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const list = '/admin/industrial-attachments?view=all'

interface Check {
  /** The end of the message, which begins with the number of such records. */
  what: string
  todo: string
  /** A query that selects the number of such records as `n`. */
  count: RawBuilder<{ n: number }>
  level?: 'warning'
}

/** Checks intakes, places, offers, waiting lists and placements. */
export async function checkIntakes(db: Database, now: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { what, todo, count, level } of checks(now)) {
    const { rows } = await count.execute(db)
    const n = Number(rows[0]?.n)
    if (n <= 0) continue
    const sentence = `${n.toLocaleString('en')} ${what}`
    findings.push(level ? warningFinding(sentence, todo) : problemFinding(sentence, todo))
  }
  return findings
}

const checks = (now: number): Check[] => [
  {
    what: 'offers of intakes have no place: two people may have been promised the same one',
    todo: 'Compare the places and the offers of each intake under /admin/intakes, then add places or revoke offers.',
    count: sql`select coalesce(sum(beyond), 0) as n from (${offersBeyondPlaces}) as crowded
      where beyond > 0`,
  },
  {
    what: 'accepted applications of an intake have no offer, so their applicants cannot answer',
    todo: `Did a server of an older version run meanwhile? Open each under ${list}&accepted=true, revoke the acceptance and accept again.`,
    count: sql`select count(*) as n from attachments
      where intake is not null and is_accepted and "offerState" is null`,
  },
  {
    what: 'applications have an open or confirmed offer, but are not accepted',
    todo: `Did a server of an older version run meanwhile? Open each under ${list}&offer=open and ${list}&offer=confirmed, and decide again.`,
    count: sql`select count(*) as n from attachments
      where "offerState" in ('open', 'confirmed') and not is_accepted`,
  },
  {
    what: 'offers were confirmed after the time to answer',
    todo: `Check the clock of every machine that runs the server, and the places of these applicants under ${list}&offer=confirmed.`,
    count: sql`select count(*) as n from attachments
      where "offerState" = 'confirmed' and "answeredAt" > "answerBy"`,
  },
  {
    what: 'open offers are overdue by more than an hour, and no server lets them lapse',
    todo: 'Is the server running? Its log has the error.',
    count: sql`select count(*) as n from attachments
      where "offerState" = 'open' and "answerBy" < ${iso(now - hour)}`,
  },
  {
    what: 'confirmed offers have no placement, so these people are missing under Placements',
    todo: `Open each under ${list}&offer=confirmed, revoke the acceptance and accept again. The applicant has to confirm once more.`,
    count: sql`select count(*) as n from attachments
      where "offerState" = 'confirmed' and not exists
        (select 1 from placements where placements.attachment = attachments._id)`,
  },
  {
    what: 'placements name another department or other days than a letter that was issued after their last change',
    todo: 'An earlier version moved a placement when its application was edited. Open each under /admin/placements, ask which one holds, save it, and give the applicant a new letter.',
    count: sql`select count(distinct placements._id) as n from placements
      join attachments on attachments._id = placements.attachment
      join letters on letters.attachment = placements.attachment
      join departments on departments.name = letters.department
      where "offerState" = 'confirmed' and letters."createdAt" >= placements."updatedAt"
        and (departments._id <> placements.department or letters."startsOn" <> placements."startsOn"
          or letters."endsOn" <> placements."endsOn")`,
  },
  {
    what: 'people share their place in the order of a waiting list, although they arrived at different times',
    todo: `An earlier version could not reach every rank. Look at the order of each list under ${list}&waiting=true&sort=waiting, and move these people up or down.`,
    level: 'warning',
    count: sql`select count(*) as n from attachments where "waitingOrder" is not null
      and exists (select 1 from attachments as other
        where other.intake = attachments.intake and other.department = attachments.department
          and other."waitingOrder" = attachments."waitingOrder"
          and other."createdAt" <> attachments."createdAt")`,
  },
  {
    what: 'applications belong to an intake that does not exist',
    todo: `Open each under ${list} and choose its intake. Look for the intake in the newest backup, restored into an empty database.`,
    count: sql`select count(*) as n from attachments
      where intake is not null and not exists
        (select 1 from intakes where intakes._id = attachments.intake)`,
  },
  {
    what: 'applications are on a waiting list, although they are accepted or archived',
    todo: `Did a server of an older version run meanwhile? Open each under ${list}&waiting=true and take it off the waiting list.`,
    count: sql`select count(*) as n from attachments
      where "waitingOrder" is not null and (is_accepted or is_archived)`,
  },
  {
    what: 'people wait for the e-mail that an intake is open, which it has been for more than a day',
    todo: 'Is the server running? Check the mail server. The log of the server has the error.',
    level: 'warning',
    count: sql`select count(*) as n from intake_alerts
      where "createdAt" < ${iso(now - day)} and exists (select 1 from intakes
        where "opensAt" < ${iso(now - day)} and "closesAt" > ${iso(now)})`,
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

function iso(time: number) {
  return new Date(time).toISOString()
}
