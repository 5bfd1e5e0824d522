import type { Application, ApplicationInput } from '../../../contract/application/application.ts'
import { applyDecision, noOffer } from '../../../contract/application/decision.ts'
import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import { typedNameKeys } from '../../database/derived-columns.ts'
import { comparedColumns } from '../../database/person-keys.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { read } from './application-list.ts'
import { compareChanged, comparePending } from '../compare-applications.ts'
import { announceDecisions, historyEventsOf } from './decisions/apply-changes.ts'
import { placeError } from './decisions/decision-places.ts'
import { decisionErrorOf } from './decisions/decision-rules.ts'
import { contextOf, offerTermsOf, type Stored, undecided } from './decisions/decision-state.ts'
import { deleteUnattached } from '../documents/upload-rows.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { overwrite, changedFields, isStale, lockRecord, staleConflict } from '../optimistic-lock.ts'
import { movedExtra, shownSetOf } from '../extra-column.ts'
import { recordHistory, eventOn } from '../history.ts'
import { newEditableRecord, now } from '../ids.ts'
import { invalidField, DomainError, notFound, changeOrRefuse, conflict } from '../domain-error.ts'
import { reindexExtra } from '../questions/extra-values.ts'
import { renewSearchText } from '../search-texts.ts'
import { findLookupNames, storeApplication } from './store-application.ts'
import { deleteRows, updateRows } from '../rows.ts'

export async function get(db: Database, _id: string): Promise<Application | DomainError> {
  return (await read(db, _id)) ?? notFound('application')
}

/** Stores an application that staff typed in. */
export function create(db: Database, input: ApplicationInput, by: string) {
  const { intake = null, is_accepted = false, is_archived = false, ...answers } = input
  return changeOrRefuse(db, constraintErrors, async (transaction) => {
    const error = await intakeError(transaction, intake)
    if (error) return error
    const record = newEditableRecord()
    const { department } = answers
    const before = { ...record, ...undecided, intake, department }
    const context = await contextFor(transaction, before)
    const after = applyDecision(before, { is_accepted, is_archived }, context)
    const noPlace = await placeError(transaction, { before, after })
    if (noPlace) return noPlace
    const row = { ...record, ...answers, ...after, intake }
    const stored = await storeApplication(transaction, row)
    if (stored instanceof DomainError) return stored
    const { _id } = record
    await recordHistory(transaction, { action: 'create', ...eventOn('attachment', _id, by) })
    return get(transaction, _id)
  })
}

/** Replaces an application, unless somebody else has changed it since this user read it. */
export function update(
  db: Database,
  _id: string,
  input: ApplicationInput & ExpectedVersion,
  by: string,
) {
  return changeOrRefuse(db, constraintErrors, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', _id)
    if (!stored) return notFound('application')
    if (isStale(input, stored)) return staleConflict('application', await read(transaction, _id))
    const names = await findLookupNames(transaction, input)
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
      const extra = movedExtra(stored.extra, { from: stored.intake, to: intake })
      const questionSet = intake === stored.intake ? stored.questionSet : shownSetOf(extra)
      const own = { smsRefused, extra, questionSet }
      const changes = { ...answers, ...typedNameKeys(input), ...state, ...own }
      await overwrite(transaction, 'attachments', stored, changes)
      if (extra !== stored.extra) await reindexExtra(transaction, { _id, extra })
      await renewSearchText(transaction, { ...stored, ...answers }, names)
      if (fields.some((field) => comparedColumns.some((column) => column === field))) {
        await compareChanged(transaction, { ...stored, ...answers })
      }
      const changed = { action: 'change', ...eventOn('attachment', _id, by) } as const
      await recordHistory(
        transaction,
        ...(fields.length > 0 ? [{ ...changed, fields }] : []),
        ...historyEventsOf({ before: stored, after: state }, by),
      )
      await announceDecisions(transaction, [{ before: stored, after: state }])
    }
    return get(transaction, _id)
  })
}

/** Deletes an application, and the files of its documents. */
export async function remove(db: Database, documentStore: DocumentStore, _id: string, by: string) {
  const error = await inTransaction(db, async (transaction) => {
    if ((await deleteRows(transaction, 'attachments', { _id })) === 0)
      return notFound('application')
    await comparePending(transaction)
    await recordHistory(transaction, { action: 'delete', ...eventOn('attachment', _id, by) })
    return undefined
  })
  // If this fails, the hourly cleanup deletes the files.
  await deleteUnattached({ db, documentStore }).catch(() => {})
  return error
}

/**
 * Assigns an application to a user, or to nobody. Its `updatedAt` stays: the assignment changes nothing
 * that a colleague decides on, and retention counts from the last real change.
 */
export function assign(db: Database, _id: string, assignee: string | null, by: string) {
  return inTransaction(db, async (transaction) => {
    if (assignee !== null) {
      // The row lock prevents a deletion of the user until the commit.
      const user = await lockRecord(transaction, 'users', assignee)
      if (user?.role !== 'admin')
        return invalidField('user', 'Choose an administrator from the list')
    }
    const changed = await updateRows(transaction, 'attachments', { _id }, { assignee })
    if (changed === 0) return notFound('application')
    await recordHistory(transaction, { action: 'assign', ...eventOn('attachment', _id, by) })
    return get(transaction, _id)
  })
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

async function contextFor(transaction: Transaction, before: Stored) {
  return contextOf(before, await offerTermsOf(transaction, [before.intake]), now())
}

/** The error for an unknown intake. A row lock keeps the intake until the commit. */
async function intakeError(transaction: Transaction, intake: string | null) {
  if (intake === null) return undefined
  const found = await transaction
    .selectFrom('intakes')
    .select('_id')
    .where('_id', '=', intake)
    .forShare()
    .executeTakeFirst()
  return found ? undefined : invalidField('intake', 'Choose an intake from the list')
}

const constraintErrors = {
  taken: () => conflict('This application could not be stored. Please try again.'),
  missing: () =>
    conflict('The institution, course or department has just been deleted. Please choose again.'),
}
