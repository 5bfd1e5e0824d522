import { sql, type SelectQueryBuilder } from 'kysely'

import type { LookupKind } from '../../database/lookup-kinds.ts'
import type { Database } from '../../database/tables.ts'

/**
 * A page of application ids, sorted by the name of the institution, course or department, and the
 * total number of applications. First, applications are counted per name: the counts tell which
 * names are on the page. Then an index gives the sorted ids of each such name. Sorting a million
 * joined names, and counting them again, would take more than 200 ms.
 */
export async function pageByName<DB, TB extends keyof DB>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, { _id: string }>,
  { key, descending }: { key: LookupKind; descending: boolean },
  limit: number,
  page: number,
) {
  const column = sql.ref<string | null>(`listed.${key}`)
  const direction = descending ? 'desc' : 'asc'
  const counted = query
    .clearSelect()
    .select(({ fn }) => [column.as('value'), fn.countAll().as('count')])
    .groupBy(column)
  const { rows: groups } = await sql<{ value: string | null; count: number }>`
    select value, count from (${counted}) as groups
    left join ${sql.table(`${key}s`)} as names on names._id = value
    order by coalesce(names."searchText", '') ${sql.raw(direction)},
      coalesce(cast(value as text), '') ${sql.raw(direction)}`.execute(db)

  const found: { _id: string }[] = []
  let offset = (page - 1) * limit
  let total = 0
  for (const { value, count } of groups) {
    if (offset < count && found.length < limit) {
      const some = query
        .where(column, value === null ? 'is' : '=', value)
        .orderBy(sql.ref('listed._id'), direction)
        .limit(limit - found.length)
        .offset(offset)
      found.push(...(await some.$castTo<{ _id: string }>().execute()))
    }
    offset = Math.max(0, offset - count)
    total += count
  }
  return { found, total }
}
