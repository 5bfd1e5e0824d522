import type { Generated, Kysely, Transaction as KyselyTransaction } from 'kysely'

import type { ApplicationStatus } from '../../contract/application/application.ts'
import type { CollectionName } from '../../contract/content/collections.ts'
import type { ContactBy } from '../../contract/application/contact-by.ts'
import type { Course } from '../../contract/course.ts'
import type { DocumentState, DocumentType } from '../../contract/document/documents.ts'
import type { Department } from '../../contract/department.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import type { Institution } from '../../contract/institution.ts'
import type { Intake } from '../../contract/intake/intake.ts'
import type { Language } from '../../contract/language/languages.ts'
import type { LetterKind } from '../../contract/intake/letter-kinds.ts'
import type {
  MessageCarrier,
  MessageKind,
  TemplateKind,
  MessageState,
  MessageTrouble,
  Transport,
} from '../../contract/message/message.ts'
import type { AnswerColumns } from '../../contract/application/questions.ts'
import type {
  PaperPurpose,
  ReturnReason,
  UploadPurpose,
} from '../../contract/intake/paper-kinds.ts'
import type { IntakePaper } from '../../contract/intake/papers.ts'
import type { OfferState } from '../../contract/intake/offer.ts'
import type { User } from '../../contract/account/user.ts'
import type { DeclineReason } from '../../contract/application/decline-reasons.ts'
import type { LookupKind } from './lookup-kinds.ts'

export type Database = Kysely<Tables>

/** The database within a transaction. */
export type Transaction = KyselyTransaction<Tables>

/**
 * Columns have the names of the API. Snake case: answers of applicants, such as `contact_by`, and what
 * version 0.1.0 called so; everything else camel case. The suffix `_sw` means Kiswahili. A time is ISO
 * 8601 in UTC; a day is YYYY-MM-DD.
 */
export interface Tables {
  departments: DepartmentsTable
  institutions: InstitutionsTable
  courses: CoursesTable
  attachments: AttachmentsTable
  search_texts: SearchTextsTable
  same_person: SamePersonTable
  idempotency_keys: IdempotencyKeysTable
  users: UsersTable
  former_users: FormerUsersTable
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
  documents: DocumentsTable
  document_requests: DocumentRequestsTable
  content: ContentTable
  content_versions: ContentVersionsTable
  content_version: ContentVersionTable
  pictures: PicturesTable
  intakes: IntakesTable
  intake_places: IntakePlacesTable
  intake_papers: IntakePapersTable
  papers: PapersTable
  question_drafts: QuestionDraftsTable
  question_sets: QuestionSetsTable
  extra_values: ExtraValuesTable
  question_links: QuestionLinksTable
  intake_alerts: IntakeAlertsTable
  staff_notes: StaffNotesTable
  placements: PlacementsTable
  letters: LettersTable
  calendar_links: CalendarLinksTable
  email_pause: EmailPauseTable
  sms_sender: SmsSenderTable
  sms_days: SmsDaysTable
  checks: ChecksTable
  message_templates: MessageTemplatesTable
  message_template_versions: MessageTemplateVersionsTable
  written_messages: WrittenMessagesTable
}

/** `derivedColumns` computes `nameKey`, `searchText` and other columns in this and other tables. */
interface DepartmentsTable extends Department {
  nameKey: string
  codeKey: string
  headKey: string
  searchText: string
}

interface InstitutionsTable extends Institution {
  nameKey: string
  searchText: string
}

interface CoursesTable extends Omit<Course, 'institution' | 'label'> {
  institution: string
  nameKey: string
  searchText: string
}

/**
 * Applications. The table has the name that the API uses. `AnswerColumns` is one column for each
 * question of the form in contract/application/questions.ts.
 */
