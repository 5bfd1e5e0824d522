import { earliestStartDate, genders, yearsOfStudy } from '../constants.ts'
import type { Sentence } from '../language/kiswahili.ts'

// The questions of the application form: each stands here once, in the order of the form. The
// schemas, the form, the answers to check, the applicant's copy, the database rows and the back
// office derive from this table. docs/how-to.md says how to add a question.

/** The sections of the form, in its order. */
export const sections = {
  personal: 'Personal Information',
  academic: 'Academic Information',
  documents: 'Documents & Availability',
  statements: 'Personal Statements',
  links: 'Professional Links',
  agreements: 'Agreements',
} as const satisfies Record<string, Sentence>

export type SectionId = keyof typeof sections

/** What a document is for. Stored in the database and part of the API. */
export const documentPurposes = ['cv', 'cover_letter'] as const

export type DocumentPurpose = (typeof documentPurposes)[number]

/** A file that answers a question in place of a link. */
interface DocumentAnswer {
  purpose: DocumentPurpose
  /** The field of a submission that holds the upload key. */
  key: `${string}_document`
  /** The file control of the form without JavaScript. */
  file: `${string}_file`
}

/** The public form requires the most answers, the API fewer, and the form of staff the fewest. */
export type AnswerSource = 'form' | 'api' | 'staff'

interface Base {
  section: SectionId
  label: Sentence
  hint?: Sentence
  /** Sources that may leave the answer empty. An unticked checkbox counts as an answer. */
  optionalFor?: readonly AnswerSource[]
  autoComplete?: string
}

/** A question. `kind` decides the form control, the validation, and how the answer is shown. */
export type Question = Base &
  (
    | { kind: 'line' | 'name' | 'paragraph' | 'email' | 'phone' }
    /** A link. With `document`, applicants must give either the link or a file. */
    | { kind: 'url'; document?: DocumentAnswer }
    /**
     * A calendar day. `earliest` is the first allowed day, with the error for days before it. `years`
     * are counted from today and bind applicants, not staff, who also edit old records.
     */
    | {
        kind: 'day'
        earliest?: { day: string; message: Sentence }
        years?: { from?: number; to: number; message: Sentence }
      }
    /** A record of the back office by its id: an institution, a course or a department. */
    | { kind: 'record' }
    /** One of several options. `initial` is the option that a new form has selected. */
    | { kind: 'choice'; options: readonly Sentence[]; initial?: string }
    /** Several of the options, as checkboxes. The answer is one text: 'Option A; Option B'. */
    | { kind: 'choices'; options: readonly Sentence[] }
    /** Yes or no. `fallback` is used if an API call omits the answer. */
    | { kind: 'flag'; fallback: boolean }
    /** A checkbox that must be ticked. */
    | { kind: 'agreement' }
  )

const anyone = ['form', 'api', 'staff'] as const
const staff = ['staff'] as const

export const questions = {
  first_name: {
    kind: 'name',
    section: 'personal',
    label: 'First name',
    autoComplete: 'given-name',
  },
  middle_name: {
    kind: 'name',
    section: 'personal',
    label: 'Middle name',
    autoComplete: 'additional-name',
    optionalFor: anyone,
  },
  last_name: {
    kind: 'name',
    section: 'personal',
    label: 'Last name',
    autoComplete: 'family-name',
  },
  email: {
    kind: 'email',
    section: 'personal',
    label: 'Email address',
    hint: 'We answer by email.',
    autoComplete: 'email',
  },
  phone_number: {
    kind: 'phone',
    section: 'personal',
    label: 'Phone number',
    hint: 'For example 0712 345 678 or +254 712 345 678. We call only about your application.',
    autoComplete: 'tel',
  },
  gender: {
    kind: 'choice',
    section: 'personal',
    label: 'Gender',
    hint: 'For our statistics, without names.',
    options: genders,
    initial: 'Male',
    autoComplete: 'sex',
  },
  date_of_birth: {
    kind: 'day',
    section: 'personal',
    label: 'Date of birth',
    hint: 'For example 27 March 2004. For our statistics, and to see who applies twice.',
    years: {
      from: -100,
      to: -14,
      message: 'Check the year: applicants are between 14 and 100 years old',
    },
    autoComplete: 'bday',
  },
  residential_location: {
    kind: 'line',
    section: 'personal',
    label: 'Where you live',
    hint: 'Your estate or village, and the town: so we know how far you would travel.',
    autoComplete: 'address-level2',
  },
  institution: { kind: 'record', section: 'academic', label: 'Institution' },
  course: { kind: 'record', section: 'academic', label: 'Course' },
  year_of_study: {
    kind: 'choice',
    section: 'academic',
    label: 'Year of study',
    options: yearsOfStudy,
    initial: 'Year 2',
  },
  expected_graduation_date: {
    kind: 'day',
    section: 'academic',
    label: 'Expected graduation date',
    years: { to: 15, message: 'Choose a day at most 15 years from now' },
  },
  department: { kind: 'record', section: 'academic', label: 'Department you want to join' },
  resume_url: {
    kind: 'url',
    section: 'documents',
    label: 'CV',
    hint: 'A link to the file, starting with https://. Anyone with the link must be able to view it.',
    optionalFor: anyone,
    document: { purpose: 'cv', key: 'resume_document', file: 'resume_file' },
  },
  cover_letter_url: {
    kind: 'url',
    section: 'documents',
    label: 'Cover letter',
    hint: 'A link to the file, starting with https://. Anyone with the link must be able to view it.',
    optionalFor: anyone,
    document: {
      purpose: 'cover_letter',
      key: 'cover_letter_document',
      file: 'cover_letter_file',
    },
  },
  available_start_date: {
    kind: 'day',
    section: 'documents',
    label: 'Available start date',
    hint: 'From 1 September 2025.',
    earliest: { day: earliestStartDate, message: 'Choose 1 September 2025 or a later day' },
    years: { to: 5, message: 'Choose a day at most 5 years from now' },
    optionalFor: ['api', 'staff'],
  },
  can_attend_onsite: {
    kind: 'flag',
    section: 'documents',
    label: 'I can attend on site',
    fallback: true,
  },
  about_yourself: {
    kind: 'paragraph',
    section: 'statements',
    label: 'About yourself',
    hint: 'Who you are, what you study and what you love to make.',
  },
  community_engagement_statement: {
    kind: 'paragraph',
    section: 'statements',
    label: 'Community engagement',
    hint: 'What you have done, or want to do, for the people around you.',
  },
  understanding_of_swahilipot: {
    kind: 'paragraph',
    section: 'statements',
    label: 'Your understanding of our foundation',
    hint: 'What you know about our work, and why you want to do your attachment here.',
  },
  linkedin_url: {
    kind: 'url',
    section: 'links',
    label: 'LinkedIn URL',
    hint: 'For example https://www.linkedin.com/in/your-name',
    optionalFor: staff,
  },
  github_url: {
    kind: 'url',
    section: 'links',
    label: 'GitHub URL',
    hint: 'For example https://github.com/your-name',
    optionalFor: anyone,
  },
  agree_terms: { kind: 'agreement', section: 'agreements', label: 'I agree to the terms' },
  agree_communications: {
    kind: 'flag',
    section: 'agreements',
    label: 'I agree to receive communications: news and opportunities',
    fallback: false,
  },
} as const satisfies Record<string, Question>

