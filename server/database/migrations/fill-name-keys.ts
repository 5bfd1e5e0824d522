import type { Kysely } from 'kysely'

// Fills the keys and search texts of records, for the migrations 0003 and 0030.

/** Tables whose columns differ from migration to migration. */
export type NameTables = Record<string, Row>

type Row = Record<string, string | null> & { _id: string }

interface Rules {
  nameKey: (name: string) => string
  normalizeForSearch: (text: string) => string
}

/** In these columns, no two rows have the same value. */
const unique = new Set(['nameKey', 'codeKey'])

/**
 * Fills the columns of all rows of a table, oldest first. `columns`: the texts that each column is made
 * of. Earlier rules accepted names that are the same now: the later one gets a unique key until its next
 * rename.
 */
export async function fillNameKeys(
  db: Kysely<NameTables>,
  table: string,
  columns: Record<string, string[]>,
  { nameKey, normalizeForSearch }: Rules,
) {
  const taken = new Set<string>()
  const changed: { _id: string; values: Record<string, string> }[] = []
  const rows = await db.selectFrom(table).selectAll().orderBy('_id').execute()
  for (const row of rows as Row[]) {
    const { _id, institution, certification } = row
    const values: Record<string, string> = {}
    for (const [column, names] of Object.entries(columns)) {
      const texts = names.map((name) => row[name] ?? '').filter(Boolean)
      if (!unique.has(column)) {
        values[column] = texts.map(normalizeForSearch).join('\n')
        continue
      }
      const key = nameKey(texts.join(' '))
      // The name of a course is unique for its institution and certification.
      const scoped = [column, institution, certification, key].join('\n')
      values[column] = taken.has(scoped) ? `${key} ${_id}` : key
      taken.add(scoped)
    }
    if (Object.keys(values).some((column) => values[column] !== row[column])) {
      changed.push({ _id, values })
    }
  }
  // At first unique keys, because a new key may be the old one of another row.
  for (const { _id, values } of changed) {
    const keys = Object.keys(values).filter((column) => unique.has(column))
    if (keys.length === 0) continue
    const ids = Object.fromEntries(keys.map((column) => [column, _id]))
    await db.updateTable(table).set(ids).where('_id', '=', _id).execute()
  }
  for (const { _id, values } of changed) {
    await db.updateTable(table).set(values).where('_id', '=', _id).execute()
  }
}
