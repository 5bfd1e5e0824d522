import { dayInKenya, addDays } from '../../../contract/time-zone.ts'
import type { Database } from '../../database/tables.ts'
import { hashToken, newToken } from '../tokens.ts'
import { now } from '../ids.ts'
import { type CalendarEvent, renderCalendar } from './icalendar.ts'
import { deleteRows, findRow } from '../rows.ts'

// The calendar feed of placements. It names no person: a calendar service may store it.

/** Days before and after today that the feed covers. */
const [past, ahead] = [60, 400]

export async function readCalendarLink(db: Database, user: string) {
  const link = await findRow(db, 'calendar_links', { user })
  return { createdAt: link?.createdAt ?? null }
}

/** Creates the link of a user. An earlier link ends. */
export async function createCalendarLink(db: Database, user: string, publicUrl: string) {
  const { token, tokenHash } = newToken()
  const createdAt = now()
  await db
    .insertInto('calendar_links')
    .values({ user, tokenHash, createdAt })
    .onConflict((conflict) => conflict.column('user').doUpdateSet({ tokenHash, createdAt }))
    .execute()
  return { url: `${publicUrl}/calendar/${token}.ics`, createdAt }
}

export async function endCalendarLink(db: Database, user: string) {
  await deleteRows(db, 'calendar_links', { user })
  return { message: 'The calendar link has ended' }
}

/** The feed of a link; undefined if the link has ended or its user is no administrator any more. */
export async function readCalendar(db: Database, token: string, name: string) {
  const found = await db
    .selectFrom('calendar_links')
    .innerJoin('users', 'users._id', 'calendar_links.user')
    .select('users._id')
    .where('tokenHash', '=', hashToken(token))
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!found) return undefined
  const today = dayInKenya(Date.now())
  const [from, to] = [addDays(today, -past), addDays(today, ahead)]
  const events = [
    ...(await daysOf(db, 'startsOn', from, to)),
    ...(await daysOf(db, 'endsOn', from, to)),
    ...(await intakeTimes(db, from, to)),
  ]
  return renderCalendar(name, events, now())
}

/** The numbers of people who start or end on each day, by department. */
async function daysOf(db: Database, column: 'startsOn' | 'endsOn', from: string, to: string) {
  const rows = await db
    .selectFrom('placements')
    .innerJoin('attachments', 'attachments._id', 'placements.attachment')
    .leftJoin('departments', 'departments._id', 'placements.department')
    .select(['departments._id', 'departments.name', `placements.${column} as day`])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('attachments.offerState', '=', 'confirmed')
    .where('brokenOffOn', 'is', null)
    .where(`placements.${column}`, '>=', from)
    .where(`placements.${column}`, '<=', to)
    .groupBy(['departments._id', 'departments.name', `placements.${column}`])
    .orderBy(`placements.${column}`)
    .execute()
  const verb = column === 'startsOn' ? ['starts', 'start'] : ['ends', 'end']
  return rows.map(({ _id, name, day: date, count }): CalendarEvent => ({
    uid: `${column}-${date}-${_id ?? 'none'}`,
    day: date,
    summary: `${name ?? 'Foundation'}: ${count} ${count === 1 ? verb[0] : verb[1]}`,
  }))
}

/** The times at which intakes open and close. */
async function intakeTimes(db: Database, from: string, to: string) {
  const rows = await db
    .selectFrom('intakes')
    .select(['_id', 'name', 'opensAt', 'closesAt'])
    .where('closesAt', '>=', from)
    .where('opensAt', '<=', to)
    .orderBy('opensAt')
    .execute()
  return rows.flatMap(({ _id, name, opensAt, closesAt }): CalendarEvent[] => [
    { uid: `opens-${_id}`, time: opensAt, summary: `${name} opens` },
    { uid: `closes-${_id}`, time: closesAt, summary: `${name} closes` },
  ])
}
