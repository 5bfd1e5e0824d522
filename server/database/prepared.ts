import { PostgresAdapter, sql, type CompiledQuery, type SqlBool } from 'kysely'

import type { Database } from './tables.ts'

/** A query of the query builder, or raw SQL. */
interface Query<Row> {
  compile(db: Database): CompiledQuery<Row>
}

/**
 * Prepared query, for many calls a second. Kysely compiles the query once for each set of value
 * names that are not undefined. `build` must use the values unchanged, and no other variable.
 * PostgreSQL plans the query once per connection. The query must name its columns: PostgreSQL
 * refuses the plan of `select *` after a column was added.
 */
export function prepared<Values extends object, Row>(
  build: (db: Database, values: Values) => Query<Row>,
) {
  /** Compiled queries by the engine's adapter, then by the names of the values. */
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>()

  return async (db: Database, values: Values): Promise<Row[]> => {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined)
    const { adapter } = db.getExecutor()
    const queries = compiled.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    compiled.set(adapter, queries)
    const key = names.join()
    let query = queries.get(key)
    if (!query) {
      const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
      query = build(db, placeholders as Values).compile(db)
      queries.set(key, query)
      if (!statementNames.has(query.sql))
        statementNames.set(query.sql, `statement_${statementNames.size}`)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** The names of prepared statements, by their SQL. */
const statementNames = new Map<string, string>()

/** The name under which PostgreSQL keeps the plan of a query; undefined if it is not prepared. */
export function statementName(query: string) {
  return statementNames.get(query)
}

/** Condition: the value of a column is in the list. The list, of any length, is one parameter. */
export function anyOf(db: Database, column: string, list: readonly string[]) {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${list})`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
}

export function isPostgres(db: Database) {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Stands for a named value while a query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}
