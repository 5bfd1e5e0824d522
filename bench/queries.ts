import { sql, type RawBuilder } from 'kysely'

import type { Engine } from '../server/database/engine.ts'
import { termsOf } from '../server/database/search-terms.ts'
import type { Database } from '../server/database/tables.ts'
import type { Comparable } from './speed/compare.ts'

/** A request of a back-office screen whose tables grow with the number of applications. */
export interface Query extends Comparable {
  name: string
  /** True for a request whose median has an absolute limit over 100,000 applications. */
  isLimited?: boolean
  /** True for a request that reads every row. It has a separate target for a million rows. */
  readsAll?: boolean
  /** Requests of a group share a target. */
  group?:
    | 'a search'
    | 'a rare word'
    | 'the newest page'
    | 'a filter by status'
    | 'a deep page'
    | 'the dashboard'
}

const pageSize = 25
const active = sql`is_archived = false`
const all = sql`true`

/** The list of applications that may be of the same person. */
export const possiblyTwice = 'possibly twice'

/** Searches that match few applications or none. */
const rare = new Set(
  ['a rare word', 'a reference ID', 'nothing found'].map((what) => `search: ${what}`),
)

/**
 * Every query of the back office for applications, with values that occur in them, and for the
 * history and the messages.
 */
export async function queries(db: Database, { search }: Engine): Promise<Query[]> {
  const person = await someApplication(db)
  const { institution, course, department, phone_number } = person
  const total = await count(db)
  const lastPage = Math.floor(total / pageSize)
  const fullName = `${person.first_name} ${person.last_name}`
  const q = `q=${encodeURIComponent(fullName)}`
  const named = sql`select _id from search_texts where ${await search.find(db, termsOf(fullName))}`
  const month = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString()

  const found = (name: string, words: string, which = active, filters = 'view=active') => ({
    name,
    group: rare.has(name) ? ('a rare word' as const) : ('a search' as const),
    path: list(`${filters}&q=${encodeURIComponent(words)}`),
    isLimited: true,
    needsP99: true,
    bare: async () => {
      const matches = await search.find(db, termsOf(words))
      await page(db, sql`search_texts`, sql`${which} and ${matches}`)
    },
  })
  const filtered = (
    filters: string,
    where: RawBuilder<unknown>,
    name = filters,
    group?: Query['group'],
  ) => ({
    name,
    ...(group && { group }),
    path: list(filters),
    isLimited: true,
    bare: () => page(db, sql`attachments`, where),
  })
  const sorted = (sort: string) => ({
    name: `sorted by ${sort}`,
    path: list(`view=active&sort=${sort}`),
    readsAll: ['institution', 'course', 'department'].includes(sort),
    bare: () => page(db, sql`attachments`, active),
  })

  return [
    filtered('view=active', active, 'first page', 'the newest page'),
    filtered('includeArchived=true', all, 'first page of all', 'the newest page'),
    found('search: a rare word', person.email.split('@')[0] ?? ''),
    found('search: a common word', 'university'),
    found('search: two letters', 'zu'),
    found('search: a reference ID', person.referenceId),
    found('search: part of a phone number', phone_number.replaceAll(/\D/g, '').slice(-7)),
    found('search: nothing found', 'xyzzyx'),
    found(
      'search and status',
      person.first_name,
      sql`is_archived = false and is_accepted = true`,
      'status=accepted',
    ),
    filtered(
      'status=pending',
      sql`is_archived = false and is_accepted = false`,
      'status=pending',
      'a filter by status',
    ),
    filtered(
      'status=accepted',
      sql`is_archived = false and is_accepted = true`,
      'status=accepted',
      'a filter by status',
    ),
    filtered('view=active&sameAs=open', sql`is_archived = false and "sameAs" > 0`, possiblyTwice),
    filtered('view=archived', sql`is_archived = true`),
    filtered('view=archived&decision=declined', sql`declined_reason is not null`),
    filtered('view=archived&decision=late', sql`declined_reason = 'late'`),
    found(
      'search and declined',
      person.first_name,
      sql`exists (select 1 from attachments where attachments._id = search_texts._id
        and declined_reason is not null)`,
      'view=archived&decision=declined',
    ),
    filtered(
      'includeArchived=true&accepted=true',
      sql`is_accepted = true`,
      'accepted, archived or not',
    ),
    filtered(
      `view=active&institution=${institution}`,
      of('institution', institution),
      'institution',
    ),
    filtered(`view=active&course=${course}`, of('course', course), 'course'),
    filtered(`view=active&department=${department}`, of('department', department), 'department'),
    filtered(
      'view=active&institution=none',
      sql`is_archived = false and institution is null`,
      'institution=none',
    ),
    filtered(
      `includeArchived=true&department=${department}&status=pending`,
      sql`${of('department', department)} and is_accepted = false`,
      'department and status',
    ),
    filtered(`includeArchived=true&since=${month}`, sql`"createdAt" >= ${month}`, 'last 30 days'),
    ...['first_name', '-first_name', 'email', '-email', 'institution', 'course', 'department']
      .concat('year_of_study', '-year_of_study', 'status', '-status', 'createdAt')
      .map(sorted),
    {
      name: 'the last page of all',
      group: 'a deep page',
      path: list(`includeArchived=true&page=${lastPage}`),
      bare: () => page(db, sql`attachments`, all, (lastPage - 1) * pageSize),
    },
    activity(db, 'the whole history', 'history'),
    activity(db, 'the history sorted by action', 'history', 'sort=action', sql`action, _id`),
    activity(db, 'the history of a name', 'history', q, sql`_id desc`, sql`record in (${named})`),
    activity(db, 'all messages', 'messages'),
    activity(db, 'messages sorted by name', 'messages', 'sort=name'),
    activity(db, 'messages to a name', 'messages', q, sql`_id desc`, sql`attachment in (${named})`),
    {
      name: 'counts by status',
      path: '/admin/attachments/counts',
      bare: () =>
        sql`select is_archived, is_accepted, count(*) from attachments group by 1, 2`.execute(db),
    },
    {
      name: 'the dashboard',
      group: 'the dashboard',
      path: '/admin/analytics',
      bare: () => aggregates(db),
    },
  ]

  function of(column: string, id: string | null) {
    return sql`is_archived = false and ${sql.ref(column)} = ${id}`
  }
}

