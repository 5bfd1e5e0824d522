import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import * as z from 'zod/mini'

import {
  application,
  type Application,
  type ApplicationFilter,
} from '../../../contract/application/application.ts'
import { readPlanned } from '../../../contract/application/decision.ts'
import type { Offer } from '../../../contract/intake/offer.ts'
import type { Search } from '../../database/engine.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import { lookupKinds } from '../../database/lookup-kinds.ts'
import { termsOf } from '../../database/search-terms.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { flagConditions, unindexedFlag, type Filters } from './application-counts.ts'
import { pageByName } from './page-by-name.ts'
import { documentsOf } from '../documents/documents.ts'
import { DomainError } from '../domain-error.ts'
import { ranksOf } from '../intakes/waiting-list.ts'
import { papersAre, papersOf } from '../papers/papers.ts'
import { extraConditions, hasAnswer } from '../questions/extra-filters.ts'
import { extraReader } from '../questions/shown-extra.ts'
import { inOrderOf, paginate, parseSort } from '../pagination.ts'
import { courseLabel } from '../reference-data/course-label.ts'
import { withReferences } from '../reference-data/with-references.ts'

/**
 * The list of applications for a query. Complete rows are read only for one page.
 *
 * `listed` is the SQL alias of the table that gives the sorted ids and the flags: `attachments`, or
 * for searches the narrow `search_texts`, or for answers the narrow `extra_values`. `answers` is the alias
 * of the table with all other columns.
 * Both join it only if they need it. If it gave ids and flags, too, SQLite would read its index
 * from the end instead of the matches of the search.
 */
export async function list(db: Database, search: Search, query: Filters) {
  const terms = termsOf(query.q ?? '')
  const field = query.sort?.replace('-', '') ?? 'createdAt'
  const usesSearchTexts = terms.length > 0 || field === 'first_name'
  const conditions = await extraConditions(db, query)
  if (conditions instanceof DomainError) return conditions
  const [first, ...others] = conditions
  const isByAnswer = first !== undefined && !usesSearchTexts && isInIndex.has(field)
  // The conditions imply the one of the intake.
  const filters = first ? { ...query, intake: undefined } : query
  const isJoined =
    (usesSearchTexts || isByAnswer) &&
    (inAnswers.has(field) || filterNames.some((name) => needsAnswers[name] && filters[name]))
  const answers = isJoined ? 'answers' : 'listed'
  const name = isByAnswer ? 'extra_values' : usesSearchTexts ? 'search_texts' : 'attachments'
  const table = sql.table<AttachmentsTable>(name)
  let rows: Listed = db
    .selectFrom(table.as('listed'))
    .select('listed._id')
    .$if(isJoined, (from) => from.innerJoin('attachments as answers', 'answers._id', 'listed._id'))
  if (terms.length > 0) rows = rows.where(await search.find(db, terms))
  rows = withFilters(rows, filters, field, answers)
  if (first) rows = rows.where(isByAnswer ? first('listed') : hasAnswer(first))
  for (const other of others) rows = rows.where(hasAnswer(other))

  const order = parseSort(query.sort, orders(answers), '-createdAt')
  const byName = lookupKinds.find((key) => key === field)
  const joined = rows.$if(byName !== undefined, (from) =>
    from.leftJoin(`${byName!}s`, (names) =>
      names.on(sql<SqlBool>`${sql.ref(`${byName}s._id`)} = ${sql.ref(`${answers}.${byName}`)}`),
    ),
  )
  const { unlisted, sameAs } = query
  const _id = unlisted ? sql`coalesce(listed._id, listed._id)` : sql.ref('listed._id')
  const sorted = paginate(rows, order, { _id, read: (ids) => readAll(db, ids), joined })
  if (!byName || usesSearchTexts || unlisted || sameAs) return sorted
  const by = { key: byName, descending: order.descending }
  return {
    ...sorted,
    async page(limit: number, page: number) {
      const { ids, total } = await pageByName(db, rows, by, limit, page)
      return { rows: await readAll(db, ids), total }
    },
  }
}

