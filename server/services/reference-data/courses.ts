import { sql } from 'kysely'

import type { Course, CourseInput, CourseQuery } from '../../../contract/course.ts'
import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { updateIfCurrent } from '../optimistic-lock.ts'
import { recordAudit } from '../audit-log.ts'
import { contains, paginate, parseSort, textOrder } from '../pagination.ts'
import { newEditableRecord } from '../ids.ts'
import { mapConstraintErrors, invalidField, DomainError, notFound } from '../domain-error.ts'
import { withReferences } from './with-references.ts'
import { renameInSearchTexts } from '../applications/search-texts.ts'
import { applicationsWith, deleteIfUnreferenced } from './delete-unused.ts'

const order = {
  name: sql.ref('courses.nameKey'),
  institution: sql.ref('institutions.nameKey'),
  certification: textOrder('courses.certification'),
  createdAt: sql.ref('courses.createdAt'),
}

export function list(db: Database, query: CourseQuery) {
  let rows = courses(db)
  if (query.institution) rows = rows.where('courses.institution', '=', query.institution)
  if (query.certification) rows = rows.where('courses.certification', '=', query.certification)
  if (query.q) rows = rows.where(foundBy(query.q))
  return paginate(rows, parseSort(query.sort, order, 'name'), {
    _id: sql.ref('courses._id'),
    read: (found) => found.map(shape),
  })
}

export async function get(db: Database, _id: string) {
  const found = await courses(db).where('courses._id', '=', _id).executeTakeFirst()
  return found ? shape(found) : notFound('course')
}

export function create(db: Database, input: CourseInput, by: string) {
  const store = () =>
    inTransaction(db, async (transaction) => {
      const created = { ...newEditableRecord(), ...input }
      await transaction
        .insertInto('courses')
        .values({ ...created, ...derivedColumns.courses(input) })
        .execute()
      await recordAudit(transaction, {
        action: 'create',
        entity: 'course',
        record: created._id,
        user: by,
      })
      return get(transaction, created._id)
    })
  return mapConstraintErrors(store, { taken, missing: noInstitution })
}

export function update(
  db: Database,
  _id: string,
  input: CourseInput & ExpectedVersion,
  by: string,
) {
  const replace = () =>
    inTransaction(db, (transaction) =>
      updateIfCurrent(transaction, {
        table: 'courses',
        what: 'course',
        _id,
        input,
        by,
        read: get,
        check: async ({ institution, name: from }) => {
          const applications = await applicationsWith(transaction, 'course', _id)
          if (applications > 0 && institution !== input.institution) return moved()
          await renameInSearchTexts(transaction, 'course', _id, { from, to: input.name })
          return undefined
        },
      }),
    )
  return mapConstraintErrors(replace, { taken, missing: noInstitution })
}

export function remove(db: Database, _id: string, by: string) {
  return deleteIfUnreferenced(db, 'course', _id, by)
}

function courses(db: Database) {
  return db
    .selectFrom('courses')
    .innerJoin('institutions', 'institutions._id', 'courses.institution')
    .select([
      'courses._id',
      'courses.name',
      'courses.institution',
      'courses.certification',
      'courses.createdAt',
      'courses.updatedAt',
    ])
    .select('institutions.name as institution_name')
}

/** By the own name or the institution's, which is what stands before the end of a line. */
function foundBy(text: string) {
  const own = contains('courses.searchText', text)
  return sql<boolean>`(${own} or ${contains('institutions.searchText', text, '\n')})`
}

function shape(row: CourseRow): Course {
  return withReferences(row, ['institution'])
}

type CourseRow = Awaited<ReturnType<ReturnType<typeof courses>['executeTakeFirstOrThrow']>>

function taken() {
  const message = 'This institution has a course with this name and certification already.'
  return new DomainError('conflict', message, { fields: { name: message } })
}

function noInstitution() {
  return invalidField('institution', 'Choose an institution from the list.')
}

function moved() {
  const message = 'Applications refer to this course, so its institution cannot change.'
  return new DomainError('conflict', message, { fields: { institution: message } })
}
