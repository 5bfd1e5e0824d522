import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'

import { notShown, tidyLine } from '../../../contract/tidy-text.ts'
import type { Database } from '../../database/tables.ts'
import { warningFinding, type Finding } from './finding.ts'

const batchSize = 1000
/** Pages of the back office that a finding lists. */
const mostNamed = 5

/** Columns with names, and the page of a record in the back office. */
const named = {
  attachments: {
    what: 'applications',
    columns: ['first_name', 'last_name'],
    pageOf: (_id: string) => `/admin/industrial-attachments?view=all&open=${_id}`,
  },
  institutions: { what: 'institutions', columns: ['name'], pageOf: () => '/admin/institutions' },
  courses: { what: 'courses', columns: ['name'], pageOf: () => '/admin/courses' },
  departments: { what: 'departments', columns: ['name'], pageOf: () => '/admin/departments' },
  intakes: { what: 'intakes', columns: ['name'], pageOf: () => '/admin/intakes' },
  users: { what: 'users', columns: ['name'], pageOf: () => '/admin/users' },
} as const

type NamedTable = keyof typeof named

/** Finds names that earlier versions have stored, and that no form takes any more. */
export async function checkNames(db: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const table of Object.keys(named) as NamedTable[]) {
    const { what, pageOf } = named[table]
    const wrong = { unreadable: [] as string[], doubled: [] as string[] }
    for await (const { _id, names } of oddNames(db, table)) {
      if (names.some(isUnreadable)) wrong.unreadable.push(_id)
      else if (names.some((name) => tidyLine(name) !== name)) wrong.doubled.push(_id)
    }
    const pagesOf = (ids: string[]) =>
      [...new Set(ids.map((_id) => pageOf(_id)))].slice(0, mostNamed).join(' ')
    if (wrong.unreadable.length > 0) {
      findings.push(
        warningFinding(
          `Some ${what} have a name without a letter, or with characters that hide or turn text: ${wrong.unreadable.length}`,
          `Open each and type the name anew: ${pagesOf(wrong.unreadable)}`,
        ),
      )
    }
    if (wrong.doubled.length > 0) {
      findings.push(
        warningFinding(
          `Some ${what} have a name with invisible characters, and others look the same: ${wrong.doubled.length}`,
          `Rename one of each two, or delete the one that is not in use: ${pagesOf(wrong.doubled)}`,
        ),
      )
    }
  }
  return findings
}

function isUnreadable(name: string) {
  return notShown.test(name) || !/\p{L}/u.test(tidyLine(name))
}

/** Records with a name that has other than ASCII characters, or no letter from A to Z. */
async function* oddNames(db: Database, table: NamedTable) {
  const columns = named[table].columns.map((column) => sql.ref(column))
  const odd = columns.map(
    (name) => sql`octet_length(${name}) > length(${name}) or lower(${name}) = upper(${name})`,
  )
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Record<string, string> & { _id: string }>`
      select _id, ${sql.join(columns)} from ${sql.table(table)}
      where _id > ${last} and (${sql.join(odd, sql` or `)})
      order by _id limit ${batchSize}`.execute(db)
    yield* rows.map(({ _id, ...names }) => ({ _id, names: Object.values(names) }))
    const end = rows.at(-1)
    if (!end) return
    last = end._id
    await setImmediate()
  }
}
