import type { Transaction } from 'kysely'

import type { Attachment, AttachmentInput, Decisions } from '../../contract/attachment.ts'
import type { ConsentId } from '../../contract/consent-wordings.ts'
import type { Edited } from '../../contract/endpoint.ts'
import type { ReferredNames } from '../database/search-text.ts'
import type { AttachmentsTable, Database, Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { read } from './attachment-list.ts'
import { change, changedFields, isOutdated, later, lockRecord, outdated } from './editing.ts'
import { remember, type Deed } from './history.ts'
import { newEditableRecord } from './record.ts'
import { newReferenceId } from './reference-id.ts'
import { guarded, invalidField, Refusal, unknown } from './refusal.ts'
import { addSearchTexts, renewSearchText } from './search-texts.ts'

/** What the forms give, checked by the contract. */
export type Answers = Omit<AttachmentInput, Flag>

type Flag = 'is_accepted' | 'is_archived'

export async function get(db: Database, _id: string): Promise<Attachment | Refusal> {
  return (await read(db, _id)) ?? unknown('application')
}

/** Stores an application that staff typed in. */
export function create(db: Database, input: AttachmentInput, by: string) {
  const work = () =>
    inTransaction(db, async (transaction) => {
      const stored = await store(transaction, input)
      if (stored instanceof Refusal) return stored
      const { _id } = stored
      await remember(transaction, { action: 'create', entity: 'attachment', record: _id, user: by })
      return get(transaction, _id)
    })
  return guarded(work, { taken: collision, missing: goneMeanwhile })
}

/** Replaces an application unless somebody else has changed it since its editor read it. */
export function update(db: Database, _id: string, input: AttachmentInput & Edited, by: string) {
  const work = () =>
    inTransaction(db, async (transaction) => {
      const stored = await lockRecord(transaction, 'attachments', _id)
      if (!stored) return unknown('application')
      if (isOutdated(input, stored)) return outdated('attachment', await read(transaction, _id))
      const names = await namesOf(transaction, input)
      if (names instanceof Refusal) return names
      const fields = changedFields(stored, input)
      if (fields.length > 0) {
        await change(transaction, 'attachments', _id, input, stored)
        await renewSearchText(transaction, { ...stored, ...input }, names)
        await remember(transaction, ...deeds(_id, fields, input, by))
      }
      return get(transaction, _id)
    })
  return guarded(work, { taken: collision, missing: goneMeanwhile })
}

export function remove(db: Database, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('attachments')
      .where('_id', '=', _id)
      .returning('_id')
      .executeTakeFirst()
    if (!deleted) return unknown('application')
    await remember(transaction, { action: 'delete', entity: 'attachment', record: _id, user: by })
    return deleted
  })
}

export async function toggleAccepted(db: Database, _id: string, by: string) {
  const is_accepted = await toggle(db, _id, 'is_accepted', by)
  if (is_accepted instanceof Refusal) return is_accepted
  return { is_accepted, message: is_accepted ? 'Application accepted' : 'Acceptance revoked' }
}

export async function toggleArchived(db: Database, _id: string, by: string) {
  const is_archived = await toggle(db, _id, 'is_archived', by)
  if (is_archived instanceof Refusal) return is_archived
  return {
    is_archived,
    message: is_archived ? 'Application archived' : 'Application unarchived',
  }
}

/** Sets the flags of many applications; answers which were not so before. */
export function decide(db: Database, { ids, ...flags }: Decisions, by: string) {
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .updateTable('attachments')
      // Writing the rows makes whoever else decides at this moment wait.
      .set((column) => ({ updatedAt: column.ref('updatedAt') }))
      .where('_id', 'in', ids)
      .returning(['_id', 'is_accepted', 'is_archived', 'updatedAt'])
      .execute()
    const changes = rows
      .map((row) => ({ ...row, fields: changedFields(row, flags) }))
      .filter(({ fields }) => fields.length > 0)
    const changed = changes.map(({ _id }) => _id)
    if (changed.length > 0) {
      await transaction
        .updateTable('attachments')
        .set({ ...flags, updatedAt: later(...changes.map(({ updatedAt }) => updatedAt)) })
        .where('_id', 'in', changed)
        .execute()
      await remember(
        transaction,
        ...changes.flatMap(({ _id, fields }) => deeds(_id, fields, flags, by)),
      )
    }
    return { changed, message: decisionMessage(changed.length, flags) }
  })
}

