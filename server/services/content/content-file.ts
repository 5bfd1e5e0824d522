import type {
  ContentFile,
  ContentImport,
  ContentImported,
} from '../../../contract/content/calls.ts'
import { collectionNames, type CollectionName } from '../../../contract/content/collections.ts'
import { fixedItemOf, isFixed, type AnyFields } from '../../../contract/content/items.ts'
import { findProblems, sentenceOf } from '../../../contract/content/problems.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { DomainError } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { newEditableRecord, now } from '../ids.ts'
import {
  addVersion,
  notPublic,
  publicationOf,
  readFields,
  renewContentVersion,
  saveDraft,
  type StoredItem,
} from './content-items.ts'
import { newItem, parseDraft } from './content.ts'
import { findLostPicture, picturesIn } from './pictures.ts'
import type { PublicationRow } from './public-content.ts'
import { sitePathsWith } from './site-paths.ts'
import { overwrite } from '../optimistic-lock.ts'
import { updateRows } from '../rows.ts'

type FileItem = ContentImport['items'][number]

/** All items in the order of the site, without ids, users and versions. */
export async function exportContent(db: Database, by: string): Promise<ContentFile> {
  const rows = await selectAll(db).execute()
  await recordHistory(db, { action: 'export', entity: 'content', user: by, count: rows.length })
  const inSiteOrder = collectionNames.flatMap((name) =>
    rows.filter(({ collection }) => collection === name),
  )
  const items = inSiteOrder.map(toFileItem)
  return { format: 1, items, pictures: await picturesIn(db, JSON.stringify(items)) }
}

interface ImportOptions {
  /** Refuses what visitors would see, or the rest of the file. */
  check: (rows: PublicationRow[]) => Promise<DomainError | undefined>
  importTexts: (transaction: Transaction) => Promise<ContentImported['messageTexts']>
}

/**
 * Makes the content equal to a file. Items are matched by collection and slug. Items that are not in
 * the file become drafts, so that nothing is lost. Nothing is stored if an item is wrong, or if `check`
 * refuses.
 */
export async function importContent(
  db: Database,
  { items, pictures = [] }: ContentImport,
  by: string,
  { check, importTexts }: ImportOptions,
) {
  const checked = checkItems(items)
  if (checked instanceof DomainError) return checked
  const refusal = await check(checked.map(asIfPublished))
  if (refusal) return refusal
  return inTransaction(db, async (transaction) => {
    const given = pictures.map(({ _id }) => _id)
    const lost = await findLostPicture(transaction, JSON.stringify(items), given)
    if (lost) return nothingImported(`The picture ${lost} is not in the file.`)
    for (const picture of pictures) {
      const row = { ...picture, createdAt: now() }
      await transaction
        .insertInto('pictures')
        .values(row)
        .onConflict((conflict) => conflict.column('_id').doNothing())
        .execute()
    }
    const stored = new Map(
      (await selectAll(transaction).forUpdate().execute()).map((row) => [keyOf(row), reshape(row)]),
    )
    const counts = { new: 0, changed: 0, unchanged: 0, hidden: 0 }
    const positions = new Map<CollectionName, number>()
    for (const item of checked) {
      const position = (positions.get(item.collection) ?? 0) + 1
      positions.set(item.collection, position)
      counts[await store(transaction, { ...item, position }, stored.get(keyOf(item)), by)]++
      stored.delete(keyOf(item))
    }
    counts.hidden = await hideOthers(transaction, [...stored.values()], positions, by)
    await renewContentVersion(transaction)
    const messageTexts = await importTexts(transaction)
    const count = items.length
    await recordHistory(transaction, { action: 'import', entity: 'content', user: by, count })
    const { new: added, changed, unchanged, hidden } = counts
    const message = `${added} new, ${changed} changed, ${unchanged} unchanged, ${hidden} hidden`
    return { message: [message, ...textsMessage(messageTexts)].join(', '), counts, messageTexts }
  })
}

function textsMessage(texts: ContentImported['messageTexts']) {
  if (!texts) return []
  const { changed, left } = texts
  const notFound = left > 0 ? [`${left} of intakes that do not exist here left out`] : []
  return [`${changed} message texts changed`, ...notFound]
}

/** An item of the file, with its fields as JSON in the shape of this version. */
type CheckedItem = Pick<StoredItem, keyof ReturnType<typeof newItem>>

function asIfPublished(item: CheckedItem): PublicationRow {
  const published = item.scheduled ?? item.published
  return { ...item, published, scheduled: null, publishedAt: null, publishAt: null, hideAt: null }
}

