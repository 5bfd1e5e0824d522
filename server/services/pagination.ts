import { setImmediate } from 'node:timers/promises'

import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'

import { normalizeForSearch } from '../database/normalize.ts'
import { countRows } from './rows.ts'

/** Rows per query of keyset pagination, and rows that are read in full at a time. */
const [pageRows, stepRows] = [500, 50]

export interface Paging {
  limit?: number | undefined
  page: number
}

/** A list of records: one page with the total, or a stream of all of them. */
export interface List<Row> {
  page(limit: number, page: number): Promise<{ rows: Row[]; total: number }>
  /** All rows, by keyset pagination. After every 50 rows, other requests can run. */
  all(): AsyncGenerator<Row>
  /** The ids of the first rows. */
  ids(limit: number): Promise<string[]>
}

interface Options<Row, Item, Query> {
  _id?: Expression<unknown>
  /** Reads the items of the list, in any order. `rows` are the found rows with these ids. */
  read: (ids: string[], rows: Row[]) => Item[] | Promise<Item[]>
  /** The query with joins that only the sort order needs. Counting works without them. */
  joined?: Query
}

/** Creates a list from a filtered query and a sort order. */
export function paginate<
  DB,
  TB extends keyof DB,
  Row extends { _id: string },
  Item extends { _id: string },
>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  {
    _id = sql.ref('_id'),
    read,
    joined = query,
  }: Options<Row, Item, SelectQueryBuilder<DB, TB, Row>>,
): List<Item> {
  const ordered = [...order.by, _id].reduce<typeof query>(
    (rows, by) => rows.orderBy(by, order.descending ? 'desc' : 'asc'),
    joined,
  )
  const readInOrder = async (rows: Row[]) => {
    const ids = rows.map((row) => row._id)
    return inOrderOf(ids, ids.length > 0 ? await read(ids, rows) : [])
  }
  return {
    async page(limit, page) {
      const offset = (page - 1) * limit
      const found = await ordered.limit(limit).offset(offset).$castTo<Row>().execute()
      const [rows, total] = await Promise.all([
        readInOrder(found),
        totalFrom(found.length, offset, limit) ?? countRows(query),
      ])
      return { rows, total }
    },

    async ids(limit) {
      const found = await ordered.limit(limit).execute()
      return found.map((row) => row._id)
    },

    async *all() {
      const keyed = ordered
        .select(order.by.map((by, index) => by.as(`sortKey${index}`)))
        .limit(pageRows)
      const after = order.descending ? sql`<` : sql`>`
      let next = keyed
      for (;;) {
        const rows = await next.$castTo<Row & Record<string, unknown>>().execute()
        const found = rows.map((row) => withoutSortKeys<Row>(row))
        for (let start = 0; start < found.length; start += stepRows) {
          yield* await readInOrder(found.slice(start, start + stepRows))
          await setImmediate()
        }
        const last = rows.at(-1)
        if (!last || rows.length < pageRows) return
        const reached = [...order.by.map((_by, index) => last[`sortKey${index}`]), last._id]
        next = keyed.where(
          sql<boolean>`(${sql.join([...order.by, _id])}) ${after} (${sql.join(reached)})`,
        )
      }
    },
  }
}

/** Sorts records as their ids. */
export function inOrderOf<Row extends { _id: string }>(ids: readonly string[], rows: Row[]) {
  const byId = new Map(rows.map((row) => [row._id, row]))
  return ids.flatMap((_id) => byId.get(_id) ?? [])
}

/** The total number of rows, if the page contains the end of the list; otherwise undefined. */
function totalFrom(found: number, offset: number, limit: number) {
  const isEnd = found < limit && (found > 0 || offset === 0)
  return isEnd ? offset + found : undefined
}

function withoutSortKeys<Row extends object>(row: Row) {
  const columns = Object.entries(row).filter(([name]) => !name.startsWith('sortKey'))
  return Object.fromEntries(columns) as Row
}

interface Order {
  /** Equal rows are sorted by `_id`, so an empty array means the order of `_id`. */
  by: RawBuilder<unknown>[]
  descending: boolean
}

/** Parses `sort`: the name of a field, with `-` in front for descending order. */
export function parseSort<Field extends string>(
  sort: string | undefined,
  expressions: Record<Field, RawBuilder<unknown> | RawBuilder<unknown>[]>,
  fallback: Field | `-${Field}`,
): Order {
  const [, minus, field] = /^(-?)(.*)$/.exec(sort ?? fallback) as unknown as [string, string, Field]
  return { by: [expressions[field]].flat(), descending: minus === '-' }
}

/** Condition: a column of normalized text contains `text`, and `then` somewhere after `text`. */
export function contains(column: string, text: string, then = '') {
  const pattern = `%${normalizeForSearch(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%${then && `${then}%`}`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}
