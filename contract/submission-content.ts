import type { ApplicationSubmission } from './application.ts'
import { type Question, type QuestionName, questions } from './questions.ts'

/**
 * The content of a submission, by which a repeat is known: the basis of the fingerprint beside an
 * idempotency key, and of the key of a form without JavaScript. Language and consent are left out:
 * the same answers in another language are the same application. A later question counts only where
 * it is answered, so a repeat across an upgrade stays a repeat.
 */
export function contentOf({ language: _, consent: __, ...answers }: ApplicationSubmission) {
  const given = new Map<string, unknown>(Object.entries(answers))
  const content = firstQuestions.map((name) => [name, given.get(name)] as const)
  const later = [...given]
    .filter(([name, answer]) => !isFirst(name) && !isUnanswered(name, answer))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries<unknown>([...content, ...later])
}

/** Whether a submission without the question would be read the same. */
function isUnanswered(name: string, answer: unknown) {
  const question = (questions as Record<string, Question>)[name]
  return question?.kind === 'flag' ? answer === question.fallback : answer === null
}

function isFirst(name: string) {
  return firstQuestions.some((first) => first === name)
}

/** The questions of the first version in the order of its fingerprints, which are stored: fixed. */
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
