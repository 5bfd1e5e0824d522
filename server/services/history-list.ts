import { sql, type RawBuilder } from 'kysely'

import {
  historyEntities,
  type HistoryEntity,
  type HistoryEntry,
  type HistoryQuery,
} from '../../contract/history.ts'
import { languageNames } from '../../contract/language/languages.ts'
import { messageDeclarations, messageKinds } from '../../contract/message/message.ts'
import type { Search } from '../database/engine.ts'
import { anyOf } from '../database/prepared.ts'
import { normalizeForSearch } from '../database/normalize.ts'
import { containsAll } from '../database/search-text.ts'
import { termsOf } from '../database/search-terms.ts'
import type { Database } from '../database/tables.ts'
import { DomainError } from './domain-error.ts'
import { applicationsNamed } from './search-texts.ts'
import type { EditableTable } from './optimistic-lock.ts'
import { paginate, parseSort } from './pagination.ts'
import { courseLabel } from './reference-data/course-label.ts'
import { entities } from './reference-data/entities.ts'
import { untypedTables } from './reference-data/entity-service.ts'

/** The events of the history, the newest first unless the query sorts them. */
export async function list(db: Database, search: Search, query: HistoryQuery) {
  let rows = db.selectFrom('history').select('_id')
  for (const key of ['user', 'action', 'entity', 'record'] as const) {
    if (query[key]) rows = rows.where(key, '=', query[key])
  }
  if (excludesSubmissions(query)) rows = rows.where('action', '<>', sql.lit('submit'))
  const terms = termsOf(query.q ?? '')
  if (terms.length > 0) {
    const events = await eventsOfNamed(db, search, terms)
    if (events instanceof DomainError) return events
    rows = rows.where('_id', 'in', events)
  }
  const order = parseSort(query.sort, orders, '-createdAt')
  return paginate(rows, order, { read: (ids) => read(db, ids) })
}

const orders = { createdAt: [], action: sql.ref('action') }

/**
 * Selects the events of users and records that have all words in their name. Two indexes find these
 * events, so that a search for a rare name does not read the whole history.
 */
async function eventsOfNamed(db: Database, search: Search, terms: readonly string[]) {
  const applications = await applicationsNamed(db, search, terms)
  if (applications instanceof DomainError) return applications
  const named = await Promise.all(
    [
      ...Object.values(entities).map(({ table }) => table),
      'content' as const,
      'former_users' as const,
    ].map((table) => recordsNamed(db, table, terms)),
  )
  const ids = [...applications, ...named.flat()]
  const events = db.selectFrom('history').select('_id')
  return events
    .where(anyOf(db, 'record', ids))
    .unionAll(events.where(anyOf(db, 'user', ids)).where('action', '<>', sql.lit('submit')))
}

/** The ids of the institutions, courses, departments or users whose name has all of the words. */
async function recordsNamed(
  db: Database,
  table: EditableTable | 'former_users',
  terms: readonly string[],
) {
  // The search text also has parts that are no name, such as the e-mail address of a user.
  const isCourse = table === 'courses'
  const text = isCourse ? courseText : sql.ref('searchText')
  const rows = await untypedTables(db)
    .selectFrom(table)
    .select(['_id', (isCourse ? courseLabel : sql.ref<string>('name')).as('name')])
    .where(containsAll(terms, text))
    .$castTo<{ _id: string; name: string }>()
    .execute()
  const isNamed = (name: string) => terms.every((term) => normalizeForSearch(name).includes(term))
  return rows.filter(({ name }) => isNamed(name)).map(({ _id }) => _id)
}

/** Searched for the words of a label. */
const courseText = sql`"searchText" || ' (' || lower(certification) || ')'`

/** Whether filters exclude submissions. Indexes without submissions then serve the query. */
function excludesSubmissions({ user, action, entity }: HistoryQuery) {
  if (user || (entity && entity !== 'attachment')) return true
  return action !== undefined && action !== 'submit'
}

async function read(db: Database, ids: string[]): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('users', 'users._id', 'history.user')
    .leftJoin('former_users', 'former_users._id', 'history.user')
    .selectAll('history')
    .select(({ fn }) => [
      fn.coalesce('users.name', 'former_users.name').as('user_name'),
      recordName.as('record_name'),
    ])
    .where('history._id', 'in', ids)
    .execute()
  return rows.map(({ user_name, record_name, ...row }) => ({
    ...row,
    user: row.user === null ? null : { _id: row.user, name: user_name ?? 'Deleted user' },
    record: row.record === null ? null : { _id: row.record, name: record_name },
    fields: row.fields === null ? null : row.fields.split(','),
  }))
}

/** The message and the language of a text, as the label of the record. */
const templateLabel = wordsOf(
  'kind',
  messageKinds.map((kind) => [kind, messageDeclarations[kind].label]),
)
const languageName = wordsOf('language', Object.entries(languageNames))

function wordsOf(column: string, words: [value: string, word: string][]) {
  const cases = words.map(([value, word]) => sql`when ${sql.lit(value)} then ${sql.lit(word)}`)
  return sql<string>`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/** Tables with names that are not of the registry of entities. */
const otherTables = { intake: 'intakes', content: 'content' }

/** The current name of an event's record; null if the record has been deleted. */
const recordName = sql<string | null>`case history.entity ${sql.join(
  historyEntities.map((entity) => sql`when ${sql.lit(entity)} then ${nameOf(entity)}`),
  sql` `,
)} end`

function nameOf(entity: HistoryEntity): RawBuilder<string | null> {
  switch (entity) {
    case 'attachment':
      return sql`(select first_name || ' ' || last_name from attachments where _id = history.record)`
    case 'message':
    case 'retention':
      return sql`null`
    case 'message template':
      return sql`(select ${templateLabel} || ', ' || ${languageName}
          || coalesce(', ' || intakes.name, '')
        from message_templates left join intakes on intakes._id = message_templates.intake
        where message_templates._id = history.record)`
    case 'placement':
      return sql`(select first_name || ' ' || last_name from placements
        join attachments on attachments._id = placements.attachment
        where placements._id = history.record)`
    case 'course':
      return sql`(select ${courseLabel} from courses where courses._id = history.record)`
    default: {
      const isOther = entity === 'intake' || entity === 'content'
      const table = isOther ? otherTables[entity] : entities[entity].table
      return sql`(select name from ${sql.table(table)} where _id = history.record)`
    }
  }
}
