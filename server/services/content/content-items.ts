import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { AnyContentItem } from '../../../contract/content/calls.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import { toDraft, type AnyFields, type ItemName } from '../../../contract/content/items.ts'
import type { IsSitePath } from '../../../contract/content/links.ts'
import { findProblems } from '../../../contract/content/problems.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import { firstTextsOf } from '../../database/first-texts.ts'
import type { ContentTable, Database, Transaction } from '../../database/tables.ts'
import { lockRecord, nextTimestamp, overwrite } from '../optimistic-lock.ts'
import { updateRows } from '../rows.ts'
import { userOf } from '../user-of.ts'

export type StoredItem = ContentTable

/** An item, as the path of its calls names it. */
export interface ItemRef {
  collection: CollectionName
  _id: string
}

/** The last versions that are kept of each item. */
const keptVersions = 50

/** The columns of an item that visitors do not see, now or later. */
export const notPublic = {
  published: null,
  scheduled: null,
  publishedAt: null,
  publishAt: null,
  hideAt: null,
}

/** Items with the names of the users who changed them last. */
export function selectItems(db: Database, collection: CollectionName) {
  return db
    .selectFrom('content')
    .leftJoin('users', 'users._id', 'content.updatedBy')
    .selectAll('content')
    .select('users.name as userName')
    .where('content.collection', '=', collection)
}

/** Locks an item until the transaction ends; undefined if the collection has no such item. */
export async function lockItem(transaction: Transaction, { collection, _id }: ItemRef) {
  const stored = await lockRecord(transaction, 'content', _id)
  return stored?.collection === collection ? stored : undefined
}

/** The item as the API shows it. */
export function toItem(
  row: StoredItem & { userName: string | null },
  isSitePath: IsSitePath,
): AnyContentItem {
  const { searchText: _, version: _version, userName, ...columns } = row
  const { published, scheduled, publishedAt } = publicationOf(row)
  const read = (json: string | null) => (json === null ? null : readFields(row, json))
  const draft = readFields(row, row.draft)
  return {
    ...columns,
    draft,
    published: read(published),
    scheduled: read(scheduled),
    publishedAt,
    updatedBy: userOf(row.updatedBy, userName),
    problems: findProblems(row, draft, isSitePath),
  }
}

/** Stored fields in the shape of this version. A page text without a newer field has our text there. */
export function readFields(item: ItemName, json: string): AnyFields {
  return toDraft(item, { ...firstTextsOf(item), ...(JSON.parse(json) as AnyFields) })
}

/**
 * What of an item is public. The schedule is decided when it is read: from `publishAt` on, `scheduled`
 * is what visitors see, whether or not any program has run at that time. Page texts that nobody has
 * published are ours.
 */
export function publicationOf(
  row: Pick<
    StoredItem,
    'collection' | 'slug' | 'published' | 'scheduled' | 'publishedAt' | 'publishAt'
  >,
  at = Date.now(),
) {
  const { scheduled, publishedAt, publishAt } = row
  const first = firstTextsOf(row)
  const published = row.published ?? (first ? JSON.stringify(first) : null)
  const isDue = scheduled !== null && publishAt !== null && Date.parse(publishAt) <= at
  return isDue
    ? { published: scheduled, scheduled: null, publishedAt: publishAt }
    : { published, scheduled, publishedAt }
}

/** Stores a new draft of a locked item as its next version. */
export async function saveDraft(
  transaction: Transaction,
  stored: StoredItem,
  fields: AnyFields,
  by: string,
) {
  const version = stored.version + 1
  const changes = {
    version,
    draft: JSON.stringify(fields),
    ...derivedColumns.content({ ...stored, fields }),
    updatedAt: nextTimestamp(stored.updatedAt),
    updatedBy: by,
  }
  await updateRows(transaction, 'content', { _id: stored._id }, changes)
  const row = { ...stored, ...changes }
  await addVersion(transaction, row, false)
  await transaction
    .deleteFrom('content_versions')
    .where('content', '=', stored._id)
    .where('version', '<=', version - keptVersions)
    .execute()
  return row
}

export async function addVersion(db: Database, row: StoredItem, published: boolean) {
  const { _id: content, version, draft, updatedAt, updatedBy } = row
  await db
    .insertInto('content_versions')
    .values({ content, version, draft, published, updatedAt, updatedBy })
    .execute()
}

export function differingFields(one: AnyFields, other: AnyFields) {
  return Object.keys(other).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
}

/** Tells every process that public content has changed, with the commit of this transaction. */
export async function renewContentVersion(transaction: Transaction) {
  await transaction.updateTable('content_version').set({ version: randomUUID() }).execute()
}

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
