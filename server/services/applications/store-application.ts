import { sql } from 'kysely'

import type { ApplicationInput } from '../../../contract/application/application.ts'
import type { ContactBy } from '../../../contract/application/contact-by.ts'
import type { ConsentId } from '../../../contract/application/consent-wordings.ts'
import type { DecisionState } from '../../../contract/application/decision.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import type { Language } from '../../../contract/language/languages.ts'
import { typedNameKeys } from '../../database/derived-columns.ts'
import type { LookupKind } from '../../database/lookup-kinds.ts'
import { personKeys } from '../../database/person-keys.ts'
import { prepared } from '../../database/prepared.ts'
import type { LookupNames } from '../../database/search-text.ts'
import {
  type AttachmentsTable,
  type Database,
  withoutIntake,
  withoutTypedNames,
  type Transaction,
} from '../../database/tables.ts'
import type { Flag } from './application-counts.ts'
import { insertCompared } from '../compare-applications.ts'
import { undecided } from './decisions/decision-state.ts'
import { newEditableRecord } from '../ids.ts'
import { invalidAnswer, PublicError } from '../domain-error.ts'
import { type ExtraColumn, writeExtra } from '../extra-column.ts'
import { addSearchText } from '../search-texts.ts'
import { randomBase32 } from '../tokens.ts'

/** The answers of a form, validated by the contract. */
type Answers = Omit<ApplicationInput, Flag | 'intake'>

type StoredWith = '_id' | 'createdAt' | 'updatedAt' | 'intake' | 'arrivedLate' | 'questionSet'

type NewApplication = Answers &
  Partial<DecisionState> &
  Partial<Pick<AttachmentsTable, StoredWith>> & {
    extra?: ExtraColumn
    consent?: ConsentId
    language?: Language
    contact_by?: ContactBy
  }

/** Stores an application whose institution, department and course exist and fit together. */
export async function storeApplication(
  transaction: Transaction,
  { extra = {}, ...given }: NewApplication,
) {
  const names = await findLookupNames(transaction, given)
  if (names instanceof PublicError) return names
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
    sameAs: 0,
    extra: writeExtra(extra),
    questionSet: 0,
    consent: null,
    consentedAt: given.consent ? record.createdAt : null,
    // If staff type in an application as accepted, they have already told the applicant.
    last_told: given.is_accepted ? toldOf(given) : null,
    ...given,
    ...typedNameKeys(given),
    ...personKeys(given),
  }
  await insertCompared(transaction, row)
  await addSearchText(transaction, { row, names }, extra)
  return row
}

/**
 * A new reference ID, `SPH-YYYY-XXXXXXXX`: the year of `time` (ISO 8601) and 40 random bits. Input is
 * checked with `referenceIdPattern`, so change both together.
 */
export function newReferenceId(time: string) {
  return `SPH-${time.slice(0, 4)}-${randomBase32(8)}`
}

function toldOf({ answerBy }: Partial<DecisionState>) {
  return answerBy ? `offered ${answerBy}` : 'accepted'
}

type Choices = Pick<
  AttachmentsTable,
  'institution' | 'department' | 'course' | 'institution_name' | 'course_name'
>

/** Reads the chosen records. `of` is the institution of a course, and null for other kinds. */
const selectChosen = prepared((db, ids: Record<LookupKind, string | null>) => {
  const chosen = (kind: LookupKind, of = sql<string | null>`cast(null as uuid)`) => {
    const rows = db
      .selectFrom(`${kind}s`)
      .select(['name', sql<LookupKind>`${sql.lit(kind)}`.as('kind'), of.as('of')])
      .where('_id', '=', ids[kind])
      .forShare()
    return db.selectFrom(rows.as(kind)).selectAll()
  }
  return chosen('course', sql`institution`)
    .unionAll(chosen('institution'))
    .unionAll(chosen('department'))
})

/**
 * Finds the names of the institution, department and course that answers refer to, or an error if a
 * record is missing or does not fit. Row locks prevent a rename before the commit, so that search
 * texts have the right names.
 */
export async function findLookupNames(
  db: Database,
  answers: Choices,
): Promise<LookupNames | PublicError<Sentence>> {
  const { institution_name, course_name } = answers
  const rows = await selectChosen(db, {
    institution: answers.institution,
    department: answers.department,
    course: answers.course,
  })
  const rowOf = (kind: LookupKind) => rows.find((row) => row.kind === kind)
  const institution = rowOf('institution')
  const department = rowOf('department')
  const course = rowOf('course')
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
