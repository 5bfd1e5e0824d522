import type { Kysely } from 'kysely'

import { derivedColumns } from './derived-columns.ts'
import type { Database } from './tables.ts'

/** A row, and its derived columns as this version computes them where the stored ones differ. */
interface StaleRow {
  table: string
  _id: string
  columns: Record<string, string>
}

/** Two rows with the same name or code, which an earlier version accepted as different. */
export interface Twins {
  table: string
  what: 'name' | 'code'
  values: readonly [string, string]
}

/** Compares the derived columns of every table but `search_texts`. These tables are small. */
export async function findStaleRows(db: Database) {
  const [stale, twins]: [StaleRow[], Twins[]] = [[], []]
  for (const table of Object.keys(derivedColumns) as (keyof typeof derivedColumns)[]) {
    const stored = await untypedTables(db).selectFrom(table).selectAll().orderBy('_id').execute()
    const rows = stored.map((row) => ({ row, derived: derive(table, row) }))
    for (const what of ['name', 'code'] as const) {
      twins.push(...separateTwins(rows, what).map((values) => ({ table, what, values })))
    }
    for (const { row, derived } of rows) {
      const differing = Object.entries(derived).filter(([name, value]) => row[name] !== value)
      if (differing.length === 0) continue
      stale.push({ table, _id: row._id!, columns: Object.fromEntries(differing) })
    }
  }
  return { stale, twins }
}

/** Stores the derived columns of all stale rows. Returns the number of these rows. */
export async function renewStaleRows(db: Database) {
  const { stale } = await findStaleRows(db)
  for (const { table, _id, columns } of stale) {
    await untypedTables(db).updateTable(table).set(columns).where('_id', '=', _id).execute()
  }
  return stale.length
}

type Row = Record<string, string | null>

/** Computes only columns that the table has: a later migration may add further ones. */
function derive(table: keyof typeof derivedColumns, row: Row) {
  const fields = table === 'content' ? { fields: JSON.parse(row['draft']!) as unknown } : {}
  const derived = derivedColumns[table]({ ...row, ...fields } as never)
  return Object.fromEntries(Object.entries(derived).filter(([name]) => name in row))
}

/**
 * Of rows with the same key, one has it. Each other one gets a key of its own until its next rename.
 * Returns the values of each such row and of the row with the key.
 */
function separateTwins(rows: { row: Row; derived: Record<string, string> }[], what: Twins['what']) {
  const key = `${what}Key`
  const keyed = rows.filter(({ derived }) => key in derived)
  const groups = Map.groupBy(keyed, ({ row, derived }) =>
    // The name of a course is unique for its institution and certification.
    [row['institution'], row['certification'], derived[key]].join('\n'),
  )
  return [...groups.values()].flatMap((same) => {
    const owner = same.find(({ row, derived }) => row[key] === derived[key]) ?? same[0]!
    const others = same.filter((one) => one !== owner)
    for (const { row, derived } of others) derived[key] += ` ${row['_id']}`
    return others.map(({ row }) => [owner.row[what]!, row[what]!] as const)
  })
}

const untypedTables = (db: Database) => db as unknown as Kysely<Record<string, Row>>
