import { sql } from 'kysely'

import type { Search } from '../database/engine.ts'
import { normalizeForSearch } from '../database/normalize.ts'
import { containsAll } from '../database/search-text.ts'
import type { Database } from '../database/tables.ts'
import { invalidField } from './domain-error.ts'
import { courseLabel } from './reference-data/course-label.ts'
import { untypedTables } from './reference-data/entity-service.ts'
import type { EditableTable } from './optimistic-lock.ts'

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

/** The ids of the institutions, courses, departments or users whose name has all of the words. */
export async function recordsNamed(
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
