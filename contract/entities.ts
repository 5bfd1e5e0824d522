import { course, courseInput, courseQuery } from './course.ts'
import { department, departmentInput, departmentQuery } from './department.ts'
import { adminCall, crud } from './endpoint.ts'
import { importAnswer, importInput, importLimits } from './import.ts'
import { institution, institutionInput, institutionQuery } from './institution.ts'
import { user, userInput, userQuery } from './account/user.ts'

/** The names of the entities. The history stores these names. */
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
      // The body is limited in bytes, the file in characters. Some characters need two bytes.
      longestBody: 2 * importLimits.length,
    },
  )
}
