import { randomUUID } from 'node:crypto'

import type { Selectable, Transaction } from 'kysely'

import type { AnyContentItem } from '../../../contract/content/calls.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import { toDraft, type AnyFields } from '../../../contract/content/items.ts'
import type { IsSitePath } from '../../../contract/content/links.ts'
import { findProblems } from '../../../contract/content/problems.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import type { ContentTable, Database, Tables } from '../../database/tables.ts'
import { lockRecord, nextTimestamp } from '../optimistic-lock.ts'

export type StoredItem = Selectable<ContentTable>

/** The last versions that are kept of each item. */
const keptVersions = 50

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
export async function lockItem(
  transaction: Transaction<Tables>,
  collection: CollectionName,
  _id: string,
) {
  const stored = await lockRecord(transaction, 'content', _id)
  return stored?.collection === collection ? stored : undefined
}

/** The item as the API shows it. */
export function toItem(
  row: StoredItem & { userName: string | null },
  isSitePath: IsSitePath,
): AnyContentItem {
  const { collection, hideAt, createdAt, updatedAt } = row
  const { published, scheduled, publishedAt } = publicationOf(row)
  const draft = readFields(collection, row.draft)
  return {
    _id: row._id,
    collection,
    slug: row.slug,
    name: row.name,
    position: row.position,
    draft,
    published: published === null ? null : readFields(collection, published),
    scheduled: scheduled === null ? null : readFields(collection, scheduled),
    publishedAt,
    publishAt: row.publishAt,
    hideAt,
    createdAt,
    updatedAt,
    updatedBy: userOf(row),
    problems: findProblems(collection, draft, isSitePath),
  }
}

/** The user of a row, by id and current name; null for items of the seed. */
export function userOf({
  updatedBy,
  userName,
}: {
  updatedBy: string | null
  userName: string | null
}) {
  return updatedBy === null ? null : { _id: updatedBy, name: userName ?? 'Deleted user' }
}

/** Stored fields in the shape of this version. */
export function readFields(collection: CollectionName, json: string): AnyFields {
  return toDraft(collection, JSON.parse(json) as AnyFields)
}

/**
 * What of an item is public. The schedule is decided when it is read: from `publishAt` on, `scheduled`
 * is what visitors see, whether or not any program has run at that time.
 */
export function publicationOf(
  row: Pick<StoredItem, 'published' | 'scheduled' | 'publishedAt' | 'publishAt'>,
  at = Date.now(),
) {
  const { published, scheduled, publishedAt, publishAt } = row
  const isDue = scheduled !== null && publishAt !== null && Date.parse(publishAt) <= at
  return isDue
    ? { published: scheduled, scheduled: null, publishedAt: publishAt }
    : { published, scheduled, publishedAt }
}

/** Stores a new draft of a locked item as its next version. */
export async function saveDraft(
  transaction: Transaction<Tables>,
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
  await transaction.updateTable('content').set(changes).where('_id', '=', stored._id).execute()
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

/** The keys of fields that differ. */
export function differingFields(one: AnyFields, other: AnyFields) {
  return Object.keys(other).filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
}

/** Tells every process that public content has changed, with the commit of this transaction. */
export async function renewContentVersion(transaction: Transaction<Tables>) {
  await transaction.updateTable('content_version').set({ version: randomUUID() }).execute()
}