export type QuestionName = keyof typeof questions

export const questionNames = Object.keys(questions) as QuestionName[]

export function questionOf(name: QuestionName): Question {
  return questions[name]
}

export function questionsOf(section: SectionId) {
  return questionNames.filter((name) => questions[name].section === section)
}

/** The initial answers of a new form. `today` is the day in Kenya, as YYYY-MM-DD. */
export function initialAnswers(today: string): Record<string, string | boolean> {
  const answers = questionNames.map((name) => [name, initialAnswer(questionOf(name), today)])
  return Object.fromEntries(answers.filter(([, answer]) => answer))
}

function initialAnswer(question: Question, today: string) {
  if (question.kind === 'choice') return question.initial
  if (question.kind === 'day' && question.earliest) {
    const { day } = question.earliest
    return today > day ? today : day
  }
  return question.kind === 'flag' && question.fallback
}

export function isOptional(name: QuestionName, source: AnswerSource) {
  return questionOf(name).optionalFor?.includes(source) ?? false
}

/** The questions that a file can answer, with the names of its fields. */
export const documentQuestions = questionNames.flatMap((name) => {
  const question = questionOf(name)
  return question.kind === 'url' && question.document ? [{ name, ...question.document }] : []
})

export function questionOfPurpose(purpose: DocumentPurpose) {
  return documentQuestions.find((question) => question.purpose === purpose)!
}

/**
 * The fields for the name of an institution or course that is not in the list. An answer is either a
 * record of the list or such a name.
 */
export const typedNames = { institution: 'institution_name', course: 'course_name' } as const

type TypedQuestion = keyof typeof typedNames

type TypedNames = Record<(typeof typedNames)[TypedQuestion], string | null>

export function canBeTyped(name: QuestionName): name is TypedQuestion {
  return name in typedNames
}

/** The typed name that answers a question; null if there is none. */
export function typedAnswer(name: QuestionName, answers: object): string | null {
  const typed: unknown = canBeTyped(name) && Object(answers)[typedNames[name]]
  return (typeof typed === 'string' && typed) || null
}

/** The field of a submission that holds the upload key of a document. */
export type DocumentKey = {
  [Name in QuestionName]: (typeof questions)[Name] extends { document: { key: infer Key } }
    ? Key
    : never
}[QuestionName]

/** The questions that are one checkbox each. */
export const flagNames = questionNames.filter((name) => isFlag(questionOf(name)))

export function isFlag({ kind }: Question) {
  return kind === 'flag' || kind === 'agreement'
}

/** Joins several chosen options to one text. No option may contain ';'. */
export function joinValues(values: readonly string[]) {
  return values.join('; ')
}

export function splitValues(answer: string) {
  return answer.split('; ').filter(Boolean)
}

type KindOf<Name extends QuestionName> = (typeof questions)[Name]['kind']

type Answer<Name extends QuestionName> =
  KindOf<Name> extends 'flag' | 'agreement'
    ? boolean
    : (typeof questions)[Name] extends {
          kind: 'choice'
          options: readonly (infer Option extends string)[]
        }
      ? Option
      : string

type Missing<
  Name extends QuestionName,
  Source extends AnswerSource,
> = (typeof questions)[Name] extends {
  optionalFor: readonly (infer May)[]
}
  ? Source extends May
    ? null
    : never
  : never

export type RecordName = {
  [Name in QuestionName]: KindOf<Name> extends 'record' ? Name : never
}[QuestionName]

/** Validated answers. The source (form, API or staff) decides which answers may be empty. */
export type AnswersTo<Source extends AnswerSource> = TypedNames & {
  [Name in QuestionName]:
    | Answer<Name>
    | Missing<Name, Source>
    | (Name extends TypedQuestion ? null : never)
}

/**
 * The columns of the answers in the table `attachments`. In old applications, the institution,
 * course or department may be null.
 */
export type AnswerColumns = TypedNames & {
  [Name in QuestionName]: AnswersTo<'staff'>[Name] | (KindOf<Name> extends 'record' ? null : never)
}
