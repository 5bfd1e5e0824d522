import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type {
  ContentChange,
  ContentCreation,
  contentQuery,
} from '../../../contract/content/calls.ts'
import { collections, type CollectionName } from '../../../contract/content/collections.ts'
import {
  draftSchema,
  isFixed,
  type AnyFields,
  type ItemName,
} from '../../../contract/content/items.ts'
import { fieldMessages } from '../../../contract/first-messages.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { DomainError, notFound, conflict, changeOrRefuse } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { newEditableRecord } from '../ids.ts'
import { isStale, staleConflict } from '../optimistic-lock.ts'
import { contains, paginate, parseSort } from '../pagination.ts'
import {
  addVersion,
  differingFields,
  type ItemRef,
  lockItem,
  moveTo,
  nextPosition,
  notPublic,
  readFields,
  renewContentVersion,
  saveDraft,
  selectItems,
  toItem,
  type StoredItem,
} from './content-items.ts'
import { readSitePaths } from './site-paths.ts'
import { deleteRows } from '../rows.ts'

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
    read: async (_ids, rows) => {
      const isSitePath = await readSitePaths(db)
      return rows.map((row) => toItem(row, isSitePath))
    },
  })
}

export async function get(db: Database, { collection, _id }: ItemRef) {
  const row = await selectItems(db, collection).where('content._id', '=', _id).executeTakeFirst()
  return row ? toItem(row, await readSitePaths(db)) : notFound(collections[collection].one)
}

/** Creates a draft at the end of its collection. Visitors do not see it. */
export async function create(
  db: Database,
  collection: CollectionName,
  { slug, draft }: ContentCreation,
  by: string,
) {
  const { one, label } = collections[collection]
  if (isFixed(collection))
    return conflict(`${label} cannot be added: each page has its own.`, 'slug')
  const fields = parseDraft({ collection, slug }, draft)
  if (fields instanceof DomainError) return fields
  const article = /^[aeiou]/.test(one) ? 'an' : 'a'
  const taken = () => conflict(`There is ${article} ${one} with this address already.`, 'slug')
  return changeOrRefuse(db, { taken }, async (transaction) => {
    const row: StoredItem = {
      ...newEditableRecord(),
      ...newItem(collection, slug, fields),
      position: await nextPosition(transaction, collection),
      updatedBy: by,
    }
    const { _id } = row
    await transaction.insertInto('content').values(row).execute()
    await addVersion(transaction, row, false)
    await recordHistory(transaction, { action: 'create', ...eventOn('content', _id, by) })
    return get(transaction, { collection, _id })
  })
}

/** The columns of an item that has never been public. */
export function newItem(collection: CollectionName, slug: string, fields: AnyFields) {
  return {
    collection,
    slug,
    ...derivedColumns.content({ collection, slug, fields }),
    version: 1,
    draft: JSON.stringify(fields),
    ...notPublic,
  }
}

/** Replaces the draft under the optimistic lock. If nothing differs, nothing is stored. */
export function update(db: Database, item: ItemRef, change: ContentChange, by: string) {
  const { draft, position, updatedAt } = change
  return changeItem(db, item, { updatedAt }, async (transaction, stored) => {
    const fields = parseDraft(stored, draft)
    if (fields instanceof DomainError) return fields
    const changed = differingFields(readFields(stored, stored.draft), fields)
    const isMoved = position !== undefined && position !== stored.position
    if (changed.length > 0) await saveDraft(transaction, stored, fields, by)
    if (isMoved) await moveTo(transaction, stored, position)
    const names = [...changed, ...(isMoved ? ['position'] : [])]
    if (names.length === 0) return undefined
    const event = eventOn('content', item._id, by)
    await recordHistory(transaction, { action: 'change', ...event, fields: names })
    return undefined
  })
}

/** Deletes an item with its versions. */
export async function remove(db: Database, item: ItemRef, by: string) {
  const { one, label } = collections[item.collection]
  if (isFixed(item.collection)) {
    return conflict(`${label} cannot be deleted: each page needs its own.`)
  }
  return inTransaction(db, async (transaction) => {
    const stored = await lockItem(transaction, item)
    if (!stored) return notFound(one)
    await deleteRows(transaction, 'content', { _id: item._id })
    await renewContentVersion(transaction)
    await recordHistory(transaction, { action: 'delete', ...eventOn('content', item._id, by) })
    return undefined
  })
}

/** Runs a change of a locked item and returns the changed item. */
export function changeItem(
  db: Database,
  item: ItemRef,
  expected: { updatedAt?: string | undefined },
  change: (transaction: Transaction, stored: StoredItem) => Promise<DomainError | undefined | void>,
) {
  const { one } = collections[item.collection]
  return inTransaction(db, async (transaction) => {
    const stored = await lockItem(transaction, item)
    if (!stored) return notFound(one)
    if (isStale(expected, stored)) return staleConflict(one, await get(transaction, item))
    return (await change(transaction, stored)) ?? get(transaction, item)
  })
}

/** Checks typed fields against the declaration of their item. They may be empty. */
export function parseDraft(item: ItemName, typed: AnyFields): AnyFields | DomainError {
  const { data, error } = draftSchema(item).safeParse(typed)
  if (data) return data
  const { '': whole, ...fields } = fieldMessages(error.issues)
  const wrong = { ...fields, ...(whole !== undefined && { draft: whole }) }
  const sentences = Object.entries(wrong).map(([name, message]) => `${name}: ${message}`)
  return new DomainError('invalid', `Please check: ${sentences.join('; ')}`, { fields: wrong })
}