function checkItems(items: FileItem[]): CheckedItem[] | DomainError {
  const isSitePath = sitePathsWith(items.filter((item) => item.published ?? item.scheduled))
  const keys = new Set<string>()
  const checked: CheckedItem[] = []
  for (const item of items) {
    const { collection, slug } = item
    if (keys.has(keyOf(item))) return wrongItem(item, 'It is in the file twice.')
    keys.add(keyOf(item))
    if (isFixed(collection) && !fixedItemOf(item))
      return wrongItem(item, 'No page has these texts.')
    const draft = parseDraft(item, item.draft)
    if (draft instanceof DomainError) return wrongItem(item, draft.message)
    const [published, scheduled] = [item.published, item.scheduled].map((fields) =>
      fields === null ? null : publishable(fields),
    )
    if (published instanceof DomainError) return published
    if (scheduled instanceof DomainError) return scheduled
    if (scheduled && item.publishAt === null) return wrongItem(item, 'It has no time to appear.')
    checked.push({
      ...newItem(collection, slug, draft),
      published: jsonOf(published),
      scheduled: jsonOf(scheduled),
      publishAt: scheduled ? item.publishAt : null,
      hideAt: isFixed(collection) ? null : item.hideAt,
    })

    function publishable(typed: AnyFields) {
      const fields = parseDraft(item, typed)
      if (fields instanceof DomainError) return wrongItem(item, fields.message)
      const [problem] = findProblems(item, fields, isSitePath)
      return problem ? wrongItem(item, sentenceOf(item, problem)) : fields
    }
  }
  return checked
}

const jsonOf = (fields: AnyFields | null | undefined) => (fields ? JSON.stringify(fields) : null)

function wrongItem({ collection, slug }: FileItem, why: string) {
  return nothingImported(`${collection}/${slug}: ${why}`)
}

export function nothingImported(why: string) {
  const message = `Nothing was imported. ${why}`
  return new DomainError('invalid', message, { fields: { items: message } })
}

async function store(
  transaction: Transaction,
  item: CheckedItem & { position: number },
  stored: StoredItem | undefined,
  by: string,
) {
  const { draft, published, scheduled, publishAt, hideAt, position } = item
  const publishedAt = published === null ? null : now()
  if (!stored) {
    const row = { ...newEditableRecord(), ...item, publishedAt, updatedBy: by }
    await transaction.insertInto('content').values(row).execute()
    await addVersion(transaction, row, published !== null && published === draft)
    return 'new' as const
  }
  const before = JSON.stringify([stored.draft, stored.position, publicationIn(stored)])
  const after = JSON.stringify([draft, position, { published, scheduled, publishAt, hideAt }])
  if (before === after) return 'unchanged' as const
  const row =
    stored.draft === draft
      ? stored
      : await saveDraft(transaction, stored, readFields(item, draft), by)
  const publication = { published, scheduled, publishAt, hideAt, publishedAt }
  const columns = { ...publication, position, updatedBy: by }
  await overwrite(transaction, 'content', row, columns)
  return 'changed' as const
}

/**
 * Hides public items that are not in the file, behind the others of their collection. Page texts that are
 * not in it stay: files of version 0.2.0 have none.
 */
async function hideOthers(
  transaction: Transaction,
  others: StoredItem[],
  positions: Map<CollectionName, number>,
  by: string,
) {
  let hidden = 0
  const hideable = others.filter(({ collection }) => !isFixed(collection))
  for (const { _id, collection, published, scheduled, updatedAt } of hideable) {
    const position = (positions.get(collection) ?? 0) + 1
    positions.set(collection, position)
    if (published === null && scheduled === null) {
      await updateRows(transaction, 'content', { _id }, { position })
      continue
    }
    hidden++
    const columns = { position, ...notPublic, updatedBy: by }
    await overwrite(transaction, 'content', { _id, updatedAt }, columns)
  }
  return hidden
}

function selectAll(db: Database) {
  return db.selectFrom('content').selectAll().orderBy('position').orderBy('_id')
}

/** A row with its fields in the shape of this version, as those of a file are. */
function reshape(row: StoredItem): StoredItem {
  const { draft, scheduled } = row
  const { published } = publicationOf(row)
  const shape = (json: string) => JSON.stringify(readFields(row, json))
  return {
    ...row,
    draft: shape(draft),
    published: published && shape(published),
    scheduled: scheduled && shape(scheduled),
  }
}

function toFileItem(row: StoredItem) {
  const { collection, slug, draft } = row
  const { published, scheduled, ...times } = publicationIn(row)
  const read = (json: string | null) => (json === null ? null : readFields(row, json))
  return {
    collection,
    slug,
    draft: readFields(row, draft),
    published: read(published),
    scheduled: read(scheduled),
    ...times,
  }
}

/** The publication of an item without times that have passed. */
function publicationIn(row: StoredItem) {
  const { published, scheduled } = publicationOf(row)
  const publishAt = scheduled === null ? null : row.publishAt
  return { published, scheduled, publishAt, hideAt: row.hideAt }
}

const keyOf = ({ collection, slug }: { collection: string; slug: string }) =>
  `${collection}/${slug}`
