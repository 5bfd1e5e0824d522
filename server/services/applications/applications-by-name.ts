import type { SelectQueryBuilder } from 'kysely'

import type { Application } from '../../../contract/application.ts'
import { countsBy } from '../../database/counts.ts'
import { isAmong } from '../../database/prepared.ts'
import type { Reference } from '../../database/lookup-kinds.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { sumOf } from './application-counts.ts'
import { plainFlag, type Flags } from './application-query.ts'
import { fromNearerEnd, listOf, type List } from '../pagination.ts'

interface Sorting {
  by: Reference
  isDescending: boolean
  /** What the flags of the applications must be. */
  flags: Flags
}

/** The applications that refer to one thing, or to nothing, and how many they are. */
interface Part {
  _id: string | null
  count: number
}

/**
 * Applications in the order of the names of what they refer to. How many have each name is kept, so
 * that of all the others before a page only the names are looked at.
 */
export function listByName(
  db: Database,
  { by, isDescending, flags }: Sorting,
  read: (found: { _id: string }[]) => Promise<Application[]>,
): List<Application> {
  return {
    async page(limit, page) {
      const all = await parts()
      const places = new Map(all.map(({ _id }, place) => [_id, place]))
      const { whole, cut, total } = within(all, (page - 1) * limit, limit)
      const found = await Promise.all([
        ...cut.map(({ _id, count, ...slice }) => {
          const { offset, isReversed, ...most } = fromNearerEnd(slice, count)
          const direction = isReversed === isDescending ? 'asc' : 'desc'
          return of(_id).orderBy('_id', direction).limit(most.limit).offset(offset).execute()
        }),
        whole.length > 0 ? ofAny(whole).execute() : [],
      ])
      const place = (row: Found) => places.get(row[by])!
      const rows = found
        .flat()
        .toSorted((a, b) => place(a) - place(b) || (a._id < b._id !== isDescending ? -1 : 1))
      return { rows: rows.length > 0 ? await read(rows) : [], total }
    },

    async *all() {
      const order = { by: [], descending: isDescending }
      for (const { _id } of await parts()) yield* listOf(of(_id), order, { read }).all()
    },
  }

  /** In the order of the list; what refers to nothing comes first. */
  async function parts(): Promise<Part[]> {
    const counts = Map.groupBy(await countsBy(db, by), ({ value }) => value)
    const names = db.selectFrom(`${by}s`).select('_id').orderBy('nameKey').orderBy('_id')
    const ascending = [null, ...(await names.execute()).map(({ _id }) => _id)]
    return (isDescending ? ascending.toReversed() : ascending)
      .map((_id) => ({ _id, count: sumOf(counts.get(_id ?? '') ?? [], flags) }))
      .filter(({ count }) => count > 0)
  }

  function of(_id: string | null) {
    return rows().where(by, _id === null ? 'is' : '=', _id)
  }

  function ofAny(ids: readonly string[]) {
    return rows().where(isAmong(db, by, ids))
  }

  function rows(): SelectQueryBuilder<Tables, 'attachments', Found> {
    let rows = db.selectFrom('attachments').select(['_id', by])
    for (const [flag, value] of flags) rows = rows.where(plainFlag(flag, value))
    return rows
  }
}

type Found = Pick<AttachmentsTable, '_id' | Sorting['by']>

/** Of which parts all rows belong to a slice of the list, and of which some. */
function within(parts: Part[], offset: number, limit: number) {
  const whole: string[] = []
  const cut: (Part & { offset: number; limit: number })[] = []
  let total = 0
  for (const { _id, count } of parts) {
    const start = Math.max(0, offset - total)
    const end = Math.min(count, offset + limit - total)
    total += count
    if (start >= end) continue
    if (_id !== null && end - start === count) whole.push(_id)
    else cut.push({ _id, count, offset: start, limit: end - start })
  }
  return { whole, cut, total }
}