export interface AttachmentsTable extends AnswerColumns {
  _id: string
  referenceId: string
  /** The sort key of a typed institution, as `nameKey` of the listed ones; null for those. */
  institutionKey: string | null
  courseKey: string | null
  is_accepted: boolean
  is_archived: boolean
  /** Null if not declined. A declined application is archived and not accepted. */
  declined_reason: DeclineReason | null
  /** The message of staff to the declined applicant. */
  declined_message: string | null
  declinedAt: string | null
  /** The language of the form that the applicant sent, and of the answers. */
  language: Language
  /** The time of the withdrawal; null again after staff bring the application back. */
  withdrawnAt: string | null
  /** The status that the latest e-mail told the applicant; null means pending. */
  last_told: string | null
  /** The id of the consent text that the applicant agreed to; null if staff typed it in. */
  consent: string | null
  consentedAt: string | null
  contact_by: ContactBy
  /** The reason for which the gateway refused the phone number; null if it did not. */
  smsRefused: 'unknown number' | 'number blocked' | null
  intake: string | null
  /** Whether the application arrived after its intake had closed. */
  arrivedLate: boolean
  /** Null without an offer, like `offeredAt` and `answerBy`. */
  offerState: OfferState | null
  offeredAt: string | null
  answerBy: string | null
  /** When the applicant answered the offer. */
  answeredAt: string | null
  /**
   * The order on the waiting list of the intake and department; null if the application is not on it.
   * At first the time of arrival in milliseconds.
   */
  waitingOrder: number | null
  /** The planned decision as JSON. */
  planned: string | null
  /** The user who works on the application. */
  assignee: string | null
  /**
   * The number of other applications in the same intake, or without one, that may be of the same person,
   * up to `mostAlike`. Null until the job `persons` has compared the application.
   */
  sameAs: number | null
  /**
   * Hashed keys by which applications of the same person are found, besides `email`; null for a missing answer, and until the
   * job has compared the application. `nameKey` is of the folded name with the date of birth, `phoneKey` of the
   * national number.
   */
  nameKey: string | null
  phoneKey: string | null
  firstNameKey: string | null
  /**
   * The answers to the questions of the intake as JSON, by the id of the question or option:
   * `ExtraColumn`. Null without answers.
   */
  extra: string | null
  /**
   * The number of the question set that the form has shown; 0 if it showed none, or one of another intake.
   * Null in applications of before.
   */
  questionSet: number | null
  createdAt: string
  updatedAt: string
}

/** The columns of an application without an intake. */
export const withoutIntake = {
  intake: null,
  arrivedLate: false,
  offerState: null,
  offeredAt: null,
  answerBy: null,
  answeredAt: null,
  waitingOrder: null,
  planned: null,
  assignee: null,
} satisfies Partial<AttachmentsTable>

/** The columns of an application that is not compared yet. */
export const notCompared = {
  sameAs: null,
  nameKey: null,
  phoneKey: null,
  firstNameKey: null,
} satisfies Partial<AttachmentsTable>

/** The columns of an application without typed names. */
export const withoutTypedNames = {
  institution_name: null,
  course_name: null,
  institutionKey: null,
  courseKey: null,
} satisfies Partial<AttachmentsTable>

/** Search texts of applications. Triggers copy both flags from `attachments` at each change. */
interface SearchTextsTable {
  _id: string
  is_accepted: boolean
  is_archived: boolean
  text: string
}

/** What staff have decided about two applications. `first` is the smaller id. */
interface SamePersonTable {
  first: string
  second: string
  state: 'same' | 'different'
  by: string
  at: string
}

/**
 * The result of a submission by its idempotency key. A repeated submission gets this result. The use of a
 * one-time link has such a key, too.
 */
interface IdempotencyKeysTable {
  key: string
  /** SHA-256 of the answers, to detect a submission with the same key but different answers. */
  fingerprint: string
  referenceId: string
  createdAt: string
}

interface UsersTable extends User {
  /** The hash of the password (Argon2id, in PHC format); null until the user sets a password. */
  password: string | null
  searchText: string
}

