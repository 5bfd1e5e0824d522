import type { Application, ApplicationStatus } from '../../contract/application.ts'
import type { Course } from '../../contract/course.ts'
import { statusOf } from '../../contract/decision.ts'
import type { Department } from '../../contract/department.ts'
import type { Institution } from '../../contract/institution.ts'
import { languageNames } from '../../contract/languages.ts'
import type { User } from '../../contract/user.ts'
import { declineReasons } from '../../contract/constants.ts'
import type { Columns } from '../http/csv.ts'

// What the exports of the back office hold, column by column.

export const applicationColumns: Columns<Application> = {
  'Reference ID': (row) => row.referenceId,
  'First Name': (row) => row.first_name,
  'Middle Name': (row) => row.middle_name,
  'Last Name': (row) => row.last_name,
  Email: (row) => row.email,
  'Phone Number': (row) => row.phone_number,
  Gender: (row) => row.gender,
  'Date of Birth': (row) => row.date_of_birth,
  'Residential Location': (row) => row.residential_location,
  Institution: (row) => row.institution?.name ?? 'N/A',
  Course: (row) => row.course?.name ?? 'N/A',
  Department: (row) => row.department?.name ?? 'N/A',
  'Year of Study': (row) => row.year_of_study,
  'Expected Graduation Date': (row) => row.expected_graduation_date,
  'Available Start Date': (row) => row.available_start_date,
  'Can Attend Onsite': (row) => yesOrNo(row.can_attend_onsite),
  Status: (row) => statusNames[statusOf(row)],
  Accepted: (row) => yesOrNo(row.is_accepted),
  'Decline Reason': (row) => row.declined_reason && declineReasons[row.declined_reason],
  'Decline Message': (row) => row.declined_message,
  'Declined At': (row) => row.declinedAt,
  'Withdrawn At': (row) => row.withdrawnAt,
  'About Yourself': (row) => row.about_yourself,
  'Community Engagement Statement': (row) => row.community_engagement_statement,
  'Understanding of SwahiliPot': (row) => row.understanding_of_swahilipot,
  LinkedIn: (row) => row.linkedin_url,
  GitHub: (row) => row.github_url,
  Resume: (row) => row.resume_url,
  'Cover Letter': (row) => row.cover_letter_url,
  'Agreed to Terms': (row) => yesOrNo(row.agree_terms),
  'Agreed to Communications': (row) => yesOrNo(row.agree_communications),
  Language: (row) => languageNames[row.language],
  'Submitted At': (row) => row.createdAt,
  'Updated At': (row) => row.updatedAt,
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
