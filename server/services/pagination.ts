import { setImmediate } from 'node:timers/promises'

import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'

import { fold } from '../database/search-text.ts'
import { countRows } from './count-rows.ts'

/** So many rows are found at once, and of these so many are read. */
const [step, readAtOnce] = [500, 50]

export interface Paging {
  limit?: number | undefined
  page: number
}

/** A list that can be read as one page with its whole count, or whole, in steps. */
export interface List<Row> {
  page(limit: number, page: number): Promise<{ rows: Row[]; total: number }>
  /** All rows; other requests get their turn after every 50. */
  all(): AsyncGenerator<Row>
}

interface Listing<Row, Item, Query> {
  _id?: Expression<unknown>
  /** Turns rows into what the list holds, in the same order. */
  read?: (rows: Row[]) => Item[] | Promise<Item[]>
  /** The query with what only its order needs, so that counting does without. */
  joined?: Query
  /** How many rows there are, where that is known without looking at each. */
  count?: () => Promise<number>
}

/** Makes a list of a filtered query and the expressions that order it; ties go by `_id`. */
export function paginate<DB, TB extends keyof DB, Row extends { _id: string }, Item = Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  {
    _id = sql.ref('_id'),
    read = (rows) => rows as unknown as Item[],
    joined = query,
    count = () => countRows(query),
  }: Listing<Row, Item, SelectQueryBuilder<DB, TB, Row>> = {},
): List<Item> {
  const ordered = [...order.by, _id].reduce<typeof query>(
    (rows, by) => rows.orderBy(by, order.descending ? 'desc' : 'asc'),
    joined,
  )
  return {
    async page(limit, page) {
      const offset = (page - 1) * limit
      const found = await ordered.limit(limit).offset(offset).$castTo<Row>().execute()
      const [rows, total] = await Promise.all([
        found.length > 0 ? read(found) : [],
        endOf({ offset, limit }, found.length) ?? count(),
      ])
      return { rows, total }
    },

    async *all() {
      const names = order.by.map((_by, index) => `sortKey${index}`)
      const keyed = ordered
        .select(order.by.map((by, index) => by.as(`sortKey${index}`)))
        .limit(step)
      const beyond = order.descending ? sql`<` : sql`>`
      let next = keyed
      for (;;) {
        const rows = await next.$castTo<Row & Record<string, unknown>>().execute()
        const last = rows.at(-1)
        if (!last) return
        const found = names.length === 0 ? rows : rows.map((row) => without(row, names))
        for (let start = 0; start < found.length; start += readAtOnce) {
          for (const item of await read(found.slice(start, start + readAtOnce))) yield item
          await setImmediate()
        }
        if (rows.length < step) return
        const reached = [...names.map((name) => last[name]), last._id]
        next = keyed.where(
          sql<boolean>`(${sql.join([...order.by, _id])}) ${beyond} (${sql.join(reached)})`,
        )
      }
    },
  }
}

/** How many rows there are, where a slice that found so many shows where they end. */
function endOf({ offset, limit }: { offset: number; limit: number }, found: number) {
  const isEnd = found < limit && (found > 0 || offset === 0)
  return isEnd ? offset + found : undefined
}

function without<Row extends object>(row: Row & Record<string, unknown>, names: string[]): Row {
  const rest: Record<string, unknown> = { ...row }
  for (const name of names) delete rest[name]
  return rest as Row
}

interface Order {
  /** Ties go by `_id`, so an empty one is by `_id` alone. */
  by: RawBuilder<unknown>[]
  descending: boolean
}

/** The order that a query's `sort` asks for: a field, with `-` in front for descending. */
export function parseSort<Field extends string>(
  sort: string | undefined,
  expressions: Record<Field, RawBuilder<unknown> | RawBuilder<unknown>[]>,
  fallback: Field | `-${Field}`,
): Order {
  const [, minus, field] = /^(-?)(.*)$/.exec(sort ?? fallback) as unknown as [string, string, Field]
  return { by: [expressions[field]].flat(), descending: minus === '-' }
}

/** The text of a column for sorting: without regard to case, what is missing first. */
export const textOrder = (column: string) => sql`coalesce(lower(${sql.ref(column)}), '')`

/** Whether a column of folded text contains the text, and somewhere behind it `then`. */
export function contains(column: string, text: string, then = '') {
  const pattern = `%${fold(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%${then && `${then}%`}`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}