/** Deleted users. Notes and the history still show their names. */
interface FormerUsersTable {
  _id: string
  name: string
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

/** The secret of a user's authenticator app. It is not used until the user enters a first code. */
interface SecondFactorsTable {
  user: string
  /** In base 32. */
  secret: string
  /** The 30-second time slot of the latest used code. A code works once. */
  usedStep: number
}

/** Recovery codes: each signs in once, without the authenticator app. */
interface RecoveryCodesTable {
  /** SHA-256 of the code; the code itself is stored nowhere. */
  codeHash: string
  user: string
}

/** The number of attempts of one subject in the current time window of a rate limit. */
interface RateLimitsTable {
  key: string
  count: number
  endsAt: string
}

/** The history. Entries stay when a record is deleted, so they have no foreign keys or names. */
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
  /** A reason that staff gave. */
  note: string | null
}

interface ConsentWordingsTable {
  _id: string
  wording: string
}

/** Counts of erased applications. No count shows two values of the same application. */
interface ErasedCountsTable {
  what: LookupKind | 'day'
  /** The id of an institution, course or department, or an empty text; or the day of receipt. */
  value: string
  is_accepted: boolean
  count: number
}

/** Months from the last change of an application until it is erased. Without a row: never. */
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
  transport: Transport
  /**
   * The message that this one repeats over the other transport: the SMS of an applicant who wants
   * both, or the e-mail in place of an SMS.
   */
  copyOf: string | null
  state: MessageState
  /** In state `waiting`, the time of the next attempt. In state `sending`, the end of the lease. */
  dueAt: string
  giveUpAt: string
  /** The id of the attempt in progress. */
  claim: string | null
  /**
   * Of a decline, a digest of its reason and message, so that no decline is e-mailed twice. Of
   * `document_requested`, the id of the document; of `answers_requested`, of the application. Of `offered` and `offer_reminder`, the time to
   * answer by; of a reminder, also the days before. Of `placement_starts`, the first day. Of
   * `written`, the id of the row in `written_messages`.
   */
  about: string | null
  /** Number of postponed attempts. */
  tries: number
  /** Always 0. Processes of an older version need the column during an upgrade. */
  doubts: number
  /** Null until an attempt has sent the message, or may have sent it. */
  carrier: MessageCarrier | null
  /** Recipient, subject and text are null again from 90 days after `endedAt`. */
  recipient: string | null
  subject: string | null
  text: string | null
  trouble: MessageTrouble | null
  /** The codes of the mail server or gateway, such as '550 5.1.1' or '406'. */
  reply: string | null
  /** Of an SMS, from the first attempt on. `cost` is in ten-thousandths of the currency's unit. */
  parts: number | null
  cost: number | null
  /** The gateway's id of an SMS. Delivery reports have it. */
  gatewayId: string | null
  /** Whether the phone got the SMS; null until a delivery report says so. */
  delivered: 'yes' | 'no' | null
  /** The time at which the message was sent, given up or cancelled. */
  endedAt: string | null
}

/**
 * Documents of applications, and uploads that are not finished or not submitted. The bytes are in
 * the document store under the `_id`.
 */
export interface DocumentsTable {
  _id: string
  createdAt: string
  /** SHA-256 of the upload key; the key itself is stored nowhere. */
  keyHash: string
  /** Null until the application is submitted, and after it was deleted or the file replaced. */
  attachment: string | null
  purpose: UploadPurpose
  /** The file name that the applicant gave, without path. */
  name: string
  /** `receiving`: not all bytes of the upload have arrived. */
  state: 'receiving' | DocumentState
  /** Bytes of the upload; of a finished one, the bytes of the stored file. */
  size: number
  /** Bytes of the upload that are on the disk. It stays as it is when the upload is finished. */
  received: number
  /** The names of the stored parts between commas, in order; null if there are none. */
  parts?: string | null
  /** Null until the upload is finished, like `sha256`. */
  type: DocumentType | null
  /** SHA-256 of the stored file in hexadecimal. */
  sha256: string | null
  /** `documentWarnings` between commas; null if there are none. */
  warnings: string | null
  /** The time of the next attempt to scan the file for viruses; null if none is needed. */
  scanAt: string | null
  /**
   * The time from which the cleanup deletes an upload that no application has. Null once an
   * application has it. A row without application and without this time is deleted, too.
   */
  expiresAt: string | null
}

