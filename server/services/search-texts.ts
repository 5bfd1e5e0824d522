import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Search } from '../database/engine.ts'
import { insert } from '../database/insert.ts'
import { lookupKinds, type LookupKind } from '../database/lookup-kinds.ts'
import { normalizeForSearch } from '../database/normalize.ts'
import { personKeys } from '../database/person-keys.ts'
import {
  containsAll,
  lookupLinePrefix,
  searchText,
  withExtraLine,
  type LookupNames,
} from '../database/search-text.ts'
import type { AttachmentsTable, Database } from '../database/tables.ts'
import { compareStored } from './compare-applications.ts'
import { invalidField } from './domain-error.ts'
import { type ExtraColumn, extraTexts, readExtra } from './extra-column.ts'
import { findRow, updateRows } from './rows.ts'

const batchSize = 500

interface NamedApplication {
  row: AttachmentsTable
  names: LookupNames
}

export async function addSearchText(
  db: Database,
  application: NamedApplication,
  extra: ExtraColumn,
) {
  await insert(db, 'search_texts', searchTextRow(application, extra))
}

/** Stores the search texts of many applications in one statement. */
export async function addSearchTexts(db: Database, applications: NamedApplication[]) {
  const rows = applications.map((one) => searchTextRow(one, readExtra(one.row.extra)))
  await db.insertInto('search_texts').values(rows).execute()
}

function searchTextRow({ row, names }: NamedApplication, extra: ExtraColumn) {
  const { _id, is_accepted, is_archived } = row
  return { _id, is_accepted, is_archived, text: searchText(row, names, extraTexts(extra)) }
}

/** Updates the search text of a changed application. */
export async function renewSearchText(db: Database, row: AttachmentsTable, names: LookupNames) {
  const text = searchText(row, names, extraTexts(readExtra(row.extra)))
  await updateRows(db, 'search_texts', { _id: row._id }, { text })
}

/** Updates the answers to questions of the intake in the search text of a changed application. */
export async function renewExtraText(
  db: Database,
  { _id, extra }: Pick<AttachmentsTable, '_id' | 'extra'>,
) {
  const stored = await findRow(db, 'search_texts', { _id })
  const text = stored && withExtraLine(stored.text, extraTexts(readExtra(extra)))
  if (text !== stored?.text) await updateRows(db, 'search_texts', { _id }, { text })
}

/**
 * Updates the search texts after an institution, course or department was renamed. Other requests
 * can run between the batches.
 */
export async function renameInSearchTexts(
  db: Database,
  what: LookupKind,
  _id: string,
  names: { from: string; to: string },
) {
  const [from, to] = [names.from, names.to].map(
    (name) => `${lookupLinePrefix[what]}${normalizeForSearch(name)}\n`,
  )
  if (from === to) return
  let last: string | undefined
  for (;;) {
    const ids = await someReferring(db, what, _id, last)
    last = ids.at(-1)
    if (last === undefined) return
    await db
      .updateTable('search_texts')
      .set({ text: sql`replace("text", ${from}, ${to})` })
      .where('_id', 'in', ids)
      .execute()
    await setImmediate()
  }
}

async function someReferring(db: Database, what: LookupKind, _id: string, after?: string) {
  let rows = db
    .selectFrom('attachments')
    .select('_id')
    .where(`attachments.${what}`, '=', _id)
    .orderBy('_id')
    .limit(batchSize)
  if (after !== undefined) rows = rows.where('_id', '>', after)
  return (await rows.execute()).map((row) => row._id)
}

/** Inserts many complete applications, in batches. */
export async function addApplications(db: Database, rows: AttachmentsTable[]) {
  const namesOf = await allNames(db)
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows
      .slice(start, start + batchSize)
      .map((row) => ({ ...row, ...personKeys(row) }))
    await db.insertInto('attachments').values(batch).execute()
    await addSearchTexts(
      db,
      batch.map((row) => ({ row, names: namesOf(row) })),
    )
    await compareStored(
      db,
      batch.map(({ _id }) => _id),
    )
  }
}

/**
 * Loads the names of all institutions, courses and departments. Returns a function that finds the
 * three names of an application.
 */
export async function allNames(db: Database) {
  const names = new Map<string, string>()
  for (const what of lookupKinds) {
    for (const { _id, name } of await db.selectFrom(`${what}s`).select(['_id', 'name']).execute()) {
      names.set(_id, name)
    }
  }
  const nameOf = (_id: string | null) => (_id === null ? null : (names.get(_id) ?? null))
  return (
    row: Pick<AttachmentsTable, LookupKind | 'institution_name' | 'course_name'>,
  ): LookupNames => ({
    institution: nameOf(row.institution) ?? row.institution_name,
    course: nameOf(row.course) ?? row.course_name,
    department: nameOf(row.department),
  })
}

/** With more applications of a name, their messages and events would take too long to find. */
const mostNamed = 5000

/** The ids of the applications that have all terms, those of `inName` in the applicant's name. */
export async function applicationsNamed(
  db: Database,
  search: Search,
  terms: readonly string[],
  inName = terms,
) {
  let rows = db
    .selectFrom('search_texts as listed')
    .select('listed._id')
    .where(await search.find(db, terms))
  if (inName.length > 0) rows = rows.where(containsAll(inName, search.name))
  const found = await rows.limit(mostNamed + 1).execute()
  if (found.length <= mostNamed) return found.map(({ _id }) => _id)
  const most = mostNamed.toLocaleString('en')
  return invalidField('q', `More than ${most} applicants have such a name. Type more of it.`)
}
