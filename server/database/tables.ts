import type { Kysely } from 'kysely'

import type { Course } from '../../contract/course.ts'
import type { User } from '../../contract/user.ts'

export type Database = Kysely<Tables>

/** Columns bear the names that the API uses; moments are ISO 8601 in UTC, days YYYY-MM-DD. */
export interface Tables {
  departments: DepartmentsTable
  institutions: InstitutionsTable
  courses: CoursesTable
  attachments: AttachmentsTable
  idempotency_keys: IdempotencyKeysTable
  users: UsersTable
  sessions: SessionsTable
  password_links: PasswordLinksTable
  rate_limits: RateLimitsTable
}

interface DepartmentsTable {
  _id: string
  name: string
  code: string
  headOfDepartment: string | null
  description: string | null
  createdAt: string
}

interface InstitutionsTable {
  _id: string
  name: string
  county: string
  createdAt: string
}

interface CoursesTable {
  _id: string
  name: string
  institution: string
  certification: Course['certification']
  createdAt: string
}

/** `institution`, `course` and `department` are null only in imported records. */
export interface AttachmentsTable {
  _id: string
  referenceId: string
  first_name: string
  middle_name: string | null
  last_name: string
  phone_number: string
  email: string
  gender: 'Male' | 'Female'
  date_of_birth: string
  residential_location: string
  institution: string | null
  department: string | null
  course: string | null
  year_of_study: string
  expected_graduation_date: string
  available_start_date: string | null
  can_attend_onsite: boolean
  about_yourself: string
  community_engagement_statement: string
  understanding_of_swahilipot: string
  linkedin_url: string | null
  github_url: string | null
  resume_url: string | null
  cover_letter_url: string | null
  agree_terms: boolean
  agree_communications: boolean
  is_accepted: boolean
  is_archived: boolean
  createdAt: string
  updatedAt: string
}

/** What was answered to a submission under a key, so that its repeat is answered the same. */
interface IdempotencyKeysTable {
  key: string
  /** SHA-256 of the answers, so that other answers under the same key are noticed. */
  fingerprint: string
  referenceId: string
  createdAt: string
}

interface UsersTable {
  _id: string
  name: string
  email: string
  role: User['role']
  /** Argon2id, in PHC format; null until the user sets a password. */
  password: string | null
  createdAt: string
  updatedAt: string
}

interface SessionsTable {
  /** SHA-256 of the bearer token; the token itself is stored nowhere. */
  tokenHash: string
  user: string
  createdAt: string
  usedAt: string
}

interface PasswordLinksTable {
  tokenHash: string
  user: string
  expiresAt: string
}

/** How often something was tried in the current window. */
interface RateLimitsTable {
  key: string
  count: number
  endsAt: string
}
