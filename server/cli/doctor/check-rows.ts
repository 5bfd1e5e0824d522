import { sql, type RawBuilder } from 'kysely'

import type { Database, Tables } from '../../database/tables.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'

/** Rows that a finding names. */
const mostNamed = 5

/** Rows of a table that can only come from an error, and what to do about them. */
export interface RowCheck {
  /** The sentence, which the number and the names of such rows follow. */
  what: string
  todo: string
  table: keyof Tables
  where: RawBuilder<unknown>
  /** The column that names a row; `_id` if left out. */
  key?: string
  level?: 'warning'
}

/** The time so many milliseconds before `now`, as the database stores times. */
export const before = (now: number, milliseconds: number) =>
  new Date(now - milliseconds).toISOString()

/** Finds such rows, and names the first ones by table and `_id`. */
export async function checkRows(db: Database, checks: readonly RowCheck[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { what, todo, table, where, key = '_id', level } of checks) {
    const found = await findRows(db, { table, where, key })
    if (found.count === 0) continue
    const sentence = countRows(what, table, found, key)
    findings.push(level ? warningFinding(sentence, todo) : problemFinding(sentence, todo))
  }
  return findings
}

/** Reports the applications in all batches, because SQL cannot find them. */
export async function checkBatches(
  batches: AsyncIterable<{ _id: string }[]>,
  { what, todo }: Pick<RowCheck, 'what' | 'todo'>,
): Promise<Finding[]> {
  const found: FoundRows = { count: 0, ids: [] }
  for await (const rows of batches) {
    found.count += rows.length
    found.ids.push(...rows.map(({ _id }) => _id))
  }
  if (found.count === 0) return []
  const sentence = countRows(what, 'attachments', found)
  return [problemFinding(sentence, todo)]
}

interface FoundRows {
  count: number
  /** The first ones. */
  ids: string[]
}

export async function findRows(
  db: Database,
  { table, where, key }: { table: string; where: RawBuilder<unknown>; key: string },
): Promise<FoundRows> {
  const { rows } = await sql<{ id: string; n: number }>`
    select ${sql.ref(`${table}.${key}`)} as id, count(*) over () as n
    from ${sql.table(table)} where ${where} order by 1 limit ${mostNamed}`.execute(db)
  return { count: rows[0]?.n ?? 0, ids: rows.map(({ id }) => id) }
}

/** Such as `Users have an unknown role: 4 (users ID, ID and 2 more)`. */
export function countRows(what: string, table: string, found: FoundRows, key = '_id') {
  return `${what}: ${found.count.toLocaleString('en')} (${nameRows(table, found, key)})`
}

function nameRows(table: string, { count, ids }: FoundRows, key: string) {
  const named = ids.slice(0, mostNamed)
  const more = count - named.length
  const by = key === '_id' ? '' : ` by ${key}`
  return `${table}${by} ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}
