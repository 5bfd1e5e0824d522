import { course, courseInput, courseQuery } from './course.ts'
import { department, departmentInput, departmentQuery } from './department.ts'
import { adminCall, crud } from './endpoint.ts'
import { importAnswer, importInput, importLimits } from './import.ts'
import { institution, institutionInput, institutionQuery } from './institution.ts'
import { user, userInput, userQuery } from './user.ts'

/** The entities of the back office, as the audit log stores their names. */
export const entityNames = ['institution', 'course', 'department', 'user'] as const

export type EntityName = (typeof entityNames)[number]

export const entityCalls = {
  institutions: crud('an institution', 'institutions', {
    record: institution,
    input: institutionInput,
    query: institutionQuery,
  }),
  courses: crud('a course', 'courses', { record: course, input: courseInput, query: courseQuery }),
  departments: crud('a department', 'departments', {
    record: department,
    input: departmentInput,
    query: departmentQuery,
  }),
  users: crud('a user', 'users', { record: user, input: userInput, query: userQuery }),
}

/** Entities that can be imported from CSV. */
export const importCalls = {
  institutions: importOf('institutions'),
  courses: importOf('courses'),
}

function importOf(plural: string) {
  return adminCall.post(
    `/admin/import/${plural}`,
    `Import ${plural} from CSV, all or none, or preview the import`,
    {
      body: importInput,
      response: importAnswer,
      // JSON needs two bytes for some characters of the file, and more for the rare ones.
      longestBody: 2 * importLimits.length,
    },
  )
}
