import type { Search } from '../database/engine.ts'
import { containsAll } from '../database/search-text.ts'
import type { Database } from '../database/tables.ts'
import { invalidField } from './domain-error.ts'

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
