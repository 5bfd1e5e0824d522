import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'

import { normalizeCase, normalizeForSearch } from './frozen-names-of-0002.ts'

const step = 500

/** Names of people, and names that letters and placements repeat. */
const texts: Record<string, string[]> = {
  attachments: ['first_name', 'middle_name', 'last_name'],
  letters: ['firstName', 'middleName', 'lastName', 'institution', 'department', 'supervisor'],
  placements: ['supervisorName'],
}

/** Records with a name and a search text. `unique`: the columns that are unique with `nameKey`. */
const records: Record<string, { unique?: string[]; lookup?: [column: string, prefix: string] }> = {
  institutions: { unique: [], lookup: ['institution', '\u0001'] },
  courses: { unique: ['institution', 'certification'], lookup: ['course', '\u0002'] },
  departments: { unique: [], lookup: ['department', '\u0003'] },
  intakes: { unique: [] },
  users: {},
  former_users: {},
}

/**
 * Removes invisible characters that earlier versions stored in names. A name stays as it is if nothing
 * of it would be left, or if another record has the same name; `doctor` reports it.
 */
export const visibleNames: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, columns] of Object.entries(texts)) {
      for await (const row of rowsToMend(db, table, columns)) await mendTexts(db, table, row)
    }
    for (const table of Object.keys(records)) {
      for await (const row of rowsToMend(db, table, ['name'])) await mendRecord(db, table, row)
    }
  },
}

type Row = Record<string, string | null> & { _id: string }

/** Rows with other than ASCII characters in these columns. */
async function* rowsToMend(db: Kysely<unknown>, table: string, columns: string[]) {
  const refs = columns.map((column) => sql.ref(column))
  const mayChange = refs.map((column) => sql`octet_length(${column}) > length(${column})`)
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Row>`select _id, ${sql.join(refs)} from ${sql.table(table)}
      where _id > ${last} and (${sql.join(mayChange, sql` or `)})
      order by _id limit ${step}`.execute(db)
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    last = end._id
  }
}

async function mendTexts(db: Kysely<unknown>, table: string, row: Row) {
  const mended = Object.fromEntries(
    Object.entries(row).map(([column, text]) => [column, mend(column, text)]),
  )
  const changed = Object.keys(row).filter((column) => mended[column] !== row[column])
  if (changed.length === 0) return
  const values = changed.map((column) => sql`${sql.ref(column)} = ${mended[column]}`)
  await sql`update ${sql.table(table)} set ${sql.join(values)} where _id = ${row._id}`.execute(db)
  if (table !== 'attachments') return
  const ownText = sql`_id = ${row._id}`
  await replaceInSearchTexts(db, `${searchName(row)}\n`, `${searchName(mended)}\n`, ownText)
}

async function mendRecord(db: Kysely<unknown>, table: string, { _id, name = null }: Row) {
  const mended = mend('name', name)
  if (!name || !mended || mended === name) return
  const { unique, lookup } = records[table]!
  const [from, to] = [normalizeForSearch(name), normalizeForSearch(mended)]
  const values = [sql`name = ${mended}`, sql`"searchText" = replace("searchText", ${from}, ${to})`]
  const conditions = [sql`_id = ${_id}`]
  if (unique) {
    const key = normalizeCase(mended)
    values.push(sql`"nameKey" = ${key}`)
    const isSame = [
      sql`other."nameKey" = ${key}`,
      sql`other._id <> ${_id}`,
      ...unique.map(
        (column) => sql`${sql.ref(`other.${column}`)} = ${sql.ref(`${table}.${column}`)}`,
      ),
    ]
    conditions.push(sql`not exists
      (select 1 from ${sql.table(table)} as other where ${sql.join(isSame, sql` and `)})`)
  }
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.join(values)}
    where ${sql.join(conditions, sql` and `)}`.execute(db)
  if (!lookup || !numAffectedRows) return
  const [column, prefix] = lookup
  const referring = sql`_id in (select _id from attachments where ${sql.ref(column)} = ${_id})`
  await replaceInSearchTexts(db, `${prefix}${from}\n`, `${prefix}${to}\n`, referring)
}

/** Replaces only this line, because older servers may change the others at the same time. */
async function replaceInSearchTexts(
  db: Kysely<unknown>,
  from: string,
  to: string,
  condition: RawBuilder<unknown>,
) {
  if (from === to) return
  await sql`update search_texts set text = replace("text", ${from}, ${to})
    where ${condition}`.execute(db)
}

/** A middle name of which nothing is left is none. */
function mend(column: string, text: string | null) {
  if (text === null) return null
  const mended = text.replaceAll(invisible, '$1').normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return mended || (/^middle_?name$/i.test(column) ? null : text)
}

function searchName({ first_name, last_name, middle_name }: Record<string, string | null>) {
  return normalizeForSearch([first_name, last_name, middle_name].filter(Boolean).join(' '))
}

/** Frozen copy of the invisible characters in contract/tidy-text.ts, as of this migration. */
const invisible =
  /((?![\p{sc=Latn}\p{DI}])\p{L}(?:(?!\p{DI})\p{M})*[\u200c\u200d](?=(?!\p{DI})[\p{L}\p{M}])|\u{1f3f4}[\u{e0030}-\u{e007a}]{3,6}\u{e007f}|\p{Extended_Pictographic}[\ufe0e\ufe0f]?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d(?=\p{Extended_Pictographic}))?|[\d#*]\ufe0f(?=\u20e3))|(?![\u202a-\u202e\u2066-\u2069])[\p{Cf}\p{DI}]/gu
