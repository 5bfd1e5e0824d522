import * as z from 'zod/mini'
import { consentField } from './consent.ts'
import { listQuery } from './endpoint.ts'
import {
  choice,
  day,
  email,
  flag,
  id,
  line,
  moment,
  nameRef,
  oneOf,
  optional,
  paragraph,
  phone,
  reference,
  timestamp,
  url,
} from './fields.ts'
import { languages } from './languages.ts'
import {
  applicationStatuses,
  declineReasonIds,
  earliestStartDate,
  genders,
  referenceIdPattern,
  yearsOfStudy,
} from './constants.ts'

/** An industrial attachment application as the back office reads it (specification, section 3). */
export const application = z.object({
  _id: id,
  referenceId: z.string(),
  first_name: z.string(),
  middle_name: z.nullable(z.string()),
  last_name: z.string(),
  phone_number: z.string(),
  email: z.string(),
  gender: z.enum(genders),
  date_of_birth: z.string(),
  residential_location: z.string(),
  institution: nameRef,
  department: nameRef,
  course: nameRef,
  year_of_study: z.enum(yearsOfStudy),
  expected_graduation_date: z.string(),
  available_start_date: z.nullable(z.string()),
  can_attend_onsite: z.boolean(),
  about_yourself: z.string(),
  community_engagement_statement: z.string(),
  understanding_of_swahilipot: z.string(),
  linkedin_url: z.nullable(z.string()),
  github_url: z.nullable(z.string()),
  resume_url: z.nullable(z.string()),
  cover_letter_url: z.nullable(z.string()),
  agree_terms: z.boolean(),
  agree_communications: z.boolean(),
  is_accepted: z.boolean(),
  is_archived: z.boolean(),
  /** Why it is declined; null where it is not. What is declined is archived, and not accepted. */
  declined_reason: z.nullable(z.enum(declineReasonIds)),
  /** What staff tell the applicant about it. */
  declined_message: z.nullable(z.string()),
  declinedAt: z.nullable(timestamp),
  /** In which the applicant applied, and is answered. */
  language: z.enum(languages),
  /** When the applicant withdrew it; such an application is archived. */
  withdrawnAt: z.nullable(timestamp),
  /** What the applicant has agreed to, and when; null where staff or an import made the record. */
  consent: z.nullable(z.object({ wording: z.string(), agreedAt: timestamp })),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const startDate = day().check(
  z.refine((value) => value >= earliestStartDate, {
    error: 'Choose 1 September 2025 or a later day',
  }),
)

/** What both forms ask; they differ in what may stay empty. */
const answers = {
  first_name: line(),
  middle_name: optional(line()),
  last_name: line(),
  phone_number: phone(),
  email: email(),
  gender: choice(genders),
  date_of_birth: day(),
  residential_location: line(),
  institution: reference(),
  department: reference(),
  course: reference(),
  year_of_study: choice(yearsOfStudy),
  expected_graduation_date: day(),
  available_start_date: optional(startDate),
  can_attend_onsite: flag(true),
  about_yourself: paragraph(),
  community_engagement_statement: paragraph(),
  understanding_of_swahilipot: paragraph(),
  github_url: optional(url()),
  agree_communications: flag(false),
}

/** The public submission (specification, sections 3 and 5). */
export const applicationSubmission = z.object({
  ...answers,
  linkedin_url: url(),
  resume_url: url(),
  cover_letter_url: url(),
  agree_terms: z.literal(true, 'You must agree to terms'),
  /** Of the page that sends it. */
  language: z._default(choice(languages, 'Please reload the page and send once more'), 'en'),
  consent: consentField,
})

/** The same as the public form asks it: there the start date is required. */
export const applicationFormInput = z.extend(applicationSubmission, {
  available_start_date: startDate,
})

/** What staff save: the links may be missing, the status can be set. */
export const applicationInput = z.object({
  ...answers,
  linkedin_url: optional(url()),
  resume_url: optional(url()),
  cover_letter_url: optional(url()),
  agree_terms: z.literal(true, 'You must agree to the terms'),
  is_accepted: flag(false),
  is_archived: flag(false),
})

/** The fields that staff must fill in, in the order in which the message lists them. */
const requiredOfStaff = [
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
] as const

/**
 * The one sentence that says what is wrong with a staff form (specification, section 5): missing
 * fields first, then the terms, then the first other message.
 */
export function applicationInputMessage(
  values: Record<string, unknown>,
  fields: Record<string, string>,
) {
  const missing = requiredOfStaff.filter((name) => isEmpty(values[name]))
  if (missing.length > 0) return `Please fill in all required fields: ${missing.join(', ')}`
  const [wrong] = Object.entries(fields)
  return fields['agree_terms'] ?? `Please check ${wrong?.join(': ') ?? 'the fields'}`
}

function isEmpty(value: unknown) {
  if (typeof value === 'string') return value.trim() === ''
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
  'createdAt',
] as const

/** The id of what is referred to, or 'none' for the applications that refer to nothing. */
const referredTo = z.optional(z.union([z.literal('none'), id], 'Choose from the list'))

const yesOrNo = oneOf(['true', 'false'])

/** The list's query; archived applications are left out unless they are asked for. */
export const applicationQuery = z.extend(listQuery(sortable), {
  includeArchived: z._default(yesOrNo, 'false'),
  /** One of the two lists of the back office. */
  view: z.optional(oneOf(['active', 'archived'])),
  status: z.optional(oneOf(applicationStatuses)),
  /** Whether they are accepted; those that are archived may be it, too. */
  accepted: z.optional(yesOrNo),
  /** The withdrawn or the declined ones, or those that are declined for one reason. */
  decision: z.optional(oneOf(['withdrawn', 'declined', ...declineReasonIds])),
  institution: referredTo,
  course: referredTo,
  department: referredTo,
  /** Received at or after this moment. */
  since: z.optional(moment),
  /** Received before this moment. */
  before: z.optional(moment),
})

/** The most applications that are decided on or exported at once. */
export const mostAtOnce = 200
export const tooManyAtOnce = `Choose at most ${mostAtOnce} applications`

/** In UTF-16 code units. */
export const longestDeclineMessage = 1000

/** Ids between commas, up to 200. */
export const idList = z.pipe(
  z.string('Use ids between commas').check(z.maxLength(mostAtOnce * 37, 'Choose at most 200')),
  z.pipe(
    z.transform((value: string) => value.split(',')),
    z.array(id).check(z.maxLength(mostAtOnce, 'Choose at most 200')),
  ),
)

/** The export's query: without any filter it holds every application. */
export const applicationExportQuery = z.extend(applicationQuery, {
  includeArchived: z._default(yesOrNo, 'true'),
  /** Only these, where they pass the filters. */
  ids: z.optional(idList),
})

export const applicationReceipt = z.object({
  referenceId: z.string().check(z.regex(referenceIdPattern)),
  message: z.string(),
})

/** Of an application as whoever decides has read it: what somebody else has changed since stays. */
const readAt = z.iso.datetime('Use the time that the application had when you read it')

/** What the two calls that flip make of an application where they are told. */
export const acceptanceInput = z.nullish(
  z.object({
    is_accepted: z.optional(z.boolean('Choose yes or no')),
    updatedAt: z.optional(readAt),
  }),
)
export const archivalInput = z.nullish(
  z.object({
    is_archived: z.optional(z.boolean('Choose yes or no')),
    updatedAt: z.optional(readAt),
  }),
)

/** The ids of 1 to 200 applications. */
export const someIds = z
  .array(id, 'Choose applications')
  .check(z.minLength(1, 'Choose applications'), z.maxLength(mostAtOnce, tooManyAtOnce))

/** Why an application is declined, and what the applicant is told besides. */
export const declineInput = z.object(
  {
    reason: choice(declineReasonIds, 'Choose a reason'),
    message: optional(paragraph('Required', longestDeclineMessage)),
  },
  'Give a reason, or null',
)

export const declined = z.object({
  is_accepted: z.boolean(),
  is_archived: z.boolean(),
  declined_reason: z.nullable(z.enum(declineReasonIds)),
  message: z.string(),
})

const byIds = 'Give the times of what you read by their ids'

/**
 * What becomes of many applications at once; what is left out stays as it is. To accept or unarchive
 * a declined one takes the decline away; so does `decline: null`, whatever the flags.
 */
export const decisions = z
  .object({
    ids: someIds,
    /** Of what an undo is to find: whatever was changed at another moment is left as it is. */
    updatedAt: z.optional(z.iso.datetime('Use the time that the decision to undo gave')),
    /** When each was last changed as it was read, by its id. */
    read: z.optional(
      z
        .record(id, readAt, byIds)
        .check(z.refine((read) => Object.keys(read).length > 0, { error: byIds })),
    ),
    is_accepted: z.optional(z.boolean('Choose yes or no')),
    is_archived: z.optional(z.boolean('Choose yes or no')),
    decline: z.optional(z.nullable(declineInput)),
    /** Takes back that a withdrawn one was brought back; what nobody withdrew stays as it is. */
    is_withdrawn: z.optional(z.literal(true, 'Only applicants withdraw')),
  })
  .check(
    z.refine(
      ({ is_accepted, is_archived, decline, is_withdrawn }) =>
        (is_accepted ?? is_archived ?? is_withdrawn) !== undefined || decline !== undefined,
      { path: ['is_accepted'], error: 'Say what to decide' },
    ),
    z.refine(
      ({ is_accepted, is_archived, decline }) =>
        !decline || (is_accepted !== true && is_archived !== false),
      { path: ['decline'], error: 'What is declined is archived, and not accepted' },
    ),
  )

/** The decisions that undo one; none where nothing was changed by it. */
const undo = z.array(
  z.object({
    ids: z.array(id),
    updatedAt: timestamp,
    is_accepted: z.optional(z.boolean()),
    is_archived: z.optional(z.boolean()),
    decline: z.optional(
      z.nullable(z.object({ reason: z.enum(declineReasonIds), message: z.nullable(z.string()) })),
    ),
    is_withdrawn: z.optional(z.literal(true)),
  }),
)

export const acceptance = z.object({ is_accepted: z.boolean(), undo, message: z.string() })
export const archival = z.object({ is_archived: z.boolean(), undo, message: z.string() })

export const decided = z.object({
  /** The applications that were not so before. */
  changed: z.array(id),
  /** Those that could not be decided on: changed meanwhile, withdrawn, or there no more. */
  left: z.array(id),
  undo,
  message: z.string(),
})

export const applicationCounts = z.object({
  total: z.number(),
  active: z.number(),
  pending: z.number(),
  accepted: z.number(),
  archived: z.number(),
  /** Of the archived ones. */
  declined: z.number(),
  withdrawn: z.number(),
})

/** A key of the applicant's page: a repeat under the same key is the same application. */
export const idempotencyKey = z
  .string()
  .check(z.regex(/^[\w-]{8,100}$/, 'Use 8 to 100 letters, digits, - or _'))

/** The answers alone: in whichever language they are sent again, they are the same application. */
export function contentOf({ language: _, consent: __, ...answers }: ApplicationSubmission) {
  return answers
}

export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.optional(idempotencyKey),
})

export type Application = z.infer<typeof application>
export type ApplicationSubmission = z.output<typeof applicationSubmission>
export type ApplicationInput = z.output<typeof applicationInput>
export type ApplicationQuery = z.output<typeof applicationQuery>
export type ApplicationExportQuery = z.output<typeof applicationExportQuery>
export type DeclineInput = z.output<typeof declineInput>
export type Decisions = z.output<typeof decisions>
export type Decided = z.infer<typeof decided>
export type ApplicationCounts = z.infer<typeof applicationCounts>
export type ApplicationStatus = (typeof applicationStatuses)[number]
