import type { Application, ApplicationStatus } from '../../contract/application.ts'
import type { Course } from '../../contract/course.ts'
import { statusOf } from '../../contract/decision.ts'
import type { Department } from '../../contract/department.ts'
import type { Institution } from '../../contract/institution.ts'
import { languageNames } from '../../contract/languages.ts'
import { type Question, type QuestionName, questionOf } from '../../contract/questions.ts'
import { staffOrder, staffQuestions } from '../../contract/staff-questions.ts'
import type { User } from '../../contract/user.ts'
import { declineReasons } from '../../contract/constants.ts'
import type { Columns } from '../http/csv.ts'

// The columns of the exports of the back office.

const statusColumns: Columns<Application> = {
  Status: (row) => statusNames[statusOf(row)],
  Accepted: (row) => yesOrNo(row.is_accepted),
  'Decline Reason': (row) => row.declined_reason && declineReasons[row.declined_reason],
  'Decline Message': (row) => row.declined_message,
  'Declined At': (row) => row.declinedAt,
  'Withdrawn At': (row) => row.withdrawnAt,
}

/** The columns of the questions, with those of the status after `can_attend_onsite`. */
export const applicationColumns: Columns<Application> = {
  'Reference ID': (row) => row.referenceId,
  ...Object.assign({}, ...staffOrder.flatMap(answerColumns)),
  Language: (row) => languageNames[row.language],
  'Submitted At': (row) => row.createdAt,
  'Updated At': (row) => row.updatedAt,
}

function answerColumns(name: QuestionName): Columns<Application>[] {
  const cell = cellOf(questionOf(name).kind)
  const column = { [staffQuestions[name].heading]: (row: Application) => cell(row[name]) }
  return name === 'can_attend_onsite' ? [column, statusColumns] : [column]
}

/** How the answer to a question stands in its cell; made once per column. */
function cellOf(kind: Question['kind']): (answer: Application[QuestionName]) => string | null {
  if (kind === 'record') return (answer) => (answer ? Object(answer).name : 'N/A')
  if (kind === 'flag' || kind === 'agreement') return (answer) => yesOrNo(Boolean(answer))
  return (answer) => answer as string | null
}

export const institutionColumns: Columns<Institution> = {
  'Institution Name': (row) => row.name,
  County: (row) => row.county,
  Created: (row) => row.createdAt,
}

export const courseColumns: Columns<Course> = {
  'Course Name': (row) => row.name,
  Institution: (row) => row.institution?.name ?? 'N/A',
  Certification: (row) => row.certification,
  Created: (row) => row.createdAt,
}

export const departmentColumns: Columns<Department> = {
  'Department Name': (row) => row.name,
  Code: (row) => row.code,
  'Head of Department': (row) => row.headOfDepartment,
  Description: (row) => row.description,
  Created: (row) => row.createdAt,
}

export const userColumns: Columns<User> = {
  Name: (row) => row.name,
  Email: (row) => row.email,
  Role: (row) => row.role,
  Created: (row) => row.createdAt,
  'Last Updated': (row) => row.updatedAt,
}

const statusNames: Record<ApplicationStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  archived: 'Archived',
}

function yesOrNo(value: boolean) {
  return value ? 'Yes' : 'No'
}
