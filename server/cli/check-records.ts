import { setImmediate } from 'node:timers/promises'

import { sql, type RawBuilder } from 'kysely'

import { searchText } from '../database/search-text.ts'
import type { Database } from '../database/tables.ts'
import { checkContent } from './check-content.ts'
import { checkIntakes } from './check-intakes.ts'
import { checkMessages } from './check-messages.ts'
import { checkNames } from './check-names.ts'
import { checkNameKeys } from './check-name-keys.ts'
import { commandLine } from './command.ts'
import { problemFinding, type Finding } from './finding.ts'

const minute = 60 * 1000
const batchSize = 1000
const repair = `${commandLine('doctor', '--repair')} fixes it.`
const findInBackup =
  'Look for them in the newest backup, restored into an empty database, and tell the developers.'

/** The name by which a placement is sorted. */
export const applicantName = sql`coalesce(
  (select substr("text", 1, 40) from search_texts where _id = placements.attachment), '')`

interface Impossible {
  /** The end of the message, which begins with the number of such records. */
  what: string
  todo: string
  /** A query that selects the number of such records as `n`. */
  count: RawBuilder<{ n: number }>
}

/** Records that can only come from an error, because the product never writes them. */
const impossible = (now: number): Impossible[] => [
  {
    what: 'sessions belong to no user',
    todo: repair,
    count: sql`select count(*) as n from sessions
      where not exists (select 1 from users where users._id = sessions."user")`,
  },
  {
    what: 'links to set a password belong to no user',
    todo: repair,
    count: sql`select count(*) as n from password_links
      where not exists (select 1 from users where users._id = password_links."user")`,
  },
  {
    what: 'applications cannot be found by searching',
    todo: repair,
    count: sql`select count(*) as n from attachments
      where not exists (select 1 from search_texts where search_texts._id = attachments._id)`,
  },
  {
    what: 'applications have an outdated status in the search',
    todo: repair,
    count: sql`select count(*) as n from attachments
      join search_texts on search_texts._id = attachments._id
      where search_texts.is_accepted <> attachments.is_accepted
        or search_texts.is_archived <> attachments.is_archived`,
  },
  {
    what: 'placements are sorted by an outdated name',
    todo: repair,
    count: sql`select count(*) as n from placements where "nameOrder" <> ${applicantName}`,
  },
  {
    what: 'applications were received, but are missing and were not deleted',
    todo: findInBackup,
    count: sql`select count(*) as n from history
      where entity = 'attachment' and action in ('submit', 'create') and record is not null
        and not exists (select 1 from attachments where attachments._id = history.record)
        and not exists (select 1 from history as later
          where later.record = history.record and later.action = 'delete')`,
  },
  {
    what: 'receipts belong to missing applications, more than were deleted',
    todo: findInBackup,
    count: sql`select
      (select count(*) from idempotency_keys where not exists
        (select 1 from attachments where attachments."referenceId" = idempotency_keys."referenceId"))
      - (select count(*) from history where entity = 'attachment' and action = 'delete') as n`,
  },
  {
    what: 'applications have a malformed reference ID',
    todo: findInBackup,
    count: sql`select count(*) as n from attachments
      where "referenceId" not like 'SPH-____-________'`,
  },
  {
    what: 'applications are declined, but accepted or not archived',
    todo: 'Open each under /admin/industrial-attachments?view=all&decision=declined and decide again.',
    count: sql`select count(*) as n from attachments
      where declined_reason is not null and (is_accepted or not is_archived)`,
  },
  {
    what: 'applications are withdrawn, but not archived',
    todo: 'Open each under /admin/industrial-attachments?view=all&decision=withdrawn, archive and unarchive it.',
    count: sql`select count(*) as n from attachments
      where "withdrawnAt" is not null and not is_archived`,
  },
  {
    what: 'applications were changed before they were created',
    todo: 'Check the clock of every machine that runs the server.',
    count: sql`select count(*) as n from attachments where "updatedAt" < "createdAt"`,
  },
  ...(['attachments', 'history', 'sessions'] as const).map((table) => ({
    what: `entries of ${table} were created in the future`,
    todo: 'Check the clock of every machine that runs the server. Was it set back?',
    count: sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where "createdAt" > ${new Date(now + 5 * minute).toISOString()}`,
  })),
]

export async function checkRecords(db: Database, now: number): Promise<Finding[]> {
  const findings = [
    ...(await checkAdministrators(db)),
    ...(await checkMessages(db, now)),
    ...(await checkContent(db, now)),
    ...(await checkIntakes(db, now)),
    ...(await checkNames(db)),
    ...(await checkNameKeys(db)),
  ]
  for (const { what, todo, count } of impossible(now)) {
    const { rows } = await count.execute(db)
    const n = Number(rows[0]?.n)
    if (n > 0) findings.push(problemFinding(`${n.toLocaleString('en')} ${what}`, todo))
  }
  let stale = 0
  for await (const ids of staleSearchTexts(db)) stale += ids.length
  if (stale > 0) {
    const what = `${stale.toLocaleString('en')} applications have outdated words in the search`
    findings.push(problemFinding(what, repair))
  }
  return findings
}

async function checkAdministrators(db: Database): Promise<Finding[]> {
  const administrators = await db
    .selectFrom('users')
    .select('password')
    .where('role', '=', 'admin')
    .execute()
  if (administrators.length === 0) {
    return [
      problemFinding(
        'There is no administrator',
        'Start the server: it creates one and prints the password.',
      ),
    ]
  }
  if (administrators.some(({ password }) => password !== null)) return []
  return [
    problemFinding(
      'No administrator has a password, so nobody can sign in',
      `${commandLine('recover-admin', 'EMAIL')} prints a link to set a password.`,
    ),
  ]
}

/** Yields the ids of applications with an outdated search text, in batches. */
export async function* staleSearchTexts(db: Database) {
  let last: string | undefined
  for (;;) {
    let query = db
      .selectFrom('attachments')
      .innerJoin('search_texts', 'search_texts._id', 'attachments._id')
      .leftJoin('institutions', 'institutions._id', 'attachments.institution')
      .leftJoin('courses', 'courses._id', 'attachments.course')
      .leftJoin('departments', 'departments._id', 'attachments.department')
      .select([
        'attachments._id',
        'search_texts.text',
        'first_name',
        'middle_name',
        'last_name',
        'email',
        'phone_number',
        'referenceId',
        'departments.name as department',
      ])
      .select(({ fn }) => [
        fn.coalesce('institutions.name', 'institution_name').as('institution'),
        fn.coalesce('courses.name', 'course_name').as('course'),
      ])
      .orderBy('attachments._id')
      .limit(batchSize)
    if (last !== undefined) query = query.where('attachments._id', '>', last)
    const rows = await query.execute()
    last = rows.at(-1)?._id
    if (last === undefined) return
    yield rows.filter((row) => row.text !== searchText(row, row)).map(({ _id }) => _id)
    await setImmediate()
  }
}
