import { setImmediate } from 'node:timers/promises'

import { sql, type RawBuilder } from 'kysely'

import { findMismatches } from '../database/counts.ts'
import type { Engine } from '../database/engine.ts'
import { searchText } from '../database/search-text.ts'
import type { Database } from '../database/tables.ts'
import { typed } from './command.ts'
import { problem, warning, type Finding } from './finding.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const step = 1000
const repair = `${typed('doctor', '--repair')} mends it.`
const restoreThem =
  'Look for them in the newest backup, restored into an empty place, and tell the developers.'

interface Impossible {
  /** What stands after the number of such records. */
  what: string
  todo: string
  /** Their number, as `n`. */
  count: RawBuilder<{ n: number }>
}

/** States that no use of the product leads to. */
const impossible = (now: number, engine: Engine): Impossible[] => [
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
    what: 'applications are found with another status than they have',
    todo: repair,
    count: sql`select count(*) as n from attachments
      join search_texts on search_texts._id = attachments._id
      where search_texts.is_accepted <> attachments.is_accepted
        or search_texts.is_archived <> attachments.is_archived`,
  },
  {
    what: 'numbers of applications that lists and the dashboard show are wrong',
    todo: repair,
    count: findMismatches(engine),
  },
  {
    what: 'applications were received, but are not there and were not deleted',
    todo: restoreThem,
    count: sql`select count(*) as n from history
      where entity = 'attachment' and action in ('submit', 'create') and record is not null
        and not exists (select 1 from attachments where attachments._id = history.record)
        and not exists (select 1 from history as later
          where later.record = history.record and later.action = 'delete')`,
  },
  {
    what: 'receipts were given for applications that are not there, more than were deleted',
    todo: restoreThem,
    count: sql`select
      (select count(*) from idempotency_keys where not exists
        (select 1 from attachments where attachments."referenceId" = idempotency_keys."referenceId"))
      - (select count(*) from history where entity = 'attachment' and action = 'delete') as n`,
  },
  {
    what: 'applications have a reference ID of another form',
    todo: restoreThem,
    count: sql`select count(*) as n from attachments
      where "referenceId" not like 'SPH-____-________'`,
  },
  {
    what: 'applications are declined, but accepted or not archived',
    todo: 'Open each under /admin/industrial-attachments?view=all&decision=declined and decide anew.',
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
    what: 'applications changed before they were made',
    todo: 'Check the clock of every machine that runs the server.',
    count: sql`select count(*) as n from attachments where "updatedAt" < "createdAt"`,
  },
  ...(['attachments', 'history', 'sessions'] as const).map((table) => ({
    what: `entries of ${table} are from the future`,
    todo: 'Check the clock of every machine that runs the server, and when it was set back.',
    count: sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where "createdAt" > ${new Date(now + 5 * minute).toISOString()}`,
  })),
]

export async function checkRecords(db: Database, engine: Engine, now: number): Promise<Finding[]> {
  const findings = [...(await checkAdministrators(db)), ...(await checkMessages(db, now))]
  for (const { what, todo, count } of impossible(now, engine)) {
    const { rows } = await count.execute(db)
    const n = Number(rows[0]?.n)
    if (n > 0) findings.push(problem(`${n.toLocaleString('en')} ${what}`, todo))
  }
  let outOfStep = 0
  for await (const ids of outdatedSearchTexts(db)) outOfStep += ids.length
  if (outOfStep > 0) {
    const what = `${outOfStep.toLocaleString('en')} applications are found by other words than they say`
    findings.push(problem(what, repair))
  }
  return findings
}

/** Whether what applicants are to be told reaches them. */
async function checkMessages(db: Database, now: number): Promise<Finding[]> {
  const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()
  const { rows } = await sql<{ forgotten: number; late: number; failed: number }>`
    select
      (select count(*) from outbox where state in ('waiting', 'sending')
        and "dueAt" < ${before(10 * minute)}) as forgotten,
      (select count(*) from outbox where state in ('waiting', 'sending')
        and "createdAt" < ${before(day)}) as late,
      (select count(*) from outbox where state in ('failed', 'unsure')
        and "endedAt" > ${before(7 * day)}) as failed`.execute(db)
  const { forgotten, late, failed } = rows[0]!
  return [
    ...(forgotten > 0
      ? [
          problem(
            `${forgotten} messages to applicants should have gone out, and nobody sends them`,
            'Is the server running? Its log says what it cannot do.',
          ),
        ]
      : []),
    ...(late > 0
      ? [
          warning(
            `${late} messages to applicants have waited for more than a day`,
            'The screen Messages says why. Check the mail server.',
          ),
        ]
      : []),
    ...(failed > 0
      ? [
          warning(
            `${failed} messages to applicants of the last week did not go out, for all we know`,
            'The screen Messages says why; there each can be sent again.',
          ),
        ]
      : []),
  ]
}

async function checkAdministrators(db: Database): Promise<Finding[]> {
  const administrators = await db
    .selectFrom('users')
    .select('password')
    .where('role', '=', 'admin')
    .execute()
  if (administrators.length === 0) {
    return [problem('There is no administrator', 'Start the server: it makes one and says how.')]
  }
  if (administrators.some(({ password }) => password !== null)) return []
  return [
    problem(
      'No administrator has a password, so that nobody can sign in',
      `${typed('let-in', 'EMAIL')} makes a link with which one of them sets a password.`,
    ),
  ]
}

/** The ids of applications whose search text is not what it should be, in portions. */
export async function* outdatedSearchTexts(db: Database) {
  let last: string | undefined
  for (;;) {
    let some = db
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
        'institutions.name as institution',
        'courses.name as course',
        'departments.name as department',
      ])
      .orderBy('attachments._id')
      .limit(step)
    if (last !== undefined) some = some.where('attachments._id', '>', last)
    const rows = await some.execute()
    last = rows.at(-1)?._id
    if (last === undefined) return
    yield rows.filter((row) => row.text !== searchText(row, row)).map(({ _id }) => _id)
    await setImmediate()
  }
}
