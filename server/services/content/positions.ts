import { sql, type Transaction } from 'kysely'

import type { CollectionName } from '../../../contract/content/collections.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { nextTimestamp } from '../optimistic-lock.ts'
import { renewContentVersion, type StoredItem } from './content-items.ts'

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
export async function moveTo(transaction: Transaction<Tables>, item: StoredItem, position: number) {
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
    if (before !== index + 1) await setColumns(transaction, _id, { position: index + 1 })
  }
  await setColumns(transaction, item._id, { updatedAt: nextTimestamp(item.updatedAt) })
  await renewContentVersion(transaction)
}

async function setColumns(
  transaction: Transaction<Tables>,
  _id: string,
  columns: Partial<Pick<StoredItem, 'position' | 'updatedAt'>>,
) {
  await transaction.updateTable('content').set(columns).where('_id', '=', _id).execute()
}
