import { sql, type Transaction } from 'kysely'

import type { Attachment, AttachmentInput } from '../../../contract/application.ts'
import type { ConsentId } from '../../../contract/consent-wordings.ts'
import { outcome } from '../../../contract/decision.ts'
import type { Edited } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/languages.ts'
import { insert } from '../../database/insert.ts'
import { isAmong, prepared } from '../../database/prepared.ts'
import type { ReferredNames } from '../../database/search-text.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { read } from './application-list.ts'
import type { Flag } from './application-query.ts'
import { announceDecisions, deedsOf, refusalOf, undecided } from './decisions.ts'
import { change, changedFields, isOutdated, lockRecord, outdated } from '../optimistic-lock.ts'
import { remember } from '../audit-log.ts'
import { newEditableRecord, now } from '../ids.ts'
import { newReferenceId } from './reference-id.ts'
import { guarded, invalidField, Refusal, unknown } from '../domain-error.ts'
import { addSearchTexts, renewSearchText } from './search-texts.ts'

/** What the forms give, checked by the contract. */
type Answers = Omit<AttachmentInput, Flag>

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
      const names = (await referredBy(transaction, [input]))(input)
      if (names instanceof Refusal) return names
      const { is_accepted, is_archived, updatedAt: _, ...answers } = input
      const refusal = refusalOf(stored, { is_accepted, is_archived })
      if (refusal) return refusal
      const state = outcome(stored, { is_accepted, is_archived }, now())
      const fields = changedFields(stored, answers)
      if (fields.length > 0 || changedFields(stored, state).length > 0) {
        await change(transaction, 'attachments', _id, { ...answers, ...state }, stored)
        await renewSearchText(transaction, { ...stored, ...answers }, names)
        const changed = { action: 'change', entity: 'attachment', record: _id, user: by } as const
        await remember(
          transaction,
          ...(fields.length > 0 ? [{ ...changed, fields }] : []),
          ...deedsOf(_id, stored, state, by),
        )
        await announceDecisions(transaction, [{ before: stored, after: state }])
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

type ToStore = Answers &
  Partial<Pick<AttachmentInput, Flag>> & { consent?: ConsentId; language?: Language }

/** Stores the answers if what they refer to exists and belongs together. */
async function store(transaction: Transaction<Tables>, answers: ToStore) {
  const [stored] = await storeAll(transaction, [answers])
  return stored!
}

/** The same for the answers of several, in their order. */
export async function storeAll(transaction: Transaction<Tables>, some: ToStore[]) {
  const namesOf = await referredBy(transaction, some)
  const stored: (AttachmentsTable | Refusal)[] = []
  for (const answers of some) {
    const names = namesOf(answers)
    stored.push(names instanceof Refusal ? names : await add(transaction, answers, names))
  }
  return stored
}

async function add(transaction: Transaction<Tables>, answers: ToStore, names: ReferredNames) {
  const record = newEditableRecord()
  const row: AttachmentsTable = {
    ...record,
    referenceId: newReferenceId(record.createdAt),
    ...undecided,
    language: 'en',
    consent: null,
    consentedAt: answers.consent ? record.createdAt : null,
    // Staff have told an applicant whom they accept as they type in the application.
    last_told: answers.is_accepted ? 'accepted' : null,
    ...answers,
  }
  await insert(transaction, 'attachments', row)
  await addSearchTexts(transaction, [{ row, names }])
  return row
}

type Choices = Pick<Answers, 'institution' | 'department' | 'course'>

/** Rows of `kind`, the id, the name, and of a course its institution. */
const selectChosen = prepared((db, { ids }: { ids: readonly string[] }) => {
  const named = (kind: 'institutions' | 'departments') =>
    db
      .selectFrom(kind)
      .select([
        '_id',
        'name',
        sql<string>`${sql.lit(kind)}`.as('kind'),
        sql<string | null>`cast(null as uuid)`.as('of'),
      ])
      .where(isAmong(db, '_id', ids))
      .forShare()
      .as(kind)
  const courses = db
    .selectFrom('courses')
    .select([
      '_id',
      'name',
      sql<string>`'courses'`.as('kind'),
      sql<string | null>`institution`.as('of'),
    ])
    .where(isAmong(db, '_id', ids))
    .forShare()
    .as('courses')
  return db
    .selectFrom(courses)
    .selectAll()
    .unionAll(db.selectFrom(named('institutions')).selectAll())
    .unionAll(db.selectFrom(named('departments')).selectAll())
})

/**
 * Answers a function that gives the names of what some answers refer to, if all of it exists and
 * belongs together. None of it is renamed before the transaction ends, so that the search text is
 * right.
 */
async function referredBy(db: Database, some: readonly Choices[]) {
  const ids = new Set(
    some.flatMap(({ institution, department, course }) => [institution, department, course]),
  )
  const rows = await selectChosen(db, { ids: [...ids] })
  const found = new Map(rows.map((row) => [`${row.kind} ${row._id}`, row]))

  return (answers: Choices): ReferredNames | Refusal => {
    const institution = found.get(`institutions ${answers.institution}`)
    const department = found.get(`departments ${answers.department}`)
    const course = found.get(`courses ${answers.course}`)
    if (!institution) return invalidField('institution', 'Choose an institution from the list')
    if (!department) return invalidField('department', 'Choose a department from the list')
    if (!course) return invalidField('course', 'Choose a course from the list')
    if (course.of !== answers.institution) {
      return invalidField('course', 'Choose a course of the chosen institution')
    }
    return { institution: institution.name, department: department.name, course: course.name }
  }
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
