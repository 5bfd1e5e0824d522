import * as z from 'zod/mini'
import { type ConsentId, consentIds, consentShown } from './consent-wordings.ts'
import { contactByIds } from './contact-by.ts'
import { courseRef } from '../course.ts'
import { listQuery } from '../endpoint.ts'
import {
  choice,
  choices,
  day,
  email,
  flag,
  id,
  line,
  moment,
  nameLine,
  nameRef,
  oneOf,
  optional,
  optionalFlag,
  optionalLine,
  optionalParagraph,
  paragraph,
  phone,
  reference,
  timestamp,
  url,
} from '../fields.ts'
import { applicationDocument, uploadKey } from '../document/documents.ts'
import type { Sentence } from '../language/kiswahili.ts'
import { sentExtra, storedExtra } from '../intake/extra-answers.ts'
import { withExtraFilters } from '../intake/extra-filters.ts'
import { questionId } from '../intake/intake-questions.ts'
import { applicationPaper, paperFilter, submittedPapers } from '../intake/papers.ts'
import { offer, offerStates, waiting } from '../intake/offer.ts'
import { languages } from '../language/languages.ts'
import { smsTotal, transports } from '../message/message.ts'
import { applicationStatuses, referenceIdPattern } from '../constants.ts'
import { declineReasonIds } from './decline-reasons.ts'
import { visible } from '../tidy-text.ts'
import {
  type AnswersTo,
  type AnswerSource,
  canBeTyped,
  type DocumentKey,
  documentQuestions,
  isFlag,
  isOptional,
  type Question,
  type QuestionName,
  questionNames,
  questionOf,
  type questions,
  typedNames,
} from './questions.ts'
import { dayInKenya } from '../time-zone.ts'
import { yearsFrom } from '../years-from.ts'

/** Maximum length of the message to a declined applicant, in UTF-16 code units. */
export const longestDeclineMessage = 1000

/** The reason for a decline, and an optional message to the applicant. */
export const declineInput = z.object(
  {
    reason: choice(declineReasonIds, 'Choose a reason'),
    message: optionalParagraph(longestDeclineMessage),
  },
  'Give a reason, or null',
)

/** A decision that staff have prepared. It takes effect when they send the answers. */
const plannedDecision = z.union(
  [
    z.object({ is_accepted: z.literal(true) }),
    z.object({ decline: declineInput }),
    z.object({ waiting: z.literal(true) }),
  ],
  'Plan to accept, to decline or to put on the waiting list',
)

const storedDecline = z.object({
  reason: z.enum(declineReasonIds),
  message: z.nullable(z.string()),
})

/** A planned decision as it is stored. */
const storedPlan = z.union(
  [
    z.object({ is_accepted: z.literal(true) }),
    z.object({ decline: storedDecline }),
    z.object({ waiting: z.literal(true) }),
  ],
  'Give the planned decision, or null',
)

