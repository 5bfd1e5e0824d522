import { PostgresAdapter, sql, type CompiledQuery, type SqlBool } from 'kysely'

import type { Database } from './tables.ts'

/** A query as it is built, or written in SQL. */
interface Query<Row> {
  compile(db: Database): CompiledQuery<Row>
}

/**
 * A query for where many come a second: it is built and compiled the first time for each set of
 * names of values, and afterwards only gets its values. `build` must use them as they are, and
 * nothing else that changes. PostgreSQL, too, plans it once for each connection: it must name the
 * columns that it reads, for a plan whose columns have changed is refused.
 */
export function prepared<Values extends object, Row>(
  build: (db: Database, values: Values) => Query<Row>,
) {
  /** By the adapter of the database's engine, then by the names. */
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>()

  return async (db: Database, values: Values): Promise<Row[]> => {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined)
    const { adapter } = db.getExecutor()
    const queries = compiled.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    compiled.set(adapter, queries)
    const key = names.join()
    let query = queries.get(key)
    if (!query) {
      const standIns = Object.fromEntries(names.map((name) => [name, new StandIn(name)]))
      query = build(db, standIns as Values).compile(db)
      queries.set(key, query)
      if (!plans.has(query.sql)) plans.set(query.sql, `plan_${plans.size}`)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof StandIn ? values[parameter.name as keyof Values] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** The names of the queries that are prepared, by their SQL. */
const plans = new Map<string, string>()

/** Under which name PostgreSQL keeps the plan of a query; undefined where it is not prepared. */
export function planOf(query: string) {
  return plans.get(query)
}

/** Whether a column is one of a list, which is a single value however long it is. */
export function isAmong(db: Database, column: string, list: readonly string[]) {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${list})`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
}

export function isPostgres(db: Database) {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Stands for a value of that name while a query is built. */
class StandIn {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}