function list(filters: string) {
  return `/admin/attachments?${filters}&limit=${pageSize}`
}

/** A page of the history or of the messages, by default the newest. */
function activity(
  db: Database,
  name: string,
  path: 'history' | 'messages',
  query = '',
  order = sql`_id desc`,
  where = all,
): Query {
  const from = sql`from ${sql.table(path === 'history' ? path : 'outbox')} where ${where}`
  return {
    name,
    path: `/admin/${path}?${query}&limit=${pageSize}`,
    isLimited: true,
    readsAll: true,
    bare: async () => {
      await sql`select * ${from} order by ${order} limit ${pageSize}`.execute(db)
      await sql`select count(*) ${from}`.execute(db)
    },
  }
}

/** The full rows of a page, newest first, and the total count. */
export async function page(
  db: Database,
  table: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  offset = 0,
) {
  await sql`select * from attachments where _id in (
    select _id from ${table} where ${where} order by _id desc limit ${pageSize} offset ${offset}
  )`.execute(db)
  await sql`select count(*) from ${table} where ${where}`.execute(db)
}

/** Counts by status, by lookup, and by week of the last half year. */
async function aggregates(db: Database) {
  await sql`select is_archived, is_accepted, count(*) from attachments group by 1, 2`.execute(db)
  for (const by of ['institution', 'course', 'department']) {
    await sql`
      select ${sql.ref(by)}, count(*), count(*) filter (where is_accepted),
        count(*) filter (where not is_accepted and not is_archived)
      from attachments group by 1`.execute(db)
  }
  for (let week = 0; week < 26; week++) {
    const [from, to] = [week + 1, week].map((weeks) => new Date(Date.now() - weeks * 604_800_000))
    const isWithin = sql`"createdAt" >= ${from!.toISOString()} and "createdAt" < ${to!.toISOString()}`
    await sql`select count(*) from attachments where ${isWithin}`.execute(db)
  }
}

/** An application from the middle of the year, active and accepted. */
function someApplication(db: Database) {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('is_archived', '=', false)
    .where('is_accepted', '=', true)
    .where('createdAt', '<', new Date(Date.now() - 150 * 24 * 60 * 60 * 1000).toISOString())
    .orderBy('_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

async function count(db: Database) {
  const { rows } = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}
