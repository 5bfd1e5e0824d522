import { sql, type Transaction } from 'kysely'

import type { Application, ApplicationInput } from '../../../contract/application.ts'
import type { ContactBy } from '../../../contract/contact-by.ts'
import type { ConsentId } from '../../../contract/consent-wordings.ts'
import { applyDecision, type DecisionState, noOffer } from '../../../contract/decision.ts'
import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import type { Sentence } from '../../../contract/kiswahili.ts'
import type { Language } from '../../../contract/languages.ts'
import { typedNameKeys } from '../../database/derived-columns.ts'
import { insert } from '../../database/insert.ts'
import type { LookupKind } from '../../database/lookup-kinds.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import type { LookupNames } from '../../database/search-text.ts'
import {
  type AttachmentsTable,
  type Database,
  type Tables,
  withoutIntake,
  withoutTypedNames,
} from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { read } from './application-list.ts'
import type { Flag } from './status-conditions.ts'
import { announceDecisions, historyEventsOf } from './decisions/decision-events.ts'
import { placeError } from './decisions/decision-places.ts'
import { decisionErrorOf } from './decisions/decision-rules.ts'
import { contextOf, offerTermsOf, type Stored, undecided } from './decisions/decision-state.ts'
import { deleteUnattached } from '../documents/cleanup.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { overwrite, changedFields, isStale, lockRecord, staleConflict } from '../optimistic-lock.ts'
import { recordHistory } from '../history.ts'
import { newEditableRecord, now } from '../ids.ts'
import { newReferenceId } from './reference-id.ts'
import {
  DomainError,
  invalidAnswer,
  invalidField,
  mapConstraintErrors,
  notFound,
  type PublicError,
} from '../domain-error.ts'
import { addSearchTexts, renewSearchText } from '../search-texts.ts'

/** The answers of a form, validated by the contract. */
type Answers = Omit<ApplicationInput, Flag | 'intake'>

export async function get(db: Database, _id: string): Promise<Application | DomainError> {
  return (await read(db, _id)) ?? notFound('application')
}

/** Stores an application that staff typed in. */
export function create(db: Database, input: ApplicationInput, by: string) {
  const { intake = null, is_accepted = false, is_archived = false, ...answers } = input
  const work = () =>
    inTransaction(db, async (transaction) => {
      const error = await intakeError(transaction, intake)
      if (error) return error
      const record = newEditableRecord()
      const { department } = answers
      const before = { ...record, ...undecided, intake, department }
      const context = await contextFor(transaction, before)
      const after = applyDecision(before, { is_accepted, is_archived }, context)
      const noPlace = await placeError(transaction, { before, after })
      if (noPlace) return noPlace
      const [stored] = await storeAll(transaction, [{ ...record, ...answers, ...after, intake }])
      if (stored instanceof DomainError) return stored
      const { _id } = record
      await recordHistory(transaction, {
        action: 'create',
        entity: 'attachment',
        record: _id,
        user: by,
      })
      return get(transaction, _id)
    })
  return mapConstraintErrors(work, { taken: collision, missing: goneMeanwhile })
}

/** Replaces an application, unless somebody else has changed it since this user read it. */
export function update(
  db: Database,
  _id: string,
  input: ApplicationInput & ExpectedVersion,
  by: string,
) {
  const work = () =>
    inTransaction(db, async (transaction) => {
      const stored = await lockRecord(transaction, 'attachments', _id)
      if (!stored) return notFound('application')
      if (isStale(input, stored)) return staleConflict('application', await read(transaction, _id))
      const names = (await findLookupNames(transaction, [input]))(input)
      if (names instanceof DomainError) return names
      const { is_accepted = stored.is_accepted, is_archived, updatedAt: _, ...others } = input
      const { intake = stored.intake, ...rest } = others
      const answers = { ...rest, intake }
      const decision = { is_accepted, is_archived }
      const error = decisionErrorOf(stored, decision) ?? (await intakeError(transaction, intake))
      if (error) return error
      const before = movedTo(stored, answers)
      const state = applyDecision(before, decision, await contextFor(transaction, before))
      const isMoved = before.department !== stored.department
      const noPlace = await placeError(transaction, { before, after: state }, isMoved)
      if (noPlace) return noPlace
      const fields = changedFields(stored, answers)
      if (fields.length > 0 || changedFields(stored, state).length > 0) {
        const isSameNumber = answers.phone_number === stored.phone_number
        const smsRefused = isSameNumber ? stored.smsRefused : null
        const keys = typedNameKeys(input)
        const changes = { ...answers, ...keys, ...state, smsRefused }
        await overwrite(transaction, 'attachments', _id, changes, stored)
        await renewSearchText(transaction, { ...stored, ...answers }, names)
        const changed = { action: 'change', entity: 'attachment', record: _id, user: by } as const
        await recordHistory(
          transaction,
          ...(fields.length > 0 ? [{ ...changed, fields }] : []),
          ...historyEventsOf({ before: stored, after: state }, by),
        )
        await announceDecisions(transaction, [{ before: stored, after: state }])
      }
      return get(transaction, _id)
    })
  return mapConstraintErrors(work, { taken: collision, missing: goneMeanwhile })
}