/** One-time links to replace a document. A document may have several; the first that is used counts. */
interface DocumentRequestsTable {
  /** SHA-256 of the token in the link; the token itself is stored nowhere. */
  tokenHash: string
  document: string
  expiresAt: string
}

/** An item of a collection. `draft`, `published` and `scheduled` are its fields as JSON. */
export interface ContentTable {
  _id: string
  collection: CollectionName
  /** Unique in the collection. */
  slug: string
  position: number
  /** The text of the field by which staff recognise the item, of the draft. */
  name: string
  searchText: string
  version: number
  draft: string
  /** What visitors see until `publishAt`, or without an end if nothing is scheduled. */
  published: string | null
  /** What visitors see from `publishAt` on. */
  scheduled: string | null
  publishedAt: string | null
  publishAt: string | null
  hideAt: string | null
  createdAt: string
  updatedAt: string
  updatedBy: string | null
}

/** The last 50 drafts of each item. */
interface ContentVersionsTable {
  content: string
  version: number
  draft: string
  published: boolean
  updatedAt: string
  updatedBy: string | null
}

/** One row with a random token, which changes in each transaction that changes what is public. */
interface ContentVersionTable {
  version: string
}

/** A picture of the content in two widths, as WebP in base64. */
interface PicturesTable {
  _id: string
  whole: string
  half: string
  createdAt: string
}

interface IntakesTable extends Omit<Intake, 'places' | 'papers' | 'state'> {
  nameKey: string
  searchText: string
}

interface IntakePlacesTable {
  intake: string
  department: string
  places: number
}

/** The papers that an intake asks for. Intakes of before have no rows. */
interface IntakePapersTable extends IntakePaper {
  intake: string
}

/** Papers that were sent, at most one of each kind. A paper that is missing has no row. */
interface PapersTable {
  attachment: string
  purpose: PaperPurpose
  document: string
  state: 'sent' | 'accepted' | 'returned'
  reason: ReturnReason | null
  validUntil: string | null
}

/** The questions of an intake as staff edit them, as JSON. Nobody is asked them before they are published. */
interface QuestionDraftsTable {
  intake: string
  updatedAt: string
  questions: string
}

/** The published questions of intakes. A row never changes. */
interface QuestionSetsTable {
  intake: string
  number: number
  publishedAt: string
  publishedBy: string | null
  /** JSON: `IntakeQuestion[]`. */
  questions: string
}

/**
 * Index of the answers, derived from `attachments.extra`. An answer of several options has a row for each.
 * One that no filter finds has a row without value: a text, or an answer to an earlier intake.
 * Triggers copy both flags from `attachments` at each change.
 */
interface ExtraValuesTable {
  /** The id of the application. */
  _id: string
  question: string
  /** The id of an option, 'true' or 'false', a sortable number, or empty. */
  value: string
  is_accepted: boolean
  is_archived: boolean
}

/** One-time links to give missing answers. An application may have several; the first that is used counts. */
interface QuestionLinksTable {
  /** SHA-256 of the token in the link; the token itself is stored nowhere. */
  tokenHash: string
  attachment: string
  expiresAt: string
}

/** People who want one e-mail when the next intake opens. The row is deleted after the e-mail. */
interface IntakeAlertsTable {
  _id: string
  createdAt: string
  email: string
  language: Language
  /** The time of the next attempt. During an attempt, the end of its lease. */
  dueAt: string
  tries: number
}

