import { sql, type Selectable } from 'kysely'

import type {
  Attachment,
  AttachmentCounts,
  AttachmentInput,
  AttachmentQuery,
} from '../../contract/attachment.ts'
import type { AttachmentsTable, Database } from '../database/tables.ts'
import { contains, listOf, orderOf, textOrder } from './list.ts'
import { newRecord, now } from './record.ts'
import { newReferenceId } from './reference-id.ts'
import { withReferences } from './references.ts'
import { guarded, invalidField, Refusal, unknown } from './refusal.ts'

/** What the forms give, checked by the contract. */
export type Answers = Omit<AttachmentInput, 'is_accepted' | 'is_archived'>

const order = {
  first_name: sql`lower(attachments.first_name || ' ' || attachments.last_name)`,
  email: textOrder('attachments.email'),
  institution: textOrder('institutions.name'),
  course: textOrder('courses.name'),
  department: textOrder('departments.name'),
  year_of_study: sql.ref('attachments.year_of_study'),
  status: sql`case when attachments.is_archived then 2 when attachments.is_accepted then 1 else 0 end`,
  createdAt: sql.ref('attachments._id'),
}

/** Names with and without the middle one, because people are looked for by either. */
const searched = [
  'attachments.first_name',
  'attachments.last_name',
  'attachments.first_name',
  'attachments.middle_name',
  'attachments.last_name',
  'attachments.email',
  'institutions.name',
  'courses.name',
  'departments.name',
  'attachments.referenceId',
]

export function list(db: Database, query: AttachmentQuery) {
  let rows = attachments(db)
  if (query.view) rows = rows.where('is_archived', '=', query.view === 'archived')
  if (query.status) rows = rows.where((column) => column.and(statuses[query.status!]))
  else if (!query.view && query.includeArchived === 'false') {
    rows = rows.where('is_archived', '=', false)
  }
  for (const key of ['institution', 'course', 'department'] as const) {
    if (query[key]) rows = rows.where(`attachments.${key}`, '=', query[key])
  }
  if (query.q) rows = rows.where(contains(query.q, searched))
  const newestFirst = orderOf(query.sort, order, '-createdAt')
  return listOf(rows, newestFirst, sql.ref('attachments._id'), shape)
}

export async function get(db: Database, _id: string): Promise<Attachment | Refusal> {
  const found = await attachments(db).where('attachments._id', '=', _id).executeTakeFirst()
  return found ? shape(found) : unknown('application')
}

/** Stores an application that staff typed in. */
export function create(db: Database, input: AttachmentInput) {
  return guarded(
    async () => {
      const stored = await store(db, input)
      return stored instanceof Refusal ? stored : get(db, stored._id)
    },
    { taken: collision, missing: goneMeanwhile },
  )
}

export function update(db: Database, _id: string, input: AttachmentInput) {
  return guarded(
    async () => {
      const refusal = await checkReferences(db, input)
      if (refusal) return refusal
      await db
        .updateTable('attachments')
        .set({ ...input, updatedAt: now() })
        .where('_id', '=', _id)
        .execute()
      return get(db, _id)
    },
    { taken: collision, missing: goneMeanwhile },
  )
}

export async function remove(db: Database, _id: string) {
  const deleted = await db
    .deleteFrom('attachments')
    .where('_id', '=', _id)
    .returning('_id')
    .executeTakeFirst()
  return deleted ?? unknown('application')
}

export async function toggleAccepted(db: Database, _id: string) {
  const changed = await toggle(db, _id, 'is_accepted')
  if (!changed) return unknown('application')
  const message = changed.is_accepted ? 'Application accepted' : 'Acceptance revoked'
  return { is_accepted: changed.is_accepted, message }
}

export async function toggleArchived(db: Database, _id: string) {
  const changed = await toggle(db, _id, 'is_archived')
  if (!changed) return unknown('application')
  const message = changed.is_archived ? 'Application archived' : 'Application unarchived'
  return { is_archived: changed.is_archived, message }
}

export async function counts(db: Database): Promise<AttachmentCounts> {
  const { total, archived, accepted } = await db
    .selectFrom('attachments')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('is_archived', '=', true).as('archived'),
      fn
        .countAll<number>()
        .filterWhere('is_archived', '=', false)
        .filterWhere('is_accepted', '=', true)
        .as('accepted'),
    ])
    .executeTakeFirstOrThrow()
  const active = total - archived
  return { total, active, pending: active - accepted, accepted, archived }
}

/** Stores the answers if what they refer to exists and belongs together. */
export async function store(
  db: Database,
  answers: Answers & Partial<Pick<AttachmentInput, 'is_accepted' | 'is_archived'>>,
) {
  const refusal = await checkReferences(db, answers)
  if (refusal) return refusal
  const record = newRecord()
  const row = {
    ...record,
    updatedAt: record.createdAt,
    referenceId: newReferenceId(record.createdAt),
    is_accepted: false,
    is_archived: false,
    ...answers,
  }
  await db.insertInto('attachments').values(row).execute()
  return row
}

/** The rule of section 4: archived before accepted before pending. */
const statuses = {
  pending: { is_archived: false, is_accepted: false },
  accepted: { is_archived: false, is_accepted: true },
  archived: { is_archived: true },
}

function attachments(db: Database) {
  return db
    .selectFrom('attachments')
    .leftJoin('institutions', 'institutions._id', 'attachments.institution')
    .leftJoin('courses', 'courses._id', 'attachments.course')
    .leftJoin('departments', 'departments._id', 'attachments.department')
    .selectAll('attachments')
    .select([
      'institutions.name as institution_name',
      'courses.name as course_name',
      'departments.name as department_name',
    ])
}

type AttachmentRow = Selectable<AttachmentsTable> & {
  institution_name: string | null
  course_name: string | null
  department_name: string | null
}

function shape(row: AttachmentRow) {
  return withReferences(row, ['institution', 'course', 'department']) as Attachment
}

function toggle(db: Database, _id: string, flag: 'is_accepted' | 'is_archived') {
  return db
    .updateTable('attachments')
    .set((column) => ({ [flag]: column.not(column.ref(flag)), updatedAt: now() }))
    .where('_id', '=', _id)
    .returning(['is_accepted', 'is_archived'])
    .executeTakeFirst()
}

async function checkReferences(
  db: Database,
  { institution, department, course }: Pick<Answers, 'institution' | 'department' | 'course'>,
) {
  const found = await db
    .selectNoFrom((from) => [
      from
        .selectFrom('institutions')
        .select('_id')
        .where('_id', '=', institution)
        .as('institution'),
      from.selectFrom('departments').select('_id').where('_id', '=', department).as('department'),
      from.selectFrom('courses').select('institution').where('_id', '=', course).as('courseOf'),
    ])
    .executeTakeFirstOrThrow()
  if (!found.institution) return invalidField('institution', 'Choose an institution from the list')
  if (!found.department) return invalidField('department', 'Choose a department from the list')
  if (!found.courseOf) return invalidField('course', 'Choose a course from the list')
  if (found.courseOf !== institution) {
    return invalidField('course', 'Choose a course of the chosen institution')
  }
  return undefined
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