/** The query for the ids. Its type names only `listed`, also if `answers` is joined. */
type Listed = SelectQueryBuilder<Tables & { listed: AttachmentsTable }, 'listed', { _id: string }>

/** Filters by a reference. The value 'none' finds the applications without one. */
const referenceFilters = [...lookupKinds, 'intake', 'assignee'] as const

/** Whether a filter needs a column that `search_texts` does not have. */
const needsAnswers: Record<ApplicationFilter, boolean> = {
  status: false,
  accepted: false,
  decision: true,
  institution: true,
  course: true,
  department: true,
  intake: true,
  offer: true,
  waiting: true,
  papers: true,
  planned: true,
  assignee: true,
  unlisted: true,
  sameAs: true,
  since: true,
  before: true,
}

const filterNames = Object.keys(needsAnswers) as ApplicationFilter[]

function withFilters(listed: Listed, query: Filters, field: string, answers: string) {
  const { decision, since, before, offer, waiting, planned, unlisted, sameAs, papers } = query
  const column = (name: keyof AttachmentsTable) => sql.ref(`${answers}.${name}`)
  let rows = listed
  const isInOrder = !unlisted && !sameAs && (field === 'createdAt' || field === 'status')
  const flag = isInOrder ? indexedFlag : unindexedFlag
  for (const [name, value] of flagConditions(query)) {
    rows = rows.where(flag(`listed.${name}`, value))
  }
  for (const key of referenceFilters) {
    const _id = query[key]
    if (_id === 'none') rows = rows.where(column(key), 'is', null)
    else if (_id) rows = rows.where(column(key), '=', _id)
  }
  if (since) rows = rows.where(column('createdAt'), '>=', since)
  if (before) rows = rows.where(column('createdAt'), '<', before)
  if (decision === 'withdrawn') rows = rows.where(column('withdrawnAt'), 'is not', null)
  else if (decision === 'declined') rows = rows.where(column('declined_reason'), 'is not', null)
  else if (decision) rows = rows.where(column('declined_reason'), '=', decision)
  if (offer) rows = rows.where(column('offerState'), '=', offer)
  if (waiting) rows = rows.where(column('waitingOrder'), 'is not', null)
  if (planned) rows = rows.where(column('planned'), 'is not', null)
  // An application with a typed institution has a typed course, too. Without other indexes for flags and
  // order, SQLite uses the one of these few applications.
  if (unlisted) rows = rows.where(column('courseKey'), '>', '')
  // A literal, so that the query can use the index of these applications.
  if (sameAs) rows = rows.where(column('sameAs'), '>', sql.lit(0))
  if (papers) rows = rows.where(papersAre(papers, answers))
  if (query.ids) rows = rows.where('listed._id', 'in', query.ids)
  return rows
}

/** Sort fields of which the index of answers has all that is needed. */
const isInIndex = new Set(['createdAt', 'status'])

/** Sort fields that `search_texts` does not have, so that the query must join `attachments`. */
const inAnswers = new Set(['email', ...lookupKinds, 'year_of_study', 'waiting'])

const orders = (answers: string) => ({
  // A search text begins with the name. An index has this expression, which must not differ from
  // it.
  first_name: sql`substr(listed."text", 1, 40)`,
  email: sql.ref(`${answers}.email`),
  institution: nameOrder('institutions', sql.ref(`${answers}.institutionKey`)),
  course: nameOrder('courses', sql.ref(`${answers}.courseKey`)),
  department: nameOrder('departments'),
  year_of_study: sql.ref(`${answers}.year_of_study`),
  status: [sql.ref('listed.is_archived'), sql.ref('listed.is_accepted')],
  // Both engines list applications that do not wait last: they sort nulls differently.
  waiting: sql`coalesce(${sql.ref(`${answers}.waitingOrder`)}, 9e15)`,
  createdAt: [],
})

/**
 * Sort keys: the name of the institution, course or department, then its id, because courses of several
 * institutions can have the same name. Missing names come first.
 */
