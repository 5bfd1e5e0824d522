import type { UnlistedInput } from '../../../contract/application/unlisted.ts'
import { typedNameKeys } from '../../database/derived-columns.ts'
import type { AttachmentsTable, Database, Transaction } from '../../database/tables.ts'
import { DomainError, invalidField, notFound, changeOrRefuse, conflict } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { changedFields, lockRecord, overwrite } from '../optimistic-lock.ts'
import { entities } from '../reference-data/entities.ts'
import { newRow, untypedTables } from '../reference-data/entity-service.ts'
import { get } from './applications.ts'
import { renewSearchText } from '../search-texts.ts'
import { findLookupNames } from './store-application.ts'

type Kind = 'institution' | 'course'

/** Replaces the names that an applicant has typed by records of the list, which may be new ones. */
export function confirmUnlisted(db: Database, _id: string, input: UnlistedInput, by: string) {
  return changeOrRefuse(db, { taken, missing }, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', _id)
    if (!stored) return notFound('application')
    const error = errorOf(stored, input)
    if (error) return error
    const { course } = input
    const institution = input.institution ?? stored.institution
    const institutionId = await idOf(transaction, 'institution', institution, {}, by)
    const courseId = await idOf(transaction, 'course', course, { institution: institutionId }, by)
    const answers = {
      institution: institutionId,
      course: courseId,
      institution_name: null,
      course_name: course ? null : stored.course_name,
    }
    const names = await findLookupNames(transaction, { ...stored, ...answers })
    // Undoes the new records.
    if (names instanceof DomainError) throw names
    await overwrite(transaction, 'attachments', stored, { ...answers, ...typedNameKeys(answers) })
    await renewSearchText(transaction, { ...stored, ...answers }, names)
    const fields = changedFields(stored, answers)
    const event = eventOn('attachment', _id, by)
    await recordHistory(transaction, { action: 'change', ...event, fields })
    return get(transaction, _id)
  })
}

function errorOf(
  { institution_name, course_name }: AttachmentsTable,
  { institution, course }: UnlistedInput,
) {
  // An application with a typed institution has a typed course, too.
  if (course_name === null) {
    return conflict('The institution and the course of this application are in the list already.')
  }
  if (institution_name !== null && !institution) return invalidField('institution', 'Required')
  if (institution_name === null && institution) {
    return invalidField('institution', 'The institution of this application is in the list already')
  }
  if (typeof institution === 'object' && typeof course === 'string') {
    return invalidField('course', 'A new institution has no courses yet: give a name')
  }
  return undefined
}

/** The id of a chosen record, which is stored first if it is new; null without a choice. */
async function idOf(
  transaction: Transaction,
  kind: Kind,
  choice: UnlistedInput[Kind],
  columns: Record<string, string | null>,
  by: string,
) {
  if (typeof choice !== 'object' || choice === null) return choice ?? null
  const row = newRow(entities[kind], { ...choice, ...columns })
  await untypedTables(transaction).insertInto(entities[kind].table).values(row).execute()
  await recordHistory(transaction, { action: 'create', ...eventOn(kind, row._id, by) })
  return row._id
}

/** The error for a new record whose name another one has. */
function taken(constraint: string) {
  const kind = constraint.startsWith('courses') ? 'course' : 'institution'
  return conflict(entities[kind].unique['name']!, kind)
}

/** The error for a new course of an institution that is not in the list. */
function missing() {
  return invalidField('institution', 'Choose an institution from the list')
}
