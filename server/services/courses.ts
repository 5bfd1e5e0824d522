import { sql } from 'kysely'

import type { Course, CourseInput, CourseQuery } from '../../contract/course.ts'
import type { Database } from '../database/tables.ts'
import { contains, listOf, orderOf, textOrder } from './list.ts'
import { newRecord } from './record.ts'
import { guarded, invalidField, Refusal, unknown } from './refusal.ts'
import { withReferences } from './references.ts'
import { applicationsWith, removeUnused } from './usage.ts'

const order = {
  name: textOrder('courses.name'),
  institution: textOrder('institutions.name'),
  certification: textOrder('courses.certification'),
  createdAt: sql.ref('courses.createdAt'),
}

export function list(db: Database, query: CourseQuery) {
  let rows = courses(db)
  if (query.institution) rows = rows.where('courses.institution', '=', query.institution)
  if (query.certification) rows = rows.where('courses.certification', '=', query.certification)
  if (query.q) rows = rows.where(contains(query.q, ['courses.name', 'institutions.name']))
  return listOf(rows, orderOf(query.sort, order, 'name'), sql.ref('courses._id'), shape)
}

export async function get(db: Database, _id: string) {
  const found = await courses(db).where('courses._id', '=', _id).executeTakeFirst()
  return found ? shape(found) : unknown('course')
}

export function create(db: Database, input: CourseInput) {
  return guarded(
    async () => {
      const course = { ...newRecord(), ...input }
      await db.insertInto('courses').values(course).execute()
      return get(db, course._id)
    },
    { taken, missing: noInstitution },
  )
}

export function update(db: Database, _id: string, input: CourseInput) {
  return guarded(
    () =>
      db.transaction().execute(async (transaction) => {
        const current = await transaction
          .selectFrom('courses')
          .select('institution')
          .where('_id', '=', _id)
          .executeTakeFirst()
        if (!current) return unknown('course')
        const applications = await applicationsWith(transaction, 'course', _id)
        if (applications > 0 && current.institution !== input.institution) return moved()
        await transaction.updateTable('courses').set(input).where('_id', '=', _id).execute()
        return get(transaction, _id)
      }),
    { taken, missing: noInstitution },
  )
}

export function remove(db: Database, _id: string) {
  return removeUnused(db, 'course', _id)
}

function courses(db: Database) {
  return db
    .selectFrom('courses')
    .innerJoin('institutions', 'institutions._id', 'courses.institution')
    .selectAll('courses')
    .select('institutions.name as institution_name')
}

function shape(row: CourseRow): Course {
  return withReferences(row, ['institution'])
}

type CourseRow = Awaited<ReturnType<ReturnType<typeof courses>['executeTakeFirstOrThrow']>>

function taken() {
  const message = 'This institution has a course with this name and certification already.'
  return new Refusal('conflict', message, { fields: { name: message } })
}

function noInstitution() {
  return invalidField('institution', 'Choose an institution from the list.')
}

function moved() {
  const message = 'Applications refer to this course, so its institution cannot change.'
  return new Refusal('conflict', message, { fields: { institution: message } })
}
