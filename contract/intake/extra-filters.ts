import * as z from 'zod/mini'

import { extraPrefix } from './extra-controls.ts'

/** The most filters by answers in one query. */
export const mostExtraFilters = 20

/**
 * Lets the query of a list have filters by answers, `q_<id>`, which need an intake. Their names are not
 * known before, so the type of the query does not have them: `extraFiltersIn` reads them.
 */
export function withExtraFilters<Query extends z.ZodMiniObject>(query: Query): Query {
  const open = z.catchall(query, z.unknown())
  return open as unknown as Query
}

/** The filters by answers in a query: the id of the question and a value. All of them apply. */
export function extraFiltersIn(query: object) {
  return Object.entries(query).flatMap(([name, value]) => {
    const question = name.startsWith(extraPrefix) ? name.slice(extraPrefix.length) : undefined
    if (question === undefined) return []
    return [value].flat().map((one): [string, string] => [question, String(one)])
  })
}
