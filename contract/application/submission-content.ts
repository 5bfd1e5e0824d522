import { isEmptyAnswer } from '../intake/extra-answers.ts'
import type { ApplicationSubmission } from './application.ts'
import { type Question, type QuestionName, questions } from './questions.ts'

/**
 * The content of a submission: two submissions with the same content are the same application. Its
 * hash is stored with the idempotency key, and is itself the key of a form without JavaScript.
 * Language, consent and the number of the question set are left out. A question that was added later
 * counts only if it is answered, so that the content stays the same after an upgrade. Callers pass the
 * SHA-256 of a file in place of its upload key, which is another one each time the same file is uploaded.
 */
export function contentOf({
  language: _,
  consent: __,
  questionSet: ___,
  extra,
  ...answers
}: ApplicationSubmission) {
  const given = new Map<string, unknown>([...Object.entries(answers), ['extra', givenExtra(extra)]])
  const content = firstQuestions.map((name) => [name, given.get(name)] as const)
  const later = [...given]
    .filter(([name, answer]) => !isFirst(name) && !isUnanswered(name, answer))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries<unknown>([...content, ...later])
}

/** The answers that are not empty, in the order of their ids; null without any. */
export function givenExtra(sent: Record<string, unknown> | null) {
  const given = Object.entries(sent ?? {}).filter(([, value]) => !isEmptyAnswer(value))
  if (given.length === 0) return null
  return Object.fromEntries(given.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether an answer has the value that a submission without this question would have. */
function isUnanswered(name: string, answer: unknown) {
  const question = (questions as Record<string, Question>)[name]
  if (name === 'contact_by') return answer === 'email'
  return question?.kind === 'flag' ? answer === question.fallback : answer === null
}

function isFirst(name: string) {
  return firstQuestions.some((first) => first === name)
}

/** The questions of the first version. Stored hashes depend on their order, so never change it. */
const firstQuestions = [
  'first_name',
  'middle_name',
  'last_name',
  'phone_number',
  'email',
  'gender',
  'date_of_birth',
  'residential_location',
  'institution',
  'department',
  'course',
  'year_of_study',
  'expected_graduation_date',
  'available_start_date',
  'can_attend_onsite',
  'about_yourself',
  'community_engagement_statement',
  'understanding_of_swahilipot',
  'github_url',
  'agree_communications',
  'linkedin_url',
  'resume_url',
  'cover_letter_url',
  'agree_terms',
] as const satisfies QuestionName[]
