import { sql, type SelectQueryBuilder, type Selectable, type SqlBool } from 'kysely'

import {
  application,
  type Application,
  type ApplicationQuery,
} from '../../../contract/application.ts'
import type { Search } from '../../database/engine.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import { lookupKinds, type LookupKind } from '../../database/lookup-kinds.ts'
import { termsOf } from '../../database/search-text.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { knownTotal } from './application-counts.ts'
import { flagConditions, unindexedFlag, type Filters } from './application-query.ts'
import { countRows } from '../count-rows.ts'
import { paginate, parseSort, type List } from '../pagination.ts'
import { withReferences } from '../reference-data/with-references.ts'

/**
 * The applications that a query asks for. Which ones, and in which order, is found in indexes or in
 * the narrow table of search texts; the wide rows are read only of what is shown.
 */
export async function list(
  db: Database,
  search: Search,
  query: Filters,
): Promise<List<Application>> {
  const terms = termsOf(query.q ?? '')
  const sorted = query.sort?.replace('-', '') ?? 'createdAt'
  const read = (found: { _id: string }[]) =>
    readAll(
      db,
      found.map(({ _id }) => _id),
    )
  const byName = lookupKinds.find((key) => key === sorted)
  const filters = lookupKinds.filter((key) => query[key])
  const isNarrow = terms.length > 0 || sorted === 'first_name'
  const isJoined =
    isNarrow && (filters.length > 0 || query.since || query.before || inAnswers.has(sorted))
  const answers = isJoined ? 'answers' : 'listed'

  let rows = isNarrow ? texts(db) : db.selectFrom('attachments as listed').select('listed._id')
  if (isJoined) rows = joined(rows)
  if (terms.length > 0) rows = rows.where(await search.find(db, terms))
  const flag = sorted === 'createdAt' || sorted === 'status' ? indexedFlag : unindexedFlag
  for (const [name, value] of flagConditions(query))
    rows = rows.where(flag(`listed.${name}`, value))
  for (const key of filters) {
    const _id = query[key] === 'none' ? null : query[key]
    rows = rows.where(sql.ref(`${answers}.${key}`), _id === null ? 'is' : '=', _id)
  }
  const createdAt = sql.ref(`${answers}.createdAt`)
  if (query.since) rows = rows.where(createdAt, '>=', query.since)
  if (query.before) rows = rows.where(createdAt, '<', query.before)
  if (query.decision) rows = rows.where(isDecided(query.decision))
  if (query.ids) rows = rows.where('listed._id', 'in', query.ids)
  return paginate(rows, parseSort(query.sort, orders(answers), '-createdAt'), {
    _id: sql.ref('listed._id'),
    read,
    joined: byName ? named(rows, byName, answers) : rows,
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

/** With the names by which the list is sorted. */
function named(rows: Listed, key: LookupKind, answers: string) {
  return rows.leftJoin(`${key}s`, (join) =>
    join.on(sql<SqlBool>`${sql.ref(`${key}s._id`)} = ${sql.ref(`${answers}.${key}`)}`),
  ) as unknown as Listed
}

/** What is sorted by the applications themselves. */
const inAnswers = new Set(['email', ...lookupKinds, 'year_of_study'])

const orders = (answers: string) => ({
  // A search text begins with the name. As in the index, to the letter.
  first_name: sql`substr(listed."text", 1, 40)`,
  email: sql.ref(`${answers}.email`),
  institution: nameOrder('institutions'),
  // Those of several institutions have the same name.
  course: [nameOrder('courses'), sql`coalesce(cast(courses._id as text), '')`],
  department: nameOrder('departments'),
  year_of_study: sql.ref(`${answers}.year_of_study`),
  status: [sql.ref('listed.is_archived'), sql.ref('listed.is_accepted')],
  createdAt: [],
})

/** What refers to nothing comes first. */
const nameOrder = (table: string) => sql`coalesce(${sql.ref(`${table}.nameKey`)}, '')`

/** Looked up in an index of what is declined alone, or withdrawn. */
const isDecided = (decision: NonNullable<ApplicationQuery['decision']>) => sql<SqlBool>`exists (
  select 1 from attachments as decided
  where decided._id = listed._id and decided.${conditionOf(decision)})`

function conditionOf(decision: NonNullable<ApplicationQuery['decision']>) {
  if (decision === 'withdrawn') return sql`"withdrawnAt" is not null`
  return decision === 'declined'
    ? sql`declined_reason is not null`
    : sql`declined_reason = ${decision}`
}

const indexedFlag = (column: string, value: boolean) => sql<SqlBool>`${sql.ref(column)} = ${value}`

/** The applications as they are shown, in the order of the ids. */
export async function readAll(db: Database, ids: string[]) {
  const rows = await selectShown(db, { ids })
  const idParams = new Map(rows.map((row) => [row._id, shape(row)]))
  return ids.flatMap((_id) => idParams.get(_id) ?? [])
}

const selectShown = prepared((db, { ids }: { ids: readonly string[] }) =>
  attachments(db).where(anyOf(db, 'attachments._id', ids)),
)

/** One application as it is shown; undefined where there is none. */
export async function read(db: Database, _id: string): Promise<Application | undefined> {
  const [found] = await readAll(db, [_id])
  return found
}

/** In so many words, so that a newer version may add others while this one runs (`prepared`). */
const columns = [
  ...(Object.keys(application.shape) as (keyof Application)[]),
  'consentedAt',
] as const

function attachments(db: Database) {
  return db
    .selectFrom('attachments')
    .leftJoin('institutions', 'institutions._id', 'attachments.institution')
    .leftJoin('courses', 'courses._id', 'attachments.course')
    .leftJoin('departments', 'departments._id', 'attachments.department')
    .leftJoin('consent_wordings', 'consent_wordings._id', 'attachments.consent')
    .select(columns.map((column) => `attachments.${column}` as const))
    .select([
      'institutions.name as institution_name',
      'courses.name as course_name',
      'departments.name as department_name',
      'consent_wordings.wording',
    ])
}

type ApplicationRow = Selectable<AttachmentsTable> & {
  institution_name: string | null
  course_name: string | null
  department_name: string | null
  wording: string | null
}

function shape(row: ApplicationRow) {
  const { wording, consentedAt } = row
  const consent = wording && consentedAt ? { wording, agreedAt: consentedAt } : null
  const record = withReferences(row, lookupKinds, ['wording', 'consentedAt'])
  return Object.assign(record, { consent }) as unknown as Application
}
