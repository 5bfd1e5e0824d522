import { sql } from 'kysely'

import { searchText } from '../../database/search-text.ts'
import { extraTexts, readExtra } from '../../services/extra-column.ts'
import type { Database } from '../../database/tables.ts'
import { checkContent } from './check-content.ts'
import { checkIntakes } from './check-intakes.ts'
import { checkMessages } from './check-messages.ts'
import { checkNameKeys, checkNames } from './check-names.ts'
import { checkExtraValues } from './check-extra.ts'
import { checkPersonKeys, miscounted } from './check-persons.ts'
import { checkReferences } from './check-references.ts'
import { before, checkBatches, checkRows, type RowCheck } from './check-rows.ts'
import { checkUsers } from './check-users.ts'
import { commandLine } from '../command.ts'
import { inBatches } from '../in-batches.ts'
import { problemFinding, type Finding } from './finding.ts'

const minute = 60 * 1000
const batchSize = 1000
const list = '/admin/industrial-attachments?view=all'
const repair = `${commandLine('doctor', '--repair')} fixes it.`
const findInBackup =
  'Look for them in the newest backup, restored into an empty database, and tell the developers.'

/** The name by which a placement is sorted. */
export const applicantName = sql`coalesce(
  (select substr("text", 1, 40) from search_texts where _id = placements.attachment), '')`

/** Records that can only come from an error, because the product never writes them. */
const impossible = (now: number): RowCheck[] => [
  {
    what: 'Applications cannot be found by searching',
    todo: repair,
    table: 'attachments',
    where: sql`not exists (select 1 from search_texts where search_texts._id = attachments._id)`,
  },
  {
    what: 'Applications have an outdated status in the search',
    todo: repair,
    table: 'attachments',
    where: sql`exists (select 1 from search_texts where search_texts._id = attachments._id
      and (search_texts.is_accepted <> attachments.is_accepted
        or search_texts.is_archived <> attachments.is_archived))`,
  },
  miscounted,
  {
    what: 'Placements are sorted by an outdated name',
    todo: repair,
    table: 'placements',
    where: sql`"nameOrder" <> ${applicantName}`,
  },
  {
    what: 'Applications were received, but are missing and were not deleted',
    todo: findInBackup,
    table: 'history',
    key: 'record',
    where: sql`entity = 'attachment' and action in ('submit', 'create') and record is not null
        and not exists (select 1 from attachments where attachments._id = history.record)
        and not exists (select 1 from history as later
          where later.record = history.record and later.action = 'delete')`,
  },
  {
    what: 'Applications have a malformed reference ID',
    todo: findInBackup,
    table: 'attachments',
    where: sql`"referenceId" not like 'SPH-____-________'`,
  },
  {
    what: 'Applications are declined, but accepted or not archived',
    todo: `Open each under ${list}&decision=declined and decline it again.`,
    table: 'attachments',
    where: sql`declined_reason is not null and (is_accepted or not is_archived)`,
  },
  {
    what: 'Applications are withdrawn, but not archived',
    todo: `Open each under ${list}&decision=withdrawn and archive it.`,
    table: 'attachments',
    where: sql`"withdrawnAt" is not null and not is_archived`,
  },
  {
    what: 'Applications were changed before they were created',
    todo: `Check the clock of every machine that runs the server. Then ${repair}`,
    table: 'attachments',
    where: sql`"updatedAt" < "createdAt"`,
  },
  ...(['attachments', 'history', 'sessions'] as const).map((table) => ({
    what: `Entries of ${table} were created in the future`,
    todo: 'Check the clock of every machine that runs the server. Was it set back? With the right time, doctor is content as soon as that time has come.',
    table,
    where: sql`"createdAt" > ${before(now, -5 * minute)}`,
  })),
]

export async function checkRecords(db: Database, now: number): Promise<Finding[]> {
  const findings = [
    ...(await checkUsers(db)),
    ...(await checkReferences(db)),
    ...(await checkMessages(db, now)),
    ...(await checkContent(db, now)),
    ...(await checkIntakes(db, now)),
    ...(await checkNames(db)),
    ...(await checkNameKeys(db)),
    ...(await checkPersonKeys(db)),
    ...(await checkExtraValues(db)),
  ]
  findings.push(...(await checkRows(db, impossible(now))))
  const receipts = await surplusReceipts(db)
  if (receipts > 0) {
    const what = `Receipts belong to missing applications, more than were deleted: ${receipts.toLocaleString('en')}`
    findings.push(problemFinding(what, findInBackup))
  }
  const what = 'Applications have outdated words in the search'
  return [...findings, ...(await checkBatches(staleSearchTexts(db), { what, todo: repair }))]
}

async function surplusReceipts(db: Database) {
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from idempotency_keys where not exists
      (select 1 from attachments where attachments."referenceId" = idempotency_keys."referenceId"))
    - (select count(*) from history where entity = 'attachment' and action = 'delete') as n`.execute(
    db,
  )
  return Number(rows[0]?.n)
}

/** Yields the applications with an outdated search text, in batches. */
export async function* staleSearchTexts(db: Database) {
  const query = db
    .selectFrom('attachments')
    .innerJoin('search_texts', 'search_texts._id', 'attachments._id')
    .leftJoin('institutions', 'institutions._id', 'attachments.institution')
    .leftJoin('courses', 'courses._id', 'attachments.course')
    .leftJoin('departments', 'departments._id', 'attachments.department')
    .select(['attachments._id', 'search_texts.text', 'departments.name as department'])
    .select(['first_name', 'middle_name', 'last_name', 'email', 'phone_number', 'referenceId'])
    .select('extra')
    .select(({ fn }) => [
      fn.coalesce('institutions.name', 'institution_name').as('institution'),
      fn.coalesce('courses.name', 'course_name').as('course'),
    ])
    .orderBy('attachments._id')
    .limit(batchSize)
  const batches = inBatches((last) => query.where('attachments._id', '>', last).execute())
  for await (const rows of batches) {
    yield rows.filter((row) => row.text !== searchText(row, row, extraTexts(readExtra(row.extra))))
  }
}
