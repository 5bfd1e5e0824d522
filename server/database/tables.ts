import type { Generated, Kysely } from 'kysely'

import type { ApplicationStatus } from '../../contract/application.ts'
import type { Course } from '../../contract/course.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import type { Language } from '../../contract/languages.ts'
import type {
  MessageCarrier,
  MessageKind,
  MessageState,
  MessageTrouble,
} from '../../contract/message.ts'
import type { User } from '../../contract/user.ts'
import type { DeclineReason } from '../../contract/constants.ts'
import type { LookupKind } from './lookup-kinds.ts'

export type Database = Kysely<Tables>

/** Columns bear the names that the API uses; moments are ISO 8601 in UTC, days YYYY-MM-DD. */
export interface Tables {
  departments: DepartmentsTable
  institutions: InstitutionsTable
  courses: CoursesTable
  attachments: AttachmentsTable
  search_texts: SearchTextsTable
  idempotency_keys: IdempotencyKeysTable
  users: UsersTable
  sessions: SessionsTable
  password_links: PasswordLinksTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  rate_limits: RateLimitsTable
  history: HistoryTable
  consent_wordings: ConsentWordingsTable
  erased_counts: ErasedCountsTable
  counts: CountsTable
  count_changes: CountChangesTable
  retention: RetentionTable
  outbox: OutboxTable
}

/** Here and below, `nameKey`, `codeKey` and `searchText` are made by `derivedColumns`. */
interface DepartmentsTable {
  _id: string
  name: string
  code: string
  headOfDepartment: string | null
  description: string | null
  nameKey: string
  codeKey: string
  searchText: string
  createdAt: string
  updatedAt: string
}

interface InstitutionsTable {
  _id: string
  name: string
  county: string
  nameKey: string
  searchText: string
  createdAt: string
  updatedAt: string
}

interface CoursesTable {
  _id: string
  name: string
  institution: string
  certification: Course['certification']
  nameKey: string
  searchText: string
  createdAt: string
  updatedAt: string
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
  /** Null where it is not declined; what is declined is archived, and not accepted. */
  declined_reason: DeclineReason | null
  /** What staff tell the applicant about it. */
  declined_message: string | null
  declinedAt: string | null
  /** In which the applicant applied, and is answered. */
  language: Language
  /** When the applicant withdrew it; null from when it is brought back. */
  withdrawnAt: string | null
  /** The wording that the applicant agreed to; null where staff or an import made the record. */
  consent: string | null
  consentedAt: string | null
  createdAt: string
  updatedAt: string
}

/** By what an application is found; the database keeps the flags the same as the application's. */
interface SearchTextsTable {
  _id: string
  is_accepted: boolean
  is_archived: boolean
  text: string
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
  /** Since when a sign-in asks for a code besides the password; null where it does not. */
  secondFactorSince: string | null
  searchText: string
  createdAt: string
  updatedAt: string
}

interface SessionsTable {
  /** SHA-256 of the bearer token; the token itself is stored nowhere. */
  tokenHash: string
  _id: string
  user: string
  /** The browser in words, such as 'Firefox on Android'. */
  userAgent: string | null
  createdAt: string
  usedAt: string
}

interface PasswordLinksTable {
  tokenHash: string
  user: string
  expiresAt: string
}

/** The secret that a user's authenticator app shares; of no effect until a code confirmed it. */
interface SecondFactorsTable {
  user: string
  /** In base 32. */
  secret: string
  /** The number of the 30 seconds whose code was used last, so that each is used once. */
  usedStep: number
}

/** What signs a user in, each once, who has lost the authenticator app. */
interface RecoveryCodesTable {
  /** SHA-256 of the code; the code itself is stored nowhere. */
  codeHash: string
  user: string
}

/** How often something was tried in the current window. */
interface RateLimitsTable {
  key: string
  count: number
  endsAt: string
}

/** Who did what. Outlives what it tells of, so that it refers to nothing and names nobody. */
interface HistoryTable {
  _id: string
  createdAt: string
  /** The id of who did it; null for applicants, and for whoever failed to sign in. */
  user: string | null
  action: HistoryEntry['action']
  entity: HistoryEntry['entity']
  record: string | null
  /** The names of the changed fields between commas, never their values. */
  fields: string | null
  /** How many records an export, import or removal held, or how many sessions ended. */
  count: number | null
}

/** What applicants are asked to agree to. */
interface ConsentWordingsTable {
  _id: string
  wording: string
}

/** What is left of erased applications: counts that do not tell which of them belong together. */
interface ErasedCountsTable {
  what: LookupKind | 'day'
  /** An id, empty where there was none, or the day in Kenya on which they were received. */
  value: string
  is_accepted: boolean
  count: number
}

/** How many applications there are, but for what has changed since: see `counts.ts`. */
interface CountsTable {
  what: LookupKind | 'day' | 'declined_reason' | 'withdrawn'
  /** An id, the day in Kenya, a reason or 'withdrawn'; empty where there is none. */
  value: string
  is_accepted: boolean
  is_archived: boolean
  count: number
}

/** What an application is counted by, as it came or went; noted by the database itself. */
interface CountChangesTable {
  row: Generated<number>
  institution: string
  course: string
  department: string
  day: string
  declined_reason: string
  withdrawn: string
  is_accepted: boolean
  is_archived: boolean
  change: 1 | -1
}

/** For how many months after its last change an application is kept; without a row: always. */
interface RetentionTable {
  status: ApplicationStatus
  months: number
}

/** A message to an applicant; decision 11 tells of its states. */
export interface OutboxTable {
  _id: string
  createdAt: string
  attachment: string
  kind: MessageKind
  state: MessageState
  /** Waiting: when it may be sent. Being sent: until when it belongs to who sends it. */
  dueAt: string
  giveUpAt: string
  /** Of the process that sends it. */
  claim: string | null
  /** What a decline depends on, as a digest: the same is not told twice. */
  about: string | null
  /** How often it was put off. */
  tries: number
  /** How many tries may have reached the applicant without our learning of it. */
  doubts: number
  /** By what it went; null until it first goes out. */
  carrier: MessageCarrier | null
  /** Here and below, null until it first goes out, and from 90 days after its end. */
  recipient: string | null
  subject: string | null
  text: string | null
  trouble: MessageTrouble | null
  /** The mail server's codes, such as '550 5.1.1'. */
  reply: string | null
  /** When it was sent, given up or cancelled. */
  endedAt: string | null
}
