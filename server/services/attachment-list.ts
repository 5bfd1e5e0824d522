import { sql, type SelectQueryBuilder, type Selectable, type SqlBool } from 'kysely'

import type {
  Attachment,
  AttachmentExportQuery,
  AttachmentQuery,
} from '../../contract/attachment.ts'
import { countsBy } from '../database/counts.ts'
import type { Search } from '../database/engine.ts'
import { isAmong, prepared } from '../database/prepared.ts'
import { termsOf } from '../database/search-text.ts'
import type { AttachmentsTable, Database, Tables } from '../database/tables.ts'
import { chosenBy, flagsOf, knownTotal, references, type Flag } from './attachment-counts.ts'
import { countRows, listOf, orderOf, type List } from './list.ts'
import { withReferences } from './references.ts'

/**
 * The applications that a query asks for. Which ones, and in which order, is found in indexes or in
 * the narrow table of search texts; the wide rows are read only of what is shown.
 */
export async function list(
  db: Database,
  search: Search,
  query: AttachmentQuery & Pick<AttachmentExportQuery, 'ids'>,
): Promise<List<Attachment>> {
  const terms = termsOf(query.q ?? '')
  const sorted = query.sort?.replace('-', '') ?? 'createdAt'
  const filters = references.filter((key) => query[key])
  const isNarrow = terms.length > 0 || sorted === 'first_name'
  const isJoined =
    isNarrow && (filters.length > 0 || query.since || query.before || inAnswers.has(sorted))
  const answers = isJoined ? 'answers' : 'listed'

  let rows = isNarrow ? texts(db) : db.selectFrom('attachments as listed').select('listed._id')
  if (isJoined) rows = joined(rows)
  if (terms.length > 0) rows = rows.where(await search.find(db, terms))
  const flag = sorted === 'createdAt' || sorted === 'status' ? indexedFlag : plainFlag
  for (const [name, value] of flagsOf(query)) rows = rows.where(flag(name, value))
  for (const key of filters) {
    const _id = query[key] === 'none' ? null : query[key]
    rows = rows.where(sql.ref(`${answers}.${key}`), _id === null ? 'is' : '=', _id)
  }
  const createdAt = sql.ref(`${answers}.createdAt`)
  if (query.since) rows = rows.where(createdAt, '>=', query.since)
  if (query.before) rows = rows.where(createdAt, '<', query.before)
  if (query.decision) rows = rows.where(isDecided(query.decision))
  if (query.ids) rows = rows.where('listed._id', 'in', query.ids)
  const byName = references.find((key) => key === sorted)
  // Then the names come in the order of their index, and behind each its applications.
  const isNamed =
    byName && chosenBy(query).length === 0 && (await countsBy(db, byName, '')).length === 0
  const order = orderOf(query.sort, orders(answers, isNamed), '-createdAt')
  const readFound = (found: { _id: string }[]) =>
    readAll(
      db,
      found.map(({ _id }) => _id),
    )
  const withNames = byName ? named(rows, byName, answers, isNamed) : rows
  return listOf(rows, order, {
    _id: sql.ref('listed._id'),
    read: readFound,
    joined: withNames,
    count: async () => (await knownTotal(db, query)) ?? countRows(rows),
  })
}

/** The ids of a list under way. */
type Listed = SelectQueryBuilder<Tables & { listed: AttachmentsTable }, 'listed', { _id: string }>

/** The search texts have the ids and flags of the applications, and nothing else is read of them. */
function texts(db: Database) {
  return db.selectFrom('search_texts as listed').select('listed._id') as unknown as Listed
}

function joined(rows: Listed) {
  return rows.innerJoin('attachments as answers', 'answers._id', 'listed._id') as unknown as Listed
}

/** With the names by which the list is sorted; all of them have one where `isNamed`. */
function named(rows: Listed, key: (typeof references)[number], answers: string, isNamed = false) {
  const all = isNamed ? ('innerJoin' as 'leftJoin') : 'leftJoin'
  return rows[all](`${key}s`, (join) =>
    join.on(sql<SqlBool>`${sql.ref(`${key}s._id`)} = ${sql.ref(`${answers}.${key}`)}`),
  ) as unknown as Listed
}

