import { sql, type SqlBool } from 'kysely'

import { extraFiltersIn, mostExtraFilters } from '../../../contract/intake/extra-filters.ts'
import type { Database } from '../../database/tables.ts'
import { type DomainError, invalidField } from '../domain-error.ts'
import { sortableNumber } from '../extra-column.ts'
import { everyQuestion, setsOfIntake } from './question-sets.ts'

/** The condition for a row of `extra_values`, by the alias of the table. */
type ExtraCondition = (alias: string) => ReturnType<typeof sql<SqlBool>>

/**
 * The conditions of the filters by answers. Applications of other intakes have no such rows, so the
 * conditions imply that of the intake.
 */
export async function extraConditions(
  db: Database,
  query: { intake?: string | undefined },
): Promise<ExtraCondition[] | DomainError> {
  const filters = extraFiltersIn(query)
  if (filters.length === 0) return []
  if (query.intake === undefined) {
    return invalidField('intake', 'Choose an intake to filter by its questions')
  }
  if (filters.length > mostExtraFilters) {
    return invalidField('intake', `Use at most ${mostExtraFilters} filters by answers`)
  }
  const sets = await setsOfIntake(db, query.intake === 'none' ? null : query.intake)
  const kinds = new Map(everyQuestion(sets).map(({ _id, kind }) => [_id, kind]))
  return filters.map(([question, value]) => {
    const kind = kinds.get(question)
    if (kind === undefined) return () => sql<SqlBool>`1 = 0`
    const isQuestion = (alias: string) => sql`${sql.ref(`${alias}.question`)} = ${question}`
    const valueOf = (alias: string) => sql.ref(`${alias}.value`)
    if (kind !== 'number') {
      return (alias) => sql<SqlBool>`${isQuestion(alias)} and ${valueOf(alias)} = ${value}`
    }
    const range = rangeOf(value)
    if (!range) return () => sql<SqlBool>`1 = 0`
    const [from, to] = [range.from, range.to].map(sortableNumber)
    return (alias) =>
      sql<SqlBool>`${isQuestion(alias)} and ${valueOf(alias)} between ${from} and ${to}`
  })
}

/** SQL condition: the application with the id `listed._id` has an answer. */
export function hasAnswer(condition: ExtraCondition) {
  return sql<SqlBool>`listed._id in (
    select "of"._id from extra_values as "of" where ${condition('of')})`
}

const number = String.raw`[+-]?\d+(?:\.\d+)?`
const pattern = new RegExp(`^(?:(${number})|(${number})?\\.\\.(${number})?)$`)

/** Reads a number, or a range such as `18..25`, `18..` or `..25`. */
function rangeOf(value: string) {
  const [found, one, from, to] = pattern.exec(value) ?? []
  if (found === undefined) return undefined
  return { from: Number(one ?? from ?? -largest), to: Number(one ?? to ?? largest) }
}

const largest = 1e15
