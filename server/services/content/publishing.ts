import { sql } from 'kysely'

import type {
  ContentHiding,
  ContentPublication,
  ContentRestoration,
  ContentVersion,
} from '../../../contract/content/calls.ts'
import { collections } from '../../../contract/content/collections.ts'
import { isFixed, type AnyFields, type ItemName } from '../../../contract/content/items.ts'
import { findProblems, type Problem, sentenceOf } from '../../../contract/content/problems.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { conflict, DomainError, invalidField, notFound } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { now } from '../ids.ts'
import {
  differingFields,
  type ItemRef,
  notPublic,
  publicationOf,
  readFields,
  renewContentVersion,
  saveDraft,
  type StoredItem,
} from './content-items.ts'
import { changeItem } from './content.ts'
import { findLostPicture } from './pictures.ts'
import { readSitePaths } from './site-paths.ts'
import { overwrite } from '../optimistic-lock.ts'
import { updateRows, findRow } from '../rows.ts'
import { userOf } from '../user-of.ts'

/**
 * Publishes the draft, now or at `publishAt`. Until then visitors see what was published before. Both
 * times replace those of an earlier call.
 */
export async function publish(
  db: Database,
  item: ItemRef,
  publication: ContentPublication,
  by: string,
) {
  const { publishAt = null, hideAt = null, updatedAt } = publication ?? {}
  if (hideAt !== null && isFixed(item.collection)) return cannotBeHidden()
  return changeItem(db, item, { updatedAt }, async (transaction, stored) => {
    const draft = readFields(stored, stored.draft)
    const problems = findProblems(stored, draft, await readSitePaths(transaction))
    if (problems.length > 0) return unpublishable(stored, problems)
    const lost = await findLostPicture(transaction, stored.draft)
    if (lost)
      return unpublishable(stored, [{ field: fieldWith(draft, lost), message: lostPicture }])
    const time = now()
    const isLater = publishAt !== null && publishAt > time
    if (hideAt !== null && hideAt <= (isLater ? publishAt : time)) return hiddenTooEarly()
    const before = publicationOf(stored)
    await setPublication(transaction, stored, by, {
      ...(isLater
        ? { published: before.published, scheduled: stored.draft, publishAt }
        : { published: stored.draft, scheduled: null, publishAt: null }),
      publishedAt: isLater ? before.publishedAt : time,
      hideAt,
    })
    const version = { content: item._id, version: stored.version }
    await updateRows(transaction, 'content_versions', version, { published: true })
    await recordHistory(transaction, { action: 'publish', ...eventOn('content', item._id, by) })
    return undefined
  })
}

/**
 * Hides an item and cancels its schedule. With `hideAt`, it stays public until then. The draft stays.
 */
export async function hide(db: Database, item: ItemRef, hiding: ContentHiding, by: string) {
  const { hideAt = null, ...expected } = hiding ?? {}
  if (isFixed(item.collection)) return cannotBeHidden()
  return changeItem(db, item, expected, async (transaction, stored) => {
    const time = now()
    const isHidden = stored.hideAt !== null && stored.hideAt <= time
    const isLater = hideAt !== null && hideAt > time
    if (stored.published === null && stored.scheduled === null) return undefined
    if (isLater && isHidden) return undefined
    if (isLater && stored.publishAt !== null && hideAt <= stored.publishAt) return hiddenTooEarly()
    await setPublication(transaction, stored, by, isLater ? { hideAt } : notPublic)
    await recordHistory(transaction, { action: 'hide', ...eventOn('content', item._id, by) })
    return undefined
  })
}

/** Makes an older version the draft, as a new version. Visitors see no difference. */
export function restore(db: Database, item: ItemRef, restoration: ContentRestoration, by: string) {
  const { version, updatedAt } = restoration
  return changeItem(db, item, { updatedAt }, async (transaction, stored) => {
    const older = await findRow(transaction, 'content_versions', { content: item._id, version })
    if (!older) return notFound('version')
    const draft = readFields(stored, older.draft)
    const fields = differingFields(readFields(stored, stored.draft), draft)
    if (fields.length === 0) return undefined
    await saveDraft(transaction, stored, draft, by)
    const event = eventOn('content', item._id, by)
    await recordHistory(transaction, { action: 'restore', ...event, fields })
    return undefined
  })
}

/** The last versions of an item, newest first. */
export async function versions(
  db: Database,
  { collection, _id }: ItemRef,
): Promise<ContentVersion[] | DomainError> {
  const rows = await db
    .selectFrom('content_versions')
    .innerJoin('content', 'content._id', 'content_versions.content')
    .leftJoin('users', 'users._id', 'content_versions.updatedBy')
    .selectAll('content_versions')
    .select(['users.name as userName', 'content.slug'])
    .where('content.collection', '=', collection)
    .where('content', '=', _id)
    .orderBy(sql.ref('content_versions.version'), 'desc')
    .execute()
  if (rows.length === 0) return notFound(collections[collection].one)
  const drafts = rows.map(({ slug, draft }) => readFields({ collection, slug }, draft))
  return rows.map((row, index) => ({
    version: row.version,
    updatedAt: row.updatedAt,
    updatedBy: userOf(row.updatedBy, row.userName),
    published: row.published,
    fields: differingFields(drafts[index + 1] ?? {}, drafts[index]!),
    draft: drafts[index]!,
  }))
}

/** Pages need their texts. */
function cannotBeHidden() {
  return conflict('The texts of a page cannot be hidden.', 'hideAt')
}

function hiddenTooEarly() {
  return invalidField('hideAt', 'Choose a time to hide it that is after it appears.')
}

async function setPublication(
  transaction: Transaction,
  stored: StoredItem,
  by: string,
  publication: Partial<StoredItem>,
) {
  await overwrite(transaction, 'content', stored, { ...publication, updatedBy: by })
  await renewContentVersion(transaction)
}

const lostPicture = 'This picture is not stored. Please choose it again.'

function fieldWith(fields: AnyFields, text: string) {
  return Object.keys(fields).find((key) => JSON.stringify(fields[key]).includes(text)) ?? ''
}

function unpublishable(item: ItemName, problems: Problem[]) {
  const fields: Record<string, string> = {}
  for (const { field, message } of problems) fields[field] ??= message
  const sentences = problems.map((problem) => sentenceOf(item, problem))
  const sentence = `This cannot be published yet. ${sentences.join(' ')}`
  return new DomainError('invalid', sentence, { fields })
}

/** Problems of published items, such as a link to a page that exists no more. One per item. */
export async function publishedProblems(db: Database, at: number) {
  const isSitePath = await readSitePaths(db)
  const rows = await db.selectFrom('content').selectAll().orderBy('_id').execute()
  return rows.flatMap((row) => {
    const { collection, slug } = row
    const { published } = publicationOf(row, at)
    if (published === null) return []
    const [problem] = findProblems(row, readFields(row, published), isSitePath)
    return problem ? [`${collection}/${slug}: ${sentenceOf(row, problem)}`] : []
  })
}