/** What is sorted by the applications themselves. */
const inAnswers = new Set(['email', 'institution', 'course', 'department', 'year_of_study'])

const orders = (answers: string, isNamed = false) => ({
  // A search text begins with the name. As in the index, to the letter.
  first_name: sql`substr(listed."text", 1, 40)`,
  email: sql.ref(`${answers}.email`),
  institution: nameOrder('institutions', isNamed),
  course: [nameOrder('courses', isNamed), courseOrder(isNamed)],
  department: nameOrder('departments', isNamed),
  year_of_study: sql.ref(`${answers}.year_of_study`),
  status: [sql.ref('listed.is_archived'), sql.ref('listed.is_accepted')],
  createdAt: [],
})

/** What refers to nothing comes first. */
const nameOrder = (table: string, isNamed: boolean) => {
  const key = sql.ref(`${table}.nameKey`)
  return isNamed ? key : sql`coalesce(${key}, '')`
}

/** Courses of several institutions have the same name. */
const courseOrder = (isNamed: boolean) =>
  isNamed ? sql`courses._id` : sql`coalesce(cast(courses._id as text), '')`

/** Looked up in an index of what is declined alone, or withdrawn. */
const isDecided = (decision: NonNullable<AttachmentQuery['decision']>) => sql<SqlBool>`exists (
  select 1 from attachments as decided
  where decided._id = listed._id and decided.${conditionOf(decision)})`

function conditionOf(decision: NonNullable<AttachmentQuery['decision']>) {
  if (decision === 'withdrawn') return sql`"withdrawnAt" is not null`
  return decision === 'declined'
    ? sql`declined_reason is not null`
    : sql`declined_reason = ${decision}`
}

const indexedFlag = (flag: Flag, value: boolean) =>
  sql<SqlBool>`${sql.ref(`listed.${flag}`)} = ${value}`

/** In words by which SQLite does not choose an index: it is to choose the one that sorts. */
const plainFlag = (flag: Flag, value: boolean) =>
  sql<SqlBool>`${value ? sql`` : sql`not `}${sql.ref(`listed.${flag}`)}`

/** The applications as they are shown, in the order of the ids. */
export async function readAll(db: Database, ids: string[]) {
  const rows = await selectShown(db, { ids })
  const byId = new Map(rows.map((row) => [row._id, shape(row)]))
  return ids.flatMap((_id) => byId.get(_id) ?? [])
}

const selectShown = prepared((db, { ids }: { ids: readonly string[] }) =>
  attachments(db).where(isAmong(db, 'attachments._id', ids)),
)

/** One application as it is shown; undefined where there is none. */
export async function read(db: Database, _id: string): Promise<Attachment | undefined> {
  const [found] = await readAll(db, [_id])
  return found
}

function attachments(db: Database) {
  return db
    .selectFrom('attachments')
    .leftJoin('institutions', 'institutions._id', 'attachments.institution')
    .leftJoin('courses', 'courses._id', 'attachments.course')
    .leftJoin('departments', 'departments._id', 'attachments.department')
    .leftJoin('consent_wordings', 'consent_wordings._id', 'attachments.consent')
    .selectAll('attachments')
    .select([
      'institutions.name as institution_name',
      'courses.name as course_name',
      'departments.name as department_name',
      'consent_wordings.wording',
    ])
}

type AttachmentRow = Selectable<AttachmentsTable> & {
  institution_name: string | null
  course_name: string | null
  department_name: string | null
  wording: string | null
}

function shape(row: AttachmentRow) {
  const { wording, consentedAt } = row
  const consent = wording && consentedAt ? { wording, agreedAt: consentedAt } : null
  const record = withReferences(row, references, ['wording', 'consentedAt'])
  return Object.assign(record, { consent }) as unknown as Attachment
}
