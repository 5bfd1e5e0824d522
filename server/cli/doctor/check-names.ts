import { sql } from 'kysely'

import { notShown, tidyLine } from '../../../contract/tidy-text.ts'
import { findStaleRows, type Twins } from '../../database/stale-columns.ts'
import type { Database } from '../../database/tables.ts'
import { commandLine } from '../command.ts'
import { inBatches } from '../in-batches.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'

const batchSize = 1000
/** Pages of the back office that a finding lists. */
const mostNamed = 5

const columnsWithNames = {
  attachments: ['first_name', 'last_name'],
  institutions: ['name'],
  courses: ['name'],
  departments: ['name'],
  intakes: ['name'],
  users: ['name'],
}

type NamedTable = keyof typeof columnsWithNames

/** The page of a record in the back office. */
const pageOf = (table: NamedTable, _id: string) =>
  table === 'attachments' ? `/admin/industrial-attachments?view=all&open=${_id}` : `/admin/${table}`

/** Finds names that earlier versions have stored, and that no form takes any more. */
export async function checkNames(db: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const table of Object.keys(columnsWithNames) as NamedTable[]) {
    const records = table === 'attachments' ? 'applications' : table
    const wrong = { unreadable: [] as string[], doubled: [] as string[] }
    for await (const { _id, names } of oddNames(db, table)) {
      if (names.some(isUnreadable)) wrong.unreadable.push(_id)
      else if (names.some((name) => tidyLine(name) !== name)) wrong.doubled.push(_id)
    }
    const warn = (sentence: string, todo: string, ids: string[]) => {
      if (ids.length === 0) return
      const pages = [...new Set(ids.map((_id) => pageOf(table, _id)))].slice(0, mostNamed)
      findings.push(warningFinding(`${sentence}: ${ids.length}`, `${todo}: ${pages.join(' ')}`))
    }
    warn(
      `Some ${records} have a name without a letter, or with characters that hide or turn text`,
      'Open each and type the name anew',
      wrong.unreadable,
    )
    warn(
      `Some ${records} have a name with invisible characters, and others look the same`,
      'Rename one of each two, or delete the one that is not in use',
      wrong.doubled,
    )
  }
  return findings
}

function isUnreadable(name: string) {
  return notShown.test(name) || !/\p{L}/u.test(tidyLine(name))
}

/** Records with a name that has other than ASCII characters, or no letter from A to Z. */
async function* oddNames(db: Database, table: NamedTable) {
  const columns = columnsWithNames[table].map((column) => sql.ref(column))
  const odd = columns.map(
    (name) => sql`octet_length(${name}) > length(${name}) or lower(${name}) = upper(${name})`,
  )
  const readAfter = async (last: string) => {
    const { rows } = await sql<Record<string, string> & { _id: string }>`
      select _id, ${sql.join(columns)} from ${sql.table(table)}
      where _id > ${last} and (${sql.join(odd, sql` or `)})
      order by _id limit ${batchSize}`.execute(db)
    return rows
  }
  for await (const rows of inBatches(readAfter)) {
    yield* rows.map(({ _id, ...names }) => ({ _id, names: Object.values(names) }))
  }
}

/** Finds outdated keys and search texts of names, and names that earlier versions accepted twice. */
export async function checkNameKeys(db: Database): Promise<Finding[]> {
  const { stale, twins } = await findStaleRows(db)
  const repair = commandLine('doctor', '--repair')
  const rename = `Rename or delete one of them in the back office, then run ${repair}.`
  const findings = twins.map((one) => warningFinding(describe(one), rename))
  if (stale.length === 0) return findings
  const what = `Names have outdated keys or words in the search: ${stale.length.toLocaleString('en')}`
  return [...findings, problemFinding(what, `${repair} fixes it.`)]
}

function describe({ table, what, values: [one, other] }: Twins) {
  return `Two ${table} have the same ${what}: "${one}" and "${other}"`
}
