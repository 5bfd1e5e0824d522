import { sql, type Transaction } from 'kysely'

import type {
  ContentHiding,
  ContentPublication,
  ContentRestoration,
  ContentVersion,
} from '../../../contract/content/calls.ts'
import { collections, type CollectionName } from '../../../contract/content/collections.ts'
import type { AnyFields } from '../../../contract/content/items.ts'
import { findProblems, type Problem, sentenceOf } from '../../../contract/content/problems.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { DomainError, invalidField, notFound } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { now } from '../ids.ts'
import { nextTimestamp } from '../optimistic-lock.ts'
import {
  differingFields,
  publicationOf,
  readFields,
  renewContentVersion,
  saveDraft,
  userOf,
  type StoredItem,
} from './content-items.ts'
import { changeItem, eventOf } from './content.ts'
import { findLostPicture } from './pictures.ts'
import { readSitePaths } from './site-paths.ts'

/**
 * Publishes the draft, now or at `publishAt`. Until then visitors see what was published before. Both
 * times replace those of an earlier call.
 */
export function publish(
  db: Database,
  collection: CollectionName,
  _id: string,
  publication: ContentPublication,
  by: string,
) {
  const { publishAt = null, hideAt = null, updatedAt } = publication ?? {}
  return changeItem(db, collection, _id, { updatedAt }, async (transaction, stored) => {
    const draft = readFields(collection, stored.draft)
    const problems = findProblems(collection, draft, await readSitePaths(transaction))
    if (problems.length > 0) return unpublishable(collection, problems)
    const lost = await findLostPicture(transaction, stored.draft)
    if (lost) return unpublishable(collection, [{ field: fieldWith(draft, lost), message: gone }])
    const time = now()
    const isLater = publishAt !== null && publishAt > time
    if (hideAt !== null && hideAt <= (isLater ? publishAt : time)) {
      return hiddenTooEarly()
    }
    const before = publicationOf(stored)
    await setPublication(transaction, stored, by, {
      ...(isLater
        ? { published: before.published, scheduled: stored.draft, publishAt }
        : { published: stored.draft, scheduled: null, publishAt: null }),
      publishedAt: isLater ? before.publishedAt : time,
      hideAt,
    })
    await transaction
      .updateTable('content_versions')
      .set({ published: true })
      .where('content', '=', _id)
      .where('version', '=', stored.version)
      .execute()
    await recordHistory(transaction, { ...eventOf(stored, by), action: 'publish' })
    return undefined
  })
}

/**
 * Hides an item and cancels its schedule. With `hideAt`, it stays public until then. The draft stays.
 */
export function hide(
  db: Database,
  collection: CollectionName,
  _id: string,
  hiding: ContentHiding,
  by: string,
) {
  const { hideAt = null, ...expected } = hiding ?? {}
  return changeItem(db, collection, _id, expected, async (transaction, stored) => {
    const time = now()
    const isHidden = stored.hideAt !== null && stored.hideAt <= time
    const isLater = hideAt !== null && hideAt > time
    if (stored.published === null && stored.scheduled === null) return undefined
    if (isLater && isHidden) return undefined
    if (isLater && stored.publishAt !== null && hideAt <= stored.publishAt) return hiddenTooEarly()
    await setPublication(transaction, stored, by, isLater ? { hideAt } : notPublic)
    await recordHistory(transaction, { ...eventOf(stored, by), action: 'hide' })
    return undefined
  })
}

export const notPublic = {
  published: null,
  scheduled: null,
  publishedAt: null,
  publishAt: null,
  hideAt: null,
}

/** Makes an older version the draft, as a new version. Visitors see no difference. */
export function restore(
  db: Database,
  collection: CollectionName,
  _id: string,
  { version, updatedAt }: ContentRestoration,
  by: string,
) {
  return changeItem(db, collection, _id, { updatedAt }, async (transaction, stored) => {
    const older = await transaction
      .selectFrom('content_versions')
      .select('draft')
      .where('content', '=', _id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!older) return notFound('version')
    const draft = readFields(collection, older.draft)
    const fields = differingFields(readFields(collection, stored.draft), draft)
    if (fields.length === 0) return undefined
    await saveDraft(transaction, stored, draft, by)
    await recordHistory(transaction, { ...eventOf(stored, by), action: 'restore', fields })
    return undefined
  })
}

/** The last versions of an item, newest first. */
export async function versions(
  db: Database,
  collection: CollectionName,
  _id: string,
): Promise<ContentVersion[] | DomainError> {
  const rows = await db
    .selectFrom('content_versions')
    .innerJoin('content', 'content._id', 'content_versions.content')
    .leftJoin('users', 'users._id', 'content_versions.updatedBy')
    .selectAll('content_versions')
    .select('users.name as userName')
    .where('content.collection', '=', collection)
    .where('content', '=', _id)
    .orderBy(sql.ref('content_versions.version'), 'desc')
    .execute()
  if (rows.length === 0) return notFound(collections[collection].one)
  const drafts = rows.map((row) => readFields(collection, row.draft))
  return rows.map((row, index) => ({
    version: row.version,
    updatedAt: row.updatedAt,
    updatedBy: userOf(row),
    published: row.published,
    fields: differingFields(drafts[index + 1] ?? {}, drafts[index]!),
    draft: drafts[index]!,
  }))
}

function hiddenTooEarly() {
  return invalidField('hideAt', 'Choose a time to hide it that is after it appears.')
}

type Publication = Pick<
  StoredItem,
  'published' | 'scheduled' | 'publishedAt' | 'publishAt' | 'hideAt'
>

async function setPublication(
  transaction: Transaction<Tables>,
  stored: StoredItem,
  by: string,
  publication: Partial<Publication>,
) {
  await transaction
    .updateTable('content')
    .set({ ...publication, updatedAt: nextTimestamp(stored.updatedAt), updatedBy: by })
    .where('_id', '=', stored._id)
    .execute()
  await renewContentVersion(transaction)
}

const gone = 'This picture is not stored. Please choose it again.'

function fieldWith(fields: AnyFields, text: string) {
  return Object.keys(fields).find((key) => JSON.stringify(fields[key]).includes(text)) ?? ''
}

function unpublishable(collection: CollectionName, problems: Problem[]) {
  const fields: Record<string, string> = {}
  for (const { field, message } of problems) fields[field] ??= message
  const sentences = problems.map((problem) => sentenceOf(collection, problem))
  const sentence = `This cannot be published yet. ${sentences.join(' ')}`
  return new DomainError('invalid', sentence, { fields })
}