interface StaffNotesTable {
  _id: string
  createdAt: string
  attachment: string
  /** Null once the user is deleted. */
  author: string | null
  /** The id of an author who is deleted. */
  formerAuthor?: string | null
  text: string
}

/**
 * The attachments of applicants who have confirmed an offer. After a revoked acceptance the row stays
 * for the undo: a placement counts only while the offer is confirmed.
 */
interface PlacementsTable {
  _id: string
  attachment: string
  /** The beginning of the application's search text, which begins with the name. Triggers copy it. */
  nameOrder: Generated<string>
  department: string | null
  startsOn: string
  endsOn: string
  supervisor: string | null
  supervisorName: string | null
  supervisorPhone: string | null
  brokenOffOn: string | null
  brokenOffReason: string | null
  createdAt: string
  updatedAt: string
}

/** Issued letters, with the facts that they state. */
export interface LettersTable {
  _id: string
  createdAt: string
  code: string
  attachment: string
  kind: LetterKind
  firstName: string
  middleName: string | null
  lastName: string
  institution: string | null
  department: string | null
  startsOn: string
  endsOn: string
  supervisor: string | null
}

/** Links to the calendar of placements, at most one for each user. */
interface CalendarLinksTable {
  user: string
  /** SHA-256 of the token in the link; the token itself is stored nowhere. */
  tokenHash: string
  createdAt: string
}

/** The pause of e-mails, shown to staff: one row while the mail server refuses the sender, or none. */
interface EmailPauseTable {
  _id: number
  since: string
  trouble: MessageTrouble
  reply: string | null
}

/** The state of the sender of SMS, shared by all processes: a table with one row, or none at first. */
interface SmsSenderTable {
  _id: number
  /** The unguessable part of the addresses that the gateway calls. */
  secret: string
  /** Number of attempts in a row that failed. */
  failures: number
  /** Circuit breaker: no SMS is sent until this time. */
  pausedUntil: string | null
  pauseTrouble: MessageTrouble | null
}

/**
 * Totals of the SMS of each day in Kenya (YYYY-MM-DD). They stay when applications are erased. `cost`
 * is in ten-thousandths of the currency's unit.
 */
interface SmsDaysTable {
  day: string
  messages: number
  parts: number
  cost: number
}

/** The last result of `doctor --mail`, the last failed backup, and the last run of each job. */
export interface ChecksTable {
  _id: 'doctor' | 'backup' | `job ${string}`
  at: string
  /** JSON: `ReportedFinding[]`, or of a job its last run, a `StoredRun`. */
  findings: string
}

/** A text of a message that staff have edited, for an intake or everywhere. */
export interface MessageTemplatesTable {
  _id: string
  kind: TemplateKind
  language: Language
  /** Null: for everywhere. */
  intake: string | null
  version: number
  /** Null after a reset, like `body` and `sms`: then our own text is sent. */
  subject: string | null
  body: string | null
  sms: string | null
  /** A hash of our own text at the time of the edit. */
  defaultHash: string
  updatedAt: string
  updatedBy: string | null
}

/** The last 20 versions of each text. */
interface MessageTemplateVersionsTable {
  template: string
  version: number
  subject: string
  body: string
  sms: string | null
  defaultHash: string
  updatedAt: string
  updatedBy: string | null
  /** The time when a reset ended the use of this version. A newer version ends it, too. */
  resetAt: string | null
}

/** Messages that staff write to many applicants at once. The outbox has one row for each of them. */
export interface WrittenMessagesTable {
  _id: string
  createdAt: string
  createdBy: string | null
  /** The idempotency key of the request. */
  key: string | null
  /** A hash of the request. */
  fingerprint: string
  /** The texts in both languages, as JSON. */
  texts: string
  /** The end of the time to undo. No message is sent before. */
  undoUntil: string
  /** The time when all of its messages were in the outbox. Until then, none of them is sent. */
  queuedAt: string | null
  undoneAt: string | null
}