/** An application as the back office reads it. */
export const application = z.object({
  _id: id,
  referenceId: z.string(),
  ...storedAnswers(),
  /** The files that answer questions, the oldest first. */
  documents: z.array(applicationDocument),
  /** The papers that its intake asks for now, and those that were sent. */
  papers: z.array(applicationPaper),
  /** Answers to the questions of its intake, in the order of the newest set, stopped ones last. */
  extra: z.array(storedExtra),
  /**
   * The number of the question set that the form has shown; 0 if it showed none, or one of another intake.
   * Null in applications of before.
   */
  questionSet: z.nullable(z.number()),
  /** Required questions that are asked now and have no answer. */
  extraMissing: z.array(questionId),
  is_accepted: z.boolean(),
  is_archived: z.boolean(),
  /** Null if not declined. A declined application is archived and not accepted. */
  declined_reason: z.nullable(z.enum(declineReasonIds)),
  /** The message from staff to the applicant. */
  declined_message: z.nullable(z.string()),
  declinedAt: z.nullable(timestamp),
  /** The language of the form that the applicant sent, and of the e-mails to the applicant. */
  language: z.enum(languages),
  /** The transports that the applicant has chosen. */
  contact_by: z.enum(contactByIds),
  /** The reason for which the gateway refused the phone number; null if it did not. */
  smsRefused: z.nullable(z.enum(['unknown number', 'number blocked'])),
  /** When the applicant withdrew the application. A withdrawn application is archived. */
  withdrawnAt: z.nullable(timestamp),
  /** The intake of the application; null if it is older than the intakes. */
  intake: nameRef,
  /** Whether the application arrived after its intake had closed. */
  arrivedLate: z.boolean(),
  /** The offer of a place in the intake. */
  offer: z.nullable(offer),
  /** The place on the waiting list. */
  waiting: z.nullable(waiting),
  /** The decision that staff have prepared; applicants do not see it. */
  planned: z.nullable(storedPlan),
  /** The user who works on the application. */
  assignee: nameRef,
  /** The number of other applications of the intake that may be of the same person. */
  sameAs: z.number(),
  /** The consent text that the applicant agreed to. Null if staff typed in the application. */
  consent: z.nullable(z.object({ wording: z.string(), agreedAt: timestamp })),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const reload: Sentence = 'Please reload the page and send once more'

/**
 * The id of the consent text that the applicant saw. An unknown id becomes the current text in the
 * same language. A missing id becomes the current English text.
 */
const consentField = z._default(
  z.pipe(
    z.string(reload).check(z.regex(/^[a-z]{2}-\d{1,3}$/, reload)),
    z.transform((sent): ConsentId => {
      const known = consentIds.find((one) => one === sent)
      return known ?? (sent.startsWith('sw') ? consentShown.sw : consentShown.en)
    }),
  ),
  consentShown.en,
)

/** The part of a submission that answers the questions of an intake. */
export const submittedExtra = z.object({
  /** Without an intake, the application is for the open one. */
  intake: optional(id),
  /** The number of the question set that the form has shown. Without it, `extra` must be empty. */
  questionSet: z._default(z.nullable(z.int(reload)), null),
  /** Answers to the questions of the intake, by their id. */
  extra: sentExtra,
})

/** Values that the form sends besides the answers. */
const sentAlong = {
  /** The language of the page. */
  language: z._default(choice(languages, reload), 'en'),
  consent: consentField,
  /** The transports that the applicant has chosen. */
  contact_by: z._default(choice(contactByIds, 'Choose from the list' satisfies Sentence), 'email'),
  ...submittedExtra.shape,
  ...documentKeys(),
  papers: submittedPapers,
}

/** A submission to the public API. */
export const applicationSubmission = z
  .object({ ...answersTo('api'), ...sentAlong })
  .check(...eitherFileOrLink(), ...eitherListedOrTyped(), bornBeforeGraduation())

/** A submission of the public form, which requires more answers than the API. */
export const applicationFormInput = z
  .object({ ...answersTo('form'), ...sentAlong })
  .check(...eitherFileOrLink(), ...eitherListedOrTyped(), bornBeforeGraduation())

/** A submission of a form that offers several intakes. */
export const applicationFormInputWithIntake = applicationFormInput.check(
  rule('intake', 'Choose an intake from the list', (has) => has('intake')),
)

/** An application as staff save it. What is left out of the last three does not change. */
export const applicationInput = z
  .object({
    ...answersTo('staff'),
    intake: z.optional(z.nullable(reference())),
    is_accepted: optionalFlag(),
    is_archived: optionalFlag(),
  })
  .check(...eitherListedOrTyped())

/** The upload keys of documents, by the field of the submission. */
function documentKeys() {
  const fields = documentQuestions.map(({ key }) => [key, optional(uploadKey)])
  return Object.fromEntries(fields) as Record<DocumentKey, z.ZodMiniType<string | null>>
}

/**
 * A check of the whole form, with the error of one field. It also runs if other fields are wrong, so that
 * applicants see all errors at once, and on a body that is no object.
 */
function rule(
  path: string,
  error: Sentence,
  isRight: (has: (name: string) => boolean, values: Record<string, unknown>) => boolean,
) {
  return z.refine<object>(
    (values) => isRight((name) => !isEmpty(Object(values)[name]), Object(values)),
    { path: [path], error, when: () => true },
  )
}

/** Each question that a file can answer has a file or a link. */
function eitherFileOrLink() {
  return documentQuestions.map(({ name, key }) =>
    rule(name, 'Valid URL required', (has) => has(name) || has(key)),
  )
}

/**
 * Institution and course are records of the list, or typed names. The list has no courses of an
 * institution that is not in it.
 */
function eitherListedOrTyped() {
  const { institution, course } = typedNames
  const notBoth: Sentence = 'Choose from the list or write the name, not both'
  return [
    rule('institution', 'Required', (has) => has('institution') || has(institution)),
    rule('course', 'Required', (has) => has('course') || has(course) || has(institution)),
    rule(course, 'Required', (has) => has(course) || !has(institution)),
    rule(institution, notBoth, (has) => !has('institution') || !has(institution)),
    rule(course, notBoth, (has) => !has('course') || !has(course)),
  ]
}

/** A wrong birth or graduation has its own error. */
function bornBeforeGraduation() {
  const [birth, graduation] = ['date_of_birth', 'expected_graduation_date'] as const
  const error = 'Choose a day after your date of birth'
  const schemas = [birth, graduation].map((name) => [name, answerTo(name, 'form')] as const)
  return rule(graduation, error, (_has, values) => {
    const days = schemas.map(([name, schema]) => schema.safeParse(values[name]))
    return days.some(({ success }) => !success) || String(days[0]?.data) < String(days[1]?.data)
  })
}

function answersTo<Source extends AnswerSource>(source: Source) {
  const fields = questionNames.map((name) => [name, answerTo(name, source)])
  const typed = Object.values(typedNames).map((name) => [name, optional(line())])
  return Object.fromEntries([...fields, ...typed]) as Fields<AnswersTo<Source>>
}

type Fields<Answers> = { [Name in keyof Answers]: z.ZodMiniType<Answers[Name]> }

function answerTo(name: QuestionName, source: AnswerSource): z.ZodMiniType {
  const question = questionOf(name)
  const mayBeEmpty = isOptional(name, source)
  const text = (schema: z.ZodMiniType<string, string>) => (mayBeEmpty ? optional(schema) : schema)
  switch (question.kind) {
    case 'line':
      return mayBeEmpty ? optionalLine() : line()
    case 'name':
      return mayBeEmpty ? optionalLine() : nameLine()
    case 'paragraph':
      return mayBeEmpty ? optionalParagraph() : paragraph()
    case 'email':
      return text(email())
    case 'phone':
      return text(phone())
    case 'url':
      return text(url())
    case 'day':
      return text(dayFor(question, source))
    case 'choice':
      return text(choice(question.options))
    case 'choices':
      return choices(question.options, mayBeEmpty)
    case 'record':
      return canBeTyped(name) ? optionalReference() : reference()
    case 'flag':
      return flag(question.fallback)
    case 'agreement':
      return z.literal(
        true,
        source === 'staff'
          ? 'You must agree to the terms'
          : ('You must agree to terms' satisfies Sentence),
      )
    default:
      return question satisfies never
  }
}

/** A reference, or null. A missing or empty one becomes null. */
function optionalReference() {
  return z.pipe(
    z.pipe(
      z.nullish(z.union([z.string(), z.looseObject({ _id: z.string() })], 'Required')),
      z.transform((value) => (isEmpty(value) ? null : (value ?? null))),
    ),
    z.nullable(reference()),
  )
}

function dayFor(
  { earliest, years }: Extract<Question, { kind: 'day' }>,
  source: AnswerSource,
): z.ZodMiniType<string, string> {
  let schema = day()
  if (earliest) {
    const { day: earliestDay, message } = earliest
    schema = schema.check(z.refine((value) => value >= earliestDay, { error: message }))
  }
  if (years && source !== 'staff') {
    schema = schema.check(z.refine((value) => isWithin(value, years), { error: years.message }))
  }
  return schema
}

function isWithin(date: string, { from, to }: { from?: number; to: number }) {
  const today = dayInKenya(Date.now())
  return date <= yearsFrom(today, to) && (from === undefined || date >= yearsFrom(today, from))
}

/** The schemas of the answers as they are stored. */
function storedAnswers() {
  const fields = questionNames.map((name) => [name, storedAnswer(name)])
  const typed = Object.values(typedNames).map((name) => [name, z.nullable(z.string())])
  return Object.fromEntries([...fields, ...typed]) as Fields<StoredAnswers>
}

/** Stored answers. An institution, course or department is given by its id and its name. */
type StoredAnswers = Pick<AnswersTo<'staff'>, 'institution_name' | 'course_name'> & {
  [Name in QuestionName]: (typeof questions)[Name]['kind'] extends 'record'
    ? z.infer<Name extends 'course' ? typeof courseRef : typeof nameRef>
    : AnswersTo<'staff'>[Name]
}

function storedAnswer(name: QuestionName): z.ZodMiniType {
  const question = questionOf(name)
  if (question.kind === 'record') return name === 'course' ? courseRef : nameRef
  if (isFlag(question)) return z.boolean()
  const text = question.kind === 'choice' ? z.enum(question.options) : z.string()
  return isOptional(name, 'staff') ? z.nullable(text) : text
}

/**
 * The error message lists missing fields in this order. Fields that are not in this list follow in
 * the order of the form.
 */
const firstInMessage: readonly QuestionName[] = [
  'first_name',
  'last_name',
  'phone_number',
  'email',
  'residential_location',
  'date_of_birth',
  'gender',
  'year_of_study',
  'expected_graduation_date',
  'about_yourself',
  'community_engagement_statement',
  'understanding_of_swahilipot',
  'institution',
  'course',
  'department',
]

const requiredOfStaff = [...new Set([...firstInMessage, ...questionNames])].filter(
  (name) => !isOptional(name, 'staff') && !isFlag(questionOf(name)),
)

/**
 * The error message for an invalid form of staff. Missing fields come first, then the terms, then
 * the first error of another field.
 */
export function applicationInputMessage(
  values: Record<string, unknown>,
  fields: Record<string, string>,
) {
  const missing = requiredOfStaff.filter(
    (name) => isEmpty(values[name]) && !(canBeTyped(name) && !isEmpty(values[typedNames[name]])),
  )
  if (missing.length > 0) return `Please fill in all required fields: ${missing.join(', ')}`
  const [wrong] = Object.entries(fields)
  return fields['agree_terms'] ?? `Please check ${wrong?.join(': ') ?? 'the fields'}`
}

function isEmpty(value: unknown) {
  if (typeof value === 'string') return !visible.test(value)
  if (value !== null && typeof value === 'object' && '_id' in value) return value._id === ''
  return value === undefined || value === null
}

const sortable = [
  'first_name',
  'email',
  'institution',
  'course',
  'department',
  'year_of_study',
  'status',
  /** The order of the waiting lists. */
  'waiting',
  'createdAt',
] as const

/** A filter: the id of an institution, course or department, or 'none' for a missing one. */
const referredTo = z.optional(z.union([z.literal('none'), id], 'Choose from the list'))

const yesOrNo = oneOf(['true', 'false'])

const filters = z.extend(listQuery(sortable), {
  includeArchived: z._default(yesOrNo, 'false'),
  /** The back office has two lists: active applications and archived ones. */
  view: z.optional(oneOf(['active', 'archived'])),
  status: z.optional(oneOf(applicationStatuses)),
  /** Filters by the flag `is_accepted`. Archived applications can have this flag, too. */
  accepted: z.optional(yesOrNo),
  /** Only withdrawn applications, only declined ones, or only those declined for one reason. */
  decision: z.optional(oneOf(['withdrawn', 'declined', ...declineReasonIds])),
  institution: referredTo,
  course: referredTo,
  department: referredTo,
  intake: referredTo,
  offer: z.optional(oneOf(offerStates)),
  /** Only applications on the waiting list. */
  waiting: z.optional(oneOf(['true'])),
  papers: z.optional(paperFilter),
  /** Only applications with a planned decision. */
  planned: z.optional(oneOf(['true'])),
  assignee: z.optional(z.union([z.literal('none'), z.literal('me'), id], 'Choose from the list')),
  /** Only applications with a typed name, which are those with a typed course. */
  unlisted: z.optional(oneOf(['true'])),
  /** Only applications that may be of the same person as another one of the intake. */
  sameAs: z.optional(oneOf(['open'])),
  /** Only applications received at or after this time. */
  since: z.optional(moment),
  /** Only applications received before this time. */
  before: z.optional(moment),
})

/**
 * The query of the list of applications. Archived applications are left out by default. With an intake,
 * it may have filters by the answers to its questions.
 */
export const applicationQuery = withExtraFilters(filters)

/** Maximum number of applications in one bulk decision, or in one export of selected ones. */
export const mostAtOnce = 200
export const tooManyAtOnce = `Choose at most ${mostAtOnce} applications`

/** Up to 200 ids, separated by commas. */
export const idList = z.pipe(
  z.string('Use ids between commas').check(z.maxLength(mostAtOnce * 37, 'Choose at most 200')),
  z.pipe(
    z.transform((value: string) => value.split(',')),
    z.array(id).check(z.maxLength(mostAtOnce, 'Choose at most 200')),
  ),
)

/** The query of the export. Without filters, the file contains every application. */
export const applicationExportQuery = withExtraFilters(
  z.extend(filters, {
    includeArchived: z._default(yesOrNo, 'true'),
    /** The ids of selected applications. The filters apply to them, too. */
    ids: z.optional(idList),
  }),
)

export const applicationReceipt = z.object({
  referenceId: z.string().check(z.regex(referenceIdPattern)),
  message: z.string(),
})

/** Optimistic lock: the `updatedAt` that the application had when the user read it. */
const readAt = z.iso.datetime('Use the time that the application had when you read it')

const yesOrNoIfGiven = z.optional(z.boolean('Choose yes or no'))

/** The new value of `is_accepted` or `is_archived`. Without a value, the call toggles the flag. */
export const acceptanceInput = z.nullish(
  z
    .object({
      is_accepted: yesOrNoIfGiven,
      updatedAt: z.optional(readAt),
      ...overbooking(),
    })
    .check(needsReason()),
)
export const archivalInput = z.nullish(
  z.object({ is_archived: yesOrNoIfGiven, updatedAt: z.optional(readAt) }),
)

export const someIds = z
  .array(id, 'Choose applications')
  .check(z.minLength(1, 'Choose applications'), z.maxLength(mostAtOnce, tooManyAtOnce))

export const declined = z.object({
  is_accepted: z.boolean(),
  is_archived: z.boolean(),
  declined_reason: z.nullable(z.enum(declineReasonIds)),
  message: z.string(),
})

function readVersions() {
  return z
    .record(id, readAt, byIds)
    .check(z.refine((read) => Object.keys(read).length > 0, { error: byIds }))
}

/** Accepting beyond the places of the intake takes a reason, which the history shows. */
function overbooking() {
  return {
    overbook: yesOrNoIfGiven,
    reason: z.optional(optionalLine()),
  }
}

function needsReason() {
  return z.refine<{
    overbook?: boolean | undefined
    twice?: boolean | undefined
    reason?: string | null | undefined
  }>(({ overbook, twice, reason }) => !(overbook || twice) || Boolean(reason), {
    path: ['reason'],
    error: 'Give a reason',
  })
}

/** Beyond this number, no other number may be left between two orders on a waiting list. */
const mostOrder = 1e14
const orderRange = `Use a number from ${-mostOrder} to ${mostOrder}`

/** Undo: the values that the decision has replaced. */
const restored = z.object(
  {
    offer: z.nullable(
      z.object({ ...offer.shape, offeredAt: timestamp }, 'Give the offer, or null'),
    ),
    /** The order on the waiting list: a time in milliseconds, unless staff have moved it. */
    waitingOrder: z.nullable(
      z
        .number('Use a number')
        .check(z.minimum(-mostOrder, orderRange), z.maximum(mostOrder, orderRange)),
    ),
    planned: z.nullable(storedPlan),
  },
  'Give the values to restore',
)

const byIds = 'Give the times of what you read by their ids'

/**
 * A decision on many applications. A property that the decision omits does not change. Accepting,
 * unarchiving or `decline: null` takes a decline back.
 */
export const decisions = z
  .object({
    ids: someIds,
    /** Optimistic lock of an undo: applications with another `updatedAt` do not change. */
    updatedAt: z.optional(z.iso.datetime('Use the time that the decision to undo gave')),
    /** Optimistic lock: by id, the `updatedAt` that each application had when the user read it. */
    read: z.optional(readVersions()),
    is_accepted: yesOrNoIfGiven,
    is_archived: yesOrNoIfGiven,
    decline: z.optional(z.nullable(declineInput)),
    /** Undo of "bring back": the application is withdrawn again, if it ever was withdrawn. */
    is_withdrawn: z.optional(z.literal(true, 'Only applicants withdraw')),
    /** Puts the application on the waiting list of its intake, or takes it off. */
    waiting: yesOrNoIfGiven,
    /** Plans a decision, which the applicant does not see yet. Any other decision removes it. */
    planned: z.optional(z.nullable(plannedDecision)),
    restore: z.optional(restored),
    /** Accepts the same person twice in an intake. It takes a reason. */
    twice: yesOrNoIfGiven,
    ...overbooking(),
  })
  .check(
    z.refine(
      ({ is_accepted, is_archived, is_withdrawn, waiting: isToWait, decline, planned, restore }) =>
        (is_accepted ?? is_archived ?? is_withdrawn ?? isToWait ?? restore) !== undefined ||
        decline !== undefined ||
        planned !== undefined,
      { path: ['is_accepted'], error: 'Say what to decide' },
    ),
    needsReason(),
    z.refine(
      ({ is_accepted, is_archived, decline }) =>
        !decline || (is_accepted !== true && is_archived !== false),
      { path: ['decline'], error: 'What is declined is archived, and not accepted' },
    ),
  )

/** The decisions that undo a decision. The list is empty if the decision changed nothing. */
const undo = z.array(
  z.object({
    ids: z.array(id),
    updatedAt: timestamp,
    is_accepted: z.optional(z.boolean()),
    is_archived: z.optional(z.boolean()),
    decline: z.optional(z.nullable(storedDecline)),
    is_withdrawn: z.optional(z.literal(true)),
    restore: z.optional(restored),
  }),
)

export const acceptance = z.object({ is_accepted: z.boolean(), undo, message: z.string() })
export const archival = z.object({ is_archived: z.boolean(), undo, message: z.string() })

export const decided = z.object({
  changed: z.array(id),
  /** The ids of skipped applications: changed by another user, withdrawn, or deleted. */
  left: z.array(id),
  /** Those skipped applications that do not exist any more. */
  deleted: z.array(id),
  /** Those skipped applications for which their intake has no free place; missing if there are none. */
  withoutPlace: z.optional(z.array(id)),
  undo,
  message: z.string(),
})

/** Carries out the planned decisions of these applications. */
export const sending = z.object({
  ids: someIds,
  read: z.optional(readVersions()),
})

/** The messages that sending the planned decisions would cause. */
export const sendingPreview = z.object({
  messages: z.array(
    z.object({
      application: z.object({ _id: id, name: z.string() }),
      transport: z.enum(transports),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
    }),
  ),
  sms: smsTotal,
  /** Sentences about what cannot be sent, for example because places are missing. */
  warnings: z.array(z.string()),
})

/** The query of the SMS that a decision would cause. */
export const smsPreviewQuery = z.object({
  ids: someIds,
  decision: z.union(
    [z.object({ is_accepted: z.literal(true) }), z.object({ decline: declineInput })],
    'Say what to decide',
  ),
})

/** The SMS that a decision would cause, and its text in each language for a made-up applicant. */
export const smsPreview = z.extend(smsTotal, {
  texts: z.object({ en: z.string(), sw: z.string() }),
})

/** The user who works on the application; null for nobody. */
export const assigneeInput = z.object({ user: z.nullable(reference()) })

/** The new rank on the waiting list; null for the order of arrival. */
export const rankInput = z.object({
  rank: z.nullable(z.int('Use a whole number').check(z.minimum(1, 'Use a number from 1 on'))),
})

export const applicationCounts = z.object({
  total: z.number(),
  active: z.number(),
  pending: z.number(),
  accepted: z.number(),
  archived: z.number(),
  /** Declined and withdrawn applications also count as archived. */
  declined: z.number(),
  withdrawn: z.number(),
  /** Active applications that may be of the same person as another one of the intake. */
  possiblyTwice: z.number(),
  /** Active applications of which a paper is missing or was sent back. */
  papersMissing: z.number(),
})

/** The idempotency key of a submission. A repeat with the same key creates no new application. */
export const idempotencyKey = z
  .string()
  .check(z.regex(/^[\w-]{8,100}$/, 'Use 8 to 100 letters, digits, - or _'))

export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.optional(idempotencyKey),
})

export type Application = z.infer<typeof application>
export type ApplicationSubmission = z.output<typeof applicationSubmission>
export type ApplicationInput = z.output<typeof applicationInput>
export type ApplicationQuery = z.output<typeof applicationQuery>
/** The filters of the list that staff see and remove one by one. */
export type ApplicationFilter = Exclude<
  keyof ApplicationQuery,
  'q' | 'sort' | 'limit' | 'page' | 'view' | 'includeArchived'
>
export type ApplicationExportQuery = z.output<typeof applicationExportQuery>
export type DeclineInput = z.output<typeof declineInput>
export type Decisions = z.output<typeof decisions>
export type Sending = z.output<typeof sending>
export type Decided = z.infer<typeof decided>
export type PlannedDecision = z.output<typeof plannedDecision>
export type RestoredDecision = z.output<typeof restored>
export type SendingPreview = z.infer<typeof sendingPreview>
export type SmsPreview = z.infer<typeof smsPreview>
export type SmsPreviewQuery = z.output<typeof smsPreviewQuery>
export type ApplicationCounts = z.infer<typeof applicationCounts>
export type ApplicationStatus = (typeof applicationStatuses)[number]
