import { sql } from 'kysely'

import type { CollectionName } from '../../../contract/content/collections.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { renewContentVersion, type StoredItem } from './content-items.ts'
import { overwrite } from '../optimistic-lock.ts'
import { updateRows } from '../rows.ts'

/** The position behind the last item of a collection. */
export async function nextPosition(db: Database, collection: CollectionName) {
  const { last } = await db
    .selectFrom('content')
    .select(sql<number | null>`max(position)`.as('last'))
    .where('collection', '=', collection)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Moves a locked item to a place, from 1, and renumbers its collection. Visitors see it at once. */
export async function moveTo(transaction: Transaction, item: StoredItem, position: number) {
  const others = await transaction
    .selectFrom('content')
    .select(['_id', 'position'])
    .where('collection', '=', item.collection)
    .where('_id', '<>', item._id)
    .orderBy('position')
    .orderBy('_id')
    .forUpdate()
    .execute()
  const ordered = others.toSpliced(position - 1, 0, item)
  for (const [index, { _id, position: before }] of ordered.entries()) {
    const place = index + 1
    if (before !== place) await updateRows(transaction, 'content', { _id }, { position: place })
  }
  await overwrite(transaction, 'content', item, {})
  await renewContentVersion(transaction)
}
