import { sql } from 'kysely'

import { certifications, counties } from '../../../contract/constants.ts'
import { entityCalls, importCalls, type EntityName } from '../../../contract/entities.ts'
import { importHeadings } from '../../../contract/import.ts'
import { timeInKenya } from '../../../contract/time-zone.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import { users } from '../accounts/users.ts'
import { renameInSearchTexts } from '../search-texts.ts'
import { contains } from '../pagination.ts'
import { courseLabel } from './course-label.ts'
import { defineEntity, type Entity } from '../entity.ts'
import { conflict } from '../domain-error.ts'
import { hasRow } from '../rows.ts'

const institutions = defineEntity({
  name: 'institution',
  table: 'institutions',
  calls: entityCalls.institutions,
  order: {
    name: sql.ref('institutions.searchText'),
    county: sql.ref('institutions.county'),
    createdAt: sql.ref('institutions.createdAt'),
  },
  derive: derivedColumns.institutions,
  unique: { name: 'An institution with this name exists already.' },
  usedBy: {
    course: { table: 'courses', column: 'institution' },
    application: { table: 'attachments', column: 'institution' },
  },
  async beforeUpdate(transaction, { _id, name: from }, { name: to }) {
    await renameInSearchTexts(transaction, 'institution', _id, { from, to })
    return undefined
  },
  exportColumns: {
    'Institution Name': ({ name }) => name,
    County: ({ county }) => county,
    'Created (EAT)': ({ createdAt }) => timeInKenya(createdAt),
  },
  import: {
    call: importCalls.institutions,
    headings: importHeadings.institutions,
    key: ['name'],
    choices: { county: counties },
  },
})

const courses = defineEntity({
  name: 'course',
  table: 'courses',
  calls: entityCalls.courses,
  computed: { label: courseLabel },
  references: {
    institution: { table: 'institutions', missing: 'Choose an institution from the list.' },
  },
  order: {
    name: sql.ref('courses.searchText'),
    institution: sql.ref('institutions.searchText'),
    certification: sql.ref('courses.certification'),
    createdAt: sql.ref('courses.createdAt'),
  },
  derive: derivedColumns.courses,
  filter: ({ institution, certification }) => [
    ...(institution ? [sql<boolean>`courses.institution = ${institution}`] : []),
    ...(certification ? [sql<boolean>`courses.certification = ${certification}`] : []),
  ],
  /** Finds a course by its name, or by its institution's name (the text before the line break). */
  search: (text) =>
    sql`(${contains('courses.searchText', text)} or ${contains('institutions.searchText', text, '\n')})`,
  unique: { name: 'This institution has a course with this name and certification already.' },
  usedBy: { application: { table: 'attachments', column: 'course' } },
  async beforeUpdate(transaction, stored, input) {
    if (stored.institution !== input.institution) {
      if (await hasRow(transaction, 'attachments', { course: stored._id })) {
        const message = 'Applications refer to this course, so its institution cannot change.'
        return conflict(message, 'institution')
      }
    }
    const names = { from: stored.name, to: input.name }
    await renameInSearchTexts(transaction, 'course', stored._id, names)
    return undefined
  },
  exportColumns: {
    'Course Name': ({ name }) => name,
    Institution: ({ institution }) => institution?.name ?? 'N/A',
    Certification: ({ certification }) => certification,
    'Created (EAT)': ({ createdAt }) => timeInKenya(createdAt),
  },
  import: {
    call: importCalls.courses,
    headings: importHeadings.courses,
    key: ['institution', 'certification', 'name'],
    choices: { certification: certifications },
  },
})

const departments = defineEntity({
  name: 'department',
  table: 'departments',
  calls: entityCalls.departments,
  order: {
    name: sql.ref('departments.searchText'),
    code: sql.ref('departments.codeKey'),
    headOfDepartment: sql.ref('departments.headKey'),
    createdAt: sql.ref('departments.createdAt'),
  },
  derive: derivedColumns.departments,
  unique: {
    name: 'A department with this name exists already.',
    code: 'A department with this code exists already.',
  },
  usedBy: {
    application: { table: 'attachments', column: 'department' },
    intake: { table: 'intake_places', column: 'department' },
    placement: { table: 'placements', column: 'department' },
  },
  async beforeUpdate(transaction, { _id, name: from }, { name: to }) {
    await renameInSearchTexts(transaction, 'department', _id, { from, to })
    return undefined
  },
  exportColumns: {
    'Department Name': ({ name }) => name,
    Code: ({ code }) => code,
    'Head of Department': ({ headOfDepartment }) => headOfDepartment,
    Description: ({ description }) => description,
    'Created (EAT)': ({ createdAt }) => timeInKenya(createdAt),
    'Name in Kiswahili': ({ name_sw }) => name_sw,
  },
})

/** The registry of entities. CRUD, export, import and the history work with each entity in it. */
export const entities: Record<EntityName, Entity> = {
  institution: institutions,
  course: courses,
  department: departments,
  user: users,
}