/** Deletes an application, and the files of its documents. */
export async function remove(db: Database, documentStore: DocumentStore, _id: string, by: string) {
  const removed = await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('attachments')
      .where('_id', '=', _id)
      .returning('_id')
      .executeTakeFirst()
    if (!deleted) return notFound('application')
    await recordHistory(transaction, {
      action: 'delete',
      entity: 'attachment',
      record: _id,
      user: by,
    })
    return deleted
  })
  // If this fails, the hourly cleanup deletes the files.
  await deleteUnattached({ db, documentStore }).catch(() => {})
  return removed
}

type ToStore = Answers &
  Partial<DecisionState> &
  Partial<Pick<AttachmentsTable, '_id' | 'createdAt' | 'updatedAt' | 'intake' | 'arrivedLate'>> & {
    consent?: ConsentId
    language?: Language
    contact_by?: ContactBy
  }

/**
 * Stores applications whose institution, department and course exist and fit together. The results
 * are in the order of the applications.
 */
export async function storeAll(transaction: Transaction<Tables>, some: ToStore[]) {
  const namesOf = await findLookupNames(transaction, some)
  const stored: (AttachmentsTable | PublicError<Sentence>)[] = []
  for (const answers of some) {
    const names = namesOf(answers)
    stored.push(names instanceof DomainError ? names : await add(transaction, answers, names))
  }
  return stored
}

async function add(transaction: Transaction<Tables>, answers: ToStore, names: LookupNames) {
  const record = newEditableRecord()
  const row: AttachmentsTable = {
    ...record,
    referenceId: newReferenceId(record.createdAt),
    ...withoutTypedNames,
    ...withoutIntake,
    ...undecided,
    language: 'en',
    contact_by: 'email',
    smsRefused: null,
    consent: null,
    consentedAt: answers.consent ? record.createdAt : null,
    // If staff type in an application as accepted, they have already told the applicant.
    last_told: answers.is_accepted ? toldOf(answers) : null,
    ...answers,
    ...typedNameKeys(answers),
  }
  await insert(transaction, 'attachments', row)
  await addSearchTexts(transaction, [{ row, names }])
  return row
}

function toldOf({ answerBy }: Partial<DecisionState>) {
  return answerBy ? `offered ${answerBy}` : 'accepted'
}

/** The application in another intake or department. It has to take a place there. */
function movedTo(
  stored: Stored,
  { intake, department }: Pick<Stored, 'intake' | 'department'>,
): Stored {
  const moved = { ...stored, intake, department }
  // The applicant has to answer anew for other dates.
  if (intake !== stored.intake) return { ...moved, ...noOffer, is_accepted: false }
  return moved
}

async function contextFor(transaction: Transaction<Tables>, before: Stored) {
  return contextOf(before, await offerTermsOf(transaction, [before.intake]), now())
}

/** The error for an unknown intake. A row lock keeps the intake until the commit. */
async function intakeError(transaction: Transaction<Tables>, intake: string | null) {
  if (intake === null) return undefined
  const found = await transaction
    .selectFrom('intakes')
    .select('_id')
    .where('_id', '=', intake)
    .forShare()
    .executeTakeFirst()
  return found ? undefined : invalidField('intake', 'Choose an intake from the list')
}

type Choices = Pick<
  AttachmentsTable,
  'institution' | 'department' | 'course' | 'institution_name' | 'course_name'
>

/** Reads the chosen records. `of` is the institution of a course, and null for other kinds. */
const selectChosen = prepared((db, { ids }: { ids: readonly string[] }) => {
  const chosenIn = (kind: `${LookupKind}s`, of = sql<string | null>`cast(null as uuid)`) => {
    const rows = db
      .selectFrom(kind)
      .select(['_id', 'name', sql<string>`${sql.lit(kind)}`.as('kind'), of.as('of')])
      .where(anyOf(db, '_id', ids))
      .forShare()
    return db.selectFrom(rows.as(kind)).selectAll()
  }
  return chosenIn('courses', sql`institution`)
    .unionAll(chosenIn('institutions'))
    .unionAll(chosenIn('departments'))
})

/**
 * Reads the institutions, departments and courses that answers refer to. Returns a function that
 * finds the three names for one application, or an error if a record is missing or does not fit.
 * Row locks prevent a rename before the commit, so that search texts have the right names.
 */
export async function findLookupNames(db: Database, some: readonly Choices[]) {
  const ids = new Set(
    some.flatMap(({ institution, department, course }) =>
      [institution, department, course].filter((id) => id !== null),
    ),
  )
  const rows = await selectChosen(db, { ids: [...ids] })
  const found = new Map(rows.map((row) => [`${row.kind} ${row._id}`, row]))

  return (answers: Choices): LookupNames | PublicError<Sentence> => {
    const institution = found.get(`institutions ${answers.institution}`)
    const department = found.get(`departments ${answers.department}`)
    const course = found.get(`courses ${answers.course}`)
    const { institution_name, course_name } = answers
    if (!institution && institution_name === null) {
      return invalidAnswer('institution', 'Choose an institution from the list')
    }
    if (!department) return invalidAnswer('department', 'Choose a department from the list')
    if (!course && course_name === null) {
      return invalidAnswer('course', 'Choose a course from the list')
    }
    if (course && course.of !== answers.institution) {
      return invalidAnswer('course', 'Choose a course of the chosen institution')
    }
    return {
      institution: institution?.name ?? institution_name,
      department: department.name,
      course: course?.name ?? course_name,
    }
  }
}

function goneMeanwhile() {
  return new DomainError(
    'conflict',
    'The institution, course or department has just been deleted. Please choose again.',
  )
}

function collision() {
  return new DomainError('conflict', 'This application could not be stored. Please try again.')
}
