import { sql, type SelectQueryBuilder } from 'kysely'

import type { LookupKind } from '../../database/lookup-kinds.ts'
import type { Database } from '../../database/tables.ts'

/**
 * A page of application ids, sorted by the name of the institution, course or department, and the
 * total number of applications. First, applications are counted per name: the counts tell which
 * names are on the page. Then an index gives the sorted ids of each such name. Sorting a million
 * joined names, and counting them again, would take more than 200 ms. Typed names, which have no record,
 * are counted by their sort keys.
 */
export async function pageByName<DB, TB extends keyof DB>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, { _id: string }>,
  { key, descending }: { key: LookupKind; descending: boolean },
  limit: number,
  page: number,
) {
  const column = sql.ref<string | null>(`listed.${key}`)
  const typed = key === 'department' ? null : sql.ref<string | null>(`listed.${key}Key`)
  const direction = descending ? 'desc' : 'asc'
  const countBy = (group: typeof column) =>
    query
      .clearSelect()
      .select(({ fn }) => [group.as('value'), fn.countAll().as('count')])
      .groupBy(group)
  const none = sql`cast(null as text)`
  const typedGroups = typed
    ? sql`union all select null, value, value, count
        from (${countBy(typed).where(typed, 'is not', null)}) as typed`
    : sql``
  const { rows: groups } = await sql<Group>`
    select value, typed, count from (
      select value, ${none} as typed, names."searchText" as name, count
      from (${countBy(column)}) as listed
      left join ${sql.table(`${key}s`)} as names on names._id = value
      ${typedGroups}) as groups
    order by coalesce(name, '') ${sql.raw(direction)},
      coalesce(cast(value as text), '') ${sql.raw(direction)}`.execute(db)

  const ids: string[] = []
  let offset = (page - 1) * limit
  let total = 0
  for (const { value, typed: name, count } of withoutTyped(groups)) {
    if (offset < count && ids.length < limit) {
      const ofRecord = query.where(column, value === null ? 'is' : '=', value)
      const isTyped = value === null && typed
      const ofName = isTyped ? ofRecord.where(isTyped, name === null ? 'is' : '=', name) : ofRecord
      const rows = await ofName
        .orderBy(sql.ref('listed._id'), direction)
        .limit(limit - ids.length)
        .offset(offset)
        .$castTo<{ _id: string }>()
        .execute()
      ids.push(...rows.map(({ _id }) => _id))
    }
    offset = Math.max(0, offset - count)
    total += count
  }
  return { ids, total }
}

/** The applications of a record, or of a typed name; both are null for those without a name. */
interface Group {
  value: string | null
  typed: string | null
  count: number
}

/** Takes the typed names out of the group without a record: they have groups of their own. */
function withoutTyped(groups: Group[]): Group[] {
  const typed = groups.reduce((sum, { typed: name, count }) => sum + (name === null ? 0 : count), 0)
  return groups.map((group) => {
    const isWithoutRecord = group.value === null && group.typed === null
    return isWithoutRecord ? { ...group, count: group.count - typed } : group
  })
}
