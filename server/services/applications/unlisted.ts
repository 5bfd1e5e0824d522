import type { Application } from '../../../contract/application/application.ts'
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

/**
 * Replaces the names that an applicant has typed by records of the list, which may be new ones. All
 * errors but a taken name are found before the first write, because returning an error undoes nothing.
 */
export function confirmUnlisted(
  db: Database,
  _id: string,
  input: UnlistedInput,
  by: string,
): Promise<Application | DomainError> {
  return changeOrRefuse(db, { taken }, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', _id)
    if (!stored) return notFound('application')
    const error = errorOf(stored, input)
    if (error) return error

    const chosen = { institution: listedId(input.institution), course: listedId(input.course) }
    const added = newRows(input, chosen.institution ?? stored.institution)
    // Until they are stored, the new records count as typed.
    const typed = {
      institution_name: input.institution ? (added.institution?.name ?? null) : null,
      course_name: input.course ? (added.course?.name ?? null) : stored.course_name,
    }
    const before = { ...stored, ...typed }
    before.institution = chosen.institution ?? stored.institution
    before.course = chosen.course
    const names = await findLookupNames(transaction, before)
    if (names instanceof DomainError) return names

    await store(transaction, 'institution', added.institution, by)
    await store(transaction, 'course', added.course, by)
    const answers = {
      institution: added.institution?._id ?? before.institution,
      course: added.course?._id ?? before.course,
      institution_name: null,
      course_name: input.course ? null : stored.course_name,
    }
    const columns = { ...answers, ...typedNameKeys(answers) }
    await overwrite(transaction, 'attachments', stored, columns)
    await renewSearchText(transaction, { ...stored, ...answers }, names)
    const fields = changedFields(stored, answers)
    const subject = eventOn('attachment', _id, by)
    await recordHistory(transaction, { action: 'change', ...subject, fields })
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

function listedId(choice: UnlistedInput[Kind]) {
  return typeof choice === 'string' ? choice : null
}

/** The rows of the records to add. */
function newRows({ institution, course }: UnlistedInput, listedInstitution: string | null) {
  const added = typeof institution === 'object' && institution ? institution : null
  const institutionRow = added && rowOf('institution', added)
  const ofCourse = { institution: institutionRow?._id ?? listedInstitution }
  const courseRow =
    typeof course === 'object' && course ? rowOf('course', { ...course, ...ofCourse }) : null
  return { institution: institutionRow, course: courseRow }
}

function rowOf(kind: Kind, input: { name: string } & Record<string, string | null>) {
  return { ...newRow(entities[kind], input), name: input.name }
}

async function store(
  transaction: Transaction,
  kind: Kind,
  row: ReturnType<typeof rowOf> | null,
  by: string,
) {
  if (!row) return
  await untypedTables(transaction).insertInto(entities[kind].table).values(row).execute()
  await recordHistory(transaction, { action: 'create', ...eventOn(kind, row._id, by) })
}

/** The error for a new record whose name another one has. */
function taken(constraint: string) {
  const kind = constraint.startsWith('courses') ? 'course' : 'institution'
  return conflict(entities[kind].unique['name']!, kind)
}