/** Stores the answers if what they refer to exists and belongs together. */
export async function store(
  transaction: Transaction<Tables>,
  answers: Answers & Partial<Pick<AttachmentInput, Flag>> & { consent?: ConsentId },
) {
  const names = await namesOf(transaction, answers)
  if (names instanceof Refusal) return names
  const record = newEditableRecord()
  const row: AttachmentsTable = {
    ...record,
    referenceId: newReferenceId(record.createdAt),
    is_accepted: false,
    is_archived: false,
    consent: null,
    consentedAt: answers.consent ? record.createdAt : null,
    ...answers,
  }
  await transaction.insertInto('attachments').values(row).execute()
  await addSearchTexts(transaction, [{ row, names }])
  return row
}

function toggle(db: Database, _id: string, flag: Flag, by: string) {
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', _id)
    if (!stored) return unknown('application')
    const flags = { [flag]: !stored[flag] }
    await change(transaction, 'attachments', _id, flags, stored)
    await remember(transaction, ...deeds(_id, [flag], flags, by))
    return !stored[flag]
  })
}

/** What the history says of a change: a decision has a word of its own. */
function deeds(_id: string, fields: string[], flags: Partial<Record<Flag, boolean>>, by: string) {
  const whose = { entity: 'attachment', record: _id, user: by } as const
  const answers = fields.filter((field) => field !== 'is_accepted' && field !== 'is_archived')
  const done: Deed[] = []
  if (answers.length > 0) done.push({ ...whose, action: 'change', fields: answers })
  if (fields.includes('is_accepted')) {
    done.push({ ...whose, action: flags.is_accepted ? 'accept' : 'revoke' })
  }
  if (fields.includes('is_archived')) {
    done.push({ ...whose, action: flags.is_archived ? 'archive' : 'unarchive' })
  }
  return done
}

function decisionMessage(
  number: number,
  { is_accepted, is_archived }: Pick<Decisions, 'is_accepted' | 'is_archived'>,
) {
  const words = [
    ...(is_accepted === undefined ? [] : [is_accepted ? 'accepted' : 'pending again']),
    ...(is_archived === undefined ? [] : [is_archived ? 'archived' : 'unarchived']),
  ]
  return `${number} application${number === 1 ? '' : 's'} ${words.join(' and ')}`
}

/**
 * The names of what the answers refer to, if all of it exists and belongs together. None of it is
 * renamed before the transaction ends, so that the search text is right.
 */
async function namesOf(
  db: Database,
  { institution, department, course }: Pick<Answers, 'institution' | 'department' | 'course'>,
): Promise<ReferredNames | Refusal> {
  const { courseOf, ...names } = await db
    .selectNoFrom((from) => [
      from
        .selectFrom('institutions')
        .select('name')
        .where('_id', '=', institution)
        .forShare()
        .as('institution'),
      from
        .selectFrom('departments')
        .select('name')
        .where('_id', '=', department)
        .forShare()
        .as('department'),
      from.selectFrom('courses').select('name').where('_id', '=', course).forShare().as('course'),
      from.selectFrom('courses').select('institution').where('_id', '=', course).as('courseOf'),
    ])
    .executeTakeFirstOrThrow()
  if (!names.institution) return invalidField('institution', 'Choose an institution from the list')
  if (!names.department) return invalidField('department', 'Choose a department from the list')
  if (!names.course) return invalidField('course', 'Choose a course from the list')
  if (courseOf !== institution) {
    return invalidField('course', 'Choose a course of the chosen institution')
  }
  return names
}

function goneMeanwhile() {
  return new Refusal(
    'conflict',
    'The institution, course or department has just been deleted. Please choose again.',
  )
}

function collision() {
  return new Refusal('conflict', 'This application could not be stored. Please try again.')
}
