import { sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'

import type {
  ContentChange,
  ContentCreation,
  contentQuery,
} from '../../../contract/content/calls.ts'
import { collections, type CollectionName } from '../../../contract/content/collections.ts'
import { draftSchema, type AnyFields } from '../../../contract/content/items.ts'
import { fieldMessages } from '../../../contract/first-messages.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { DomainError, mapConstraintErrors, notFound } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { newEditableRecord } from '../ids.ts'
import { isStale, staleConflict } from '../optimistic-lock.ts'
import { contains, paginate, parseSort } from '../pagination.ts'
import {
  addVersion,
  differingFields,
  lockItem,
  readFields,
  renewContentVersion,
  saveDraft,
  selectItems,
  toItem,
  type StoredItem,
} from './content-items.ts'
import { moveTo, nextPosition } from './positions.ts'
import { readSitePaths } from './site-paths.ts'

const order = {
  position: sql.ref('content.position'),
  name: sql.ref('content.searchText'),
  updatedAt: sql.ref('content.updatedAt'),
}

export function list(
  db: Database,
  collection: CollectionName,
  { q, sort }: z.output<typeof contentQuery>,
) {
  const items = selectItems(db, collection)
  const found = q ? items.where(contains('content.searchText', q)) : items
  return paginate(found, parseSort(sort, order, 'position'), {
    _id: sql.ref('content._id'),
    read: async (rows) => {
      const isSitePath = await readSitePaths(db)
      return rows.map((row) => toItem(row, isSitePath))
    },
  })
}

export async function get(db: Database, collection: CollectionName, _id: string) {
  const row = await selectItems(db, collection).where('content._id', '=', _id).executeTakeFirst()
  return row ? toItem(row, await readSitePaths(db)) : notFound(collections[collection].one)
}

/** Creates a draft at the end of its collection. Visitors do not see it. */
export function create(
  db: Database,
  collection: CollectionName,
  { slug, draft }: ContentCreation,
  by: string,
) {
  const fields = parseDraft(collection, draft)
  if (fields instanceof DomainError) return fields
  return takenSlug(collection, () =>
    inTransaction(db, async (transaction) => {
      const row: StoredItem = {
        ...newEditableRecord(),
        ...newItem(collection, slug, fields),
        position: await nextPosition(transaction, collection),
        updatedBy: by,
      }
      await transaction.insertInto('content').values(row).execute()
      await addVersion(transaction, row, false)
      await recordHistory(transaction, { ...eventOf(row, by), action: 'create' })
      return get(transaction, collection, row._id)
    }),
  )
}

/** The columns of an item that has never been public. */
export function newItem(collection: CollectionName, slug: string, fields: AnyFields) {
  return {
    collection,
    slug,
    ...derivedColumns.content({ collection, slug, fields }),
    version: 1,
    draft: JSON.stringify(fields),
    published: null,
    scheduled: null,
    publishedAt: null,
    publishAt: null,
    hideAt: null,
  }
}

/** Replaces the draft under the optimistic lock. If nothing differs, nothing is stored. */
export function update(
  db: Database,
  collection: CollectionName,
  _id: string,
  { draft, position, updatedAt }: ContentChange,
  by: string,
) {
  const fields = parseDraft(collection, draft)
  if (fields instanceof DomainError) return fields
  return changeItem(db, collection, _id, { updatedAt }, async (transaction, stored) => {
    const changed = differingFields(readFields(collection, stored.draft), fields)
    const isMoved = position !== undefined && position !== stored.position
    if (changed.length > 0) await saveDraft(transaction, stored, fields, by)
    if (isMoved) await moveTo(transaction, stored, position)
    const names = [...changed, ...(isMoved ? ['position'] : [])]
    if (names.length === 0) return
    await recordHistory(transaction, { ...eventOf(stored, by), action: 'change', fields: names })
  })
}

/** Deletes an item with its versions. */
export function remove(db: Database, collection: CollectionName, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    const stored = await lockItem(transaction, collection, _id)
    if (!stored) return notFound(collections[collection].one)
    await transaction.deleteFrom('content').where('_id', '=', _id).execute()
    await renewContentVersion(transaction)
    await recordHistory(transaction, { ...eventOf(stored, by), action: 'delete' })
    return stored
  })
}

/** Runs a change of a locked item and returns the changed item. */
export function changeItem(
  db: Database,
  collection: CollectionName,
  _id: string,
  expected: { updatedAt?: string | undefined },
  change: (
    transaction: Transaction<Tables>,
    stored: StoredItem,
  ) => Promise<DomainError | undefined | void>,
) {
  const { one } = collections[collection]
  return inTransaction(db, async (transaction) => {
    const stored = await lockItem(transaction, collection, _id)
    if (!stored) return notFound(one)
    if (isStale(expected, stored)) {
      return staleConflict(one, await get(transaction, collection, _id))
    }
    return (await change(transaction, stored)) ?? get(transaction, collection, _id)
  })
}

/** Checks typed fields against the collection. They may be empty. */
export function parseDraft(collection: CollectionName, typed: AnyFields): AnyFields | DomainError {
  const { data, error } = draftSchema(collection).safeParse(typed)
  if (data) return data
  const { '': whole, ...fields } = fieldMessages(error.issues)
  const wrong = { ...fields, ...(whole !== undefined && { draft: whole }) }
  const sentences = Object.entries(wrong).map(([name, message]) => `${name}: ${message}`)
  return new DomainError('invalid', `Please check: ${sentences.join('; ')}`, { fields: wrong })
}

/** Maps a refusal of the unique index of slugs. */
export function takenSlug<T>(collection: CollectionName, change: () => Promise<T>) {
  const message = `There is ${articleOf(collection)} with this address already.`
  return mapConstraintErrors(change, {
    taken: () => new DomainError('conflict', message, { fields: { slug: message } }),
  })
}

/** The user and the record of a history event about an item. */
export function eventOf({ _id }: { _id: string }, by: string) {
  return { entity: 'content', record: _id, user: by } as const
}

function articleOf(collection: CollectionName) {
  const { one } = collections[collection]
  return `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`
}
