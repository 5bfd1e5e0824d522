import { setImmediate } from 'node:timers/promises'

import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'

const step = 500

export interface Paging {
  limit?: number | undefined
  page: number
}

/** A list that can be read as one page with its whole count, or whole, in steps. */
export interface List<Row> {
  page(limit: number, page: number): Promise<{ rows: Row[]; total: number }>
  /** All rows; other requests get their turn after every 500. */
  all(): AsyncGenerator<Row>
}

/**
 * Makes a list of a filtered query and the expression that orders it; ties go by `_id`. `read`
 * turns rows into what the list holds, in the same order.
 */
export function listOf<DB, TB extends keyof DB, Row extends { _id: string }, Item = Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  _id: Expression<unknown> = sql.ref('_id'),
  read: (rows: Row[]) => Item[] | Promise<Item[]> = (rows) => rows as unknown as Item[],
): List<Item> {
  const direction = order.descending ? 'desc' : 'asc'
  const ordered = query.orderBy(order.by, direction).orderBy(_id, direction)
  return {
    async page(limit, page) {
      const counted = query.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'))
      const offset = (page - 1) * limit
      const [rows, { total }] = await Promise.all([
        ordered.limit(limit).offset(offset).$castTo<Row>().execute(),
        counted.$castTo<{ total: number }>().executeTakeFirstOrThrow(),
      ])
      return { rows: rows.length > 0 ? await read(rows) : [], total }
    },

    async *all() {
      const keyed = ordered.select(order.by.as('sortKey')).limit(step)
      const beyond = order.descending ? sql`<` : sql`>`
      let next = keyed
      for (;;) {
        const rows = await next.$castTo<Row & { sortKey: unknown }>().execute()
        const last = rows.at(-1)
        if (!last) return
        yield* await read(rows.map(({ sortKey: _, ...row }) => row as unknown as Row))
        if (rows.length < step) return
        next = keyed.where(
          sql<boolean>`(${order.by}, ${_id}) ${beyond} (${last.sortKey}, ${last._id})`,
        )
        await setImmediate()
      }
    },
  }
}

export interface Order {
  by: RawBuilder<unknown>
  descending: boolean
}

/** The order that a query's `sort` asks for: a field, with `-` in front for descending. */
export function orderOf<Field extends string>(
  sort: string | undefined,
  expressions: Record<Field, Order['by']>,
  fallback: Field | `-${Field}`,
): Order {
  const [, minus, field] = /^(-?)(.*)$/.exec(sort ?? fallback) as unknown as [string, string, Field]
  return { by: expressions[field], descending: minus === '-' }
}

/** The text of a column for sorting: without regard to case, what is missing first. */
export const textOrder = (column: string) => sql`coalesce(lower(${sql.ref(column)}), '')`

/** Whether one of the columns contains the text, without regard to case. */
export function contains(text: string, columns: string[]) {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const haystack = sql.join(
    columns.map((column) => sql`coalesce(lower(${sql.ref(column)}), '')`),
    sql` || ' ' || `,
  )
  return sql<boolean>`${haystack} like ${pattern} escape '\\'`
}