const nameOrder = (table: string, typed = sql`null`) => [
  sql`coalesce(${sql.ref(`${table}.searchText`)}, ${typed}, '')`,
  sql`coalesce(cast(${sql.ref(`${table}._id`)} as text), '')`,
]

const indexedFlag = (column: string, value: boolean) => sql<SqlBool>`${sql.ref(column)} = ${value}`

/** Reads applications in full, in the order of the ids. */
export async function readAll(db: Database, ids: string[]): Promise<Application[]> {
  const [rows, documents, papers] = await Promise.all([
    selectShown(db, { ids }),
    documentsOf(db, ids),
    papersOf(db, ids),
  ])
  const extraOf = await extraReader(db, rows)
  const waiting = rows.filter(({ waitingOrder }) => waitingOrder !== null)
  const ranks = await ranksOf(
    db,
    waiting.map(({ _id }) => _id),
  )
  const applications = rows.map((row) => ({
    ...shape(row),
    ...extraOf(row, new Map(documents(row._id).map(({ _id, name }) => [_id, name]))),
    documents: documents(row._id),
    papers: papers(row._id),
    waiting: ranks.get(row._id) ?? null,
  }))
  return inOrderOf(ids, applications)
}

const selectShown = prepared((db, { ids }: { ids: readonly string[] }) =>
  attachments(db).where(anyOf(db, 'attachments._id', ids)),
)

/** Reads one application; undefined for an unknown id. */
export async function read(db: Database, _id: string): Promise<Application | undefined> {
  const [found] = await readAll(db, [_id])
  return found
}

/** Fields of an application that are not columns, and the columns from which they are computed. */
const computed = {
  documents: true,
  papers: true,
  extra: true,
  extraMissing: true,
  offer: true,
  waiting: true,
} as const
const sources = [
  'extra',
  'consentedAt',
  'offerState',
  'answerBy',
  'answeredAt',
  'waitingOrder',
] as const

/** Named one by one: a prepared query must still work after an upgrade has added columns. */
const columns = [
  ...(Object.keys(z.omit(application, computed).shape) as Exclude<
    keyof Application,
    keyof typeof computed
  >[]),
  ...sources,
] as const satisfies readonly (keyof AttachmentsTable)[]

function attachments(db: Database) {
  return db
    .selectFrom('attachments')
    .leftJoin('institutions', 'institutions._id', 'attachments.institution')
    .leftJoin('courses', 'courses._id', 'attachments.course')
    .leftJoin('departments', 'departments._id', 'attachments.department')
    .leftJoin('intakes', 'intakes._id', 'attachments.intake')
    .leftJoin('users', 'users._id', 'attachments.assignee')
    .leftJoin('consent_wordings', 'consent_wordings._id', 'attachments.consent')
    .select(columns.map((column) => `attachments.${column}` as const))
    .select([
      'institutions.name as institutionName',
      'courses.name as courseName',
      'courses.certification',
      'departments.name as departmentName',
      'intakes.name as intakeName',
      'users.name as assigneeName',
      'consent_wordings.wording',
    ])
    .select(courseLabel.as('label'))
}

type ApplicationRow = Awaited<ReturnType<typeof selectShown>>[number]

function shape(row: ApplicationRow) {
  const { wording, consentedAt, label, certification } = row
  const consent = wording && consentedAt ? { wording, agreedAt: consentedAt } : null
  const references = [...lookupKinds, 'intake', 'assignee'] as const
  const record = withReferences(row, references, ['wording', 'label', 'certification', ...sources])
  return {
    ...record,
    course: record.course && { ...record.course, label, certification },
    consent,
    offer: offerOf(row),
    planned: readPlanned(row.planned),
    sameAs: row.sameAs ?? 0,
  } as unknown as Omit<Application, Exclude<keyof typeof computed, 'offer'>>
}

/** The offer as the API has it. */
export function offerOf(
  row: Pick<AttachmentsTable, 'offerState' | 'answerBy' | 'answeredAt'>,
): Offer | null {
  const { offerState: state, answerBy, answeredAt } = row
  return state === null || answerBy === null ? null : { state, answerBy, answeredAt }
}
