import type { Kysely } from 'kysely'

import type { ApplicationStatus } from '../../contract/application.ts'
import type { Course } from '../../contract/course.ts'
import type { Department } from '../../contract/department.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import type { Institution } from '../../contract/institution.ts'
import type { Language } from '../../contract/languages.ts'
import type {
  MessageCarrier,
  MessageKind,
  MessageState,
  MessageTrouble,
} from '../../contract/message.ts'
import type { AnswerColumns } from '../../contract/questions.ts'
import type { User } from '../../contract/user.ts'
import type { DeclineReason } from '../../contract/decline-reasons.ts'
import type { LookupKind } from './lookup-kinds.ts'

export type Database = Kysely<Tables>

/** Columns have the names of the API. Times are ISO 8601 in UTC, days YYYY-MM-DD. */
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
  retention: RetentionTable
  outbox: OutboxTable
}

/** `derivedColumns` makes `nameKey`, `codeKey` and `searchText`, here and below. */
interface DepartmentsTable extends Department {
  nameKey: string
  codeKey: string
  searchText: string
}

interface InstitutionsTable extends Institution {
  nameKey: string
  searchText: string
}

interface CoursesTable extends Omit<Course, 'institution'> {
  institution: string
  nameKey: string
  searchText: string
}

/** The answers are the questions of the form: contract/questions.ts. */
export interface AttachmentsTable extends AnswerColumns {
  _id: string
  referenceId: string
  is_accepted: boolean
  is_archived: boolean
  /** Null if not declined. A declined application is archived and not accepted. */
  declined_reason: DeclineReason | null
  /** The words of staff to the applicant. */
  declined_message: string | null
  declinedAt: string | null
  /** The language of the form that the applicant sent, and of the answers. */
  language: Language
  /** The time of the withdrawal; null again after staff bring the application back. */
  withdrawnAt: string | null
  /** The status that its applicant was last told by e-mail: see `last-told.ts`. Null means pending. */
  last_told: string | null
  /** The wording that the applicant agreed to; null where staff or an import made the record. */
  consent: string | null
  consentedAt: string | null
  createdAt: string
  updatedAt: string
}

/** Search texts of applications. Triggers keep the flags equal to those of the application. */
interface SearchTextsTable {
  _id: string
  is_accepted: boolean
  is_archived: boolean
  text: string
}

/** The answer to a submission under an idempotency key; a repeat gets the same answer. */
interface IdempotencyKeysTable {
  key: string
  /** SHA-256 of the answers, which detects other answers under the same key. */
  fingerprint: string
  referenceId: string
  createdAt: string
}

interface UsersTable extends User {
  /** Argon2id, in PHC format; null until the user sets a password. */
  password: string | null
  searchText: string
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

/** The secret of a user's authenticator app. It has no effect until a code confirms it. */
interface SecondFactorsTable {
  user: string
  /** In base 32. */
  secret: string
  /** The time step (of 30 s) of the code used last: each code works once. */
  usedStep: number
}

/** Recovery codes: each signs in once, without the authenticator app. */
interface RecoveryCodesTable {
  /** SHA-256 of the code; the code itself is stored nowhere. */
  codeHash: string
  user: string
}

/** Attempts in the current window of a rate limit. */
interface RateLimitsTable {
  key: string
  count: number
  endsAt: string
}

/** The audit log. Entries outlive their records, so that they have no foreign keys and no names. */
interface HistoryTable {
  _id: string
  createdAt: string
  /** The user's id; null for applicants and failed sign-ins. */
  user: string | null
  action: HistoryEntry['action']
  entity: HistoryEntry['entity']
  record: string | null
  /** The names of the changed fields between commas, never their values. */
  fields: string | null
  /** The number of exported, imported or removed records, or of ended sessions. */
  count: number | null
}

interface ConsentWordingsTable {
  _id: string
  wording: string
}

/** Counts of erased applications. They do not link the values of one application. */
interface ErasedCountsTable {
  what: LookupKind | 'day'
  /** An id, empty if there was none, or the day of receipt in Kenya. */
  value: string
  is_accepted: boolean
  count: number
}

/** Months for which an application stays after its last change. Without a row: always. */
interface RetentionTable {
  status: ApplicationStatus
  months: number
}

/** A message to an applicant; decision 11 describes its states. */
export interface OutboxTable {
  _id: string
  createdAt: string
  attachment: string
  kind: MessageKind
  state: MessageState
  /** Waiting: the time of the next attempt. Sending: the end of the lease. */
  dueAt: string
  giveUpAt: string
  /** The id of the attempt that is under way. */
  claim: string | null
  /** A digest of the reason and words of a decline: the same decline is not told twice. */
  about: string | null
  /** Number of postponed attempts. */
  tries: number
  /** Always 0. Processes of an older version need the column during an upgrade. */
  doubts: number
  /** The transport. Here and below, null until an attempt that sent it, or may have. */
  carrier: MessageCarrier | null
  /** Here and below, null again 90 days after the end of the message. */
  recipient: string | null
  subject: string | null
  text: string | null
  trouble: MessageTrouble | null
  /** The mail server's codes, such as '550 5.1.1'. */
  reply: string | null
  /** The time at which it was sent, given up or cancelled. */
  endedAt: string | null
}
