import { givenExtra } from '../../../contract/application/submission-content.ts'
import { checkExtra } from '../../../contract/intake/extra-answers.ts'
import { extraControl } from '../../../contract/intake/extra-controls.ts'
import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'
import { extraPurpose } from '../../../contract/intake/paper-kinds.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import { invalidAnswer, PublicError } from '../domain-error.ts'
import { type ExtraColumn, storedAnswers } from '../extra-column.ts'
import { askedIn, type StoredSet } from '../questions/question-sets.ts'
import { hashToken } from '../tokens.ts'
import type { NamedUpload } from './documents.ts'

/** Answers that fit their questions. */
interface JudgedExtra {
  /** The files among them. */
  uploads: NamedUpload[]
  /** The answers as they are stored, once the ids of these files are known. */
  extraWith: (documents: readonly string[]) => ExtraColumn
}

type Sent = Record<string, unknown> | null

/**
 * Judges the answers of a submission by the set that its form has shown, which may be an older one: nobody
 * is refused because staff have changed the questions since.
 */
export function judgeExtra(
  sets: readonly StoredSet[],
  questionSet: number | null,
  sent: Sent,
): JudgedExtra | PublicError<Sentence> {
  const set = sets.find(({ number }) => number === questionSet)
  if (set) {
    const stopped = set.questions.filter((question) => question.stopped)
    return judgeAnswers(set, [...askedIn(set, 'applying'), ...stopped], sent)
  }
  if (questionSet !== null || givenExtra(sent)) {
    return invalidAnswer('questionSet', 'Please reload the page and send once more')
  }
  return { uploads: [], extraWith: () => ({}) }
}

/** Judges answers to some questions of a set. `earlier` are stored answers to others. */
export function judgeAnswers(
  { number }: StoredSet,
  questions: readonly IntakeQuestion[],
  sent: Sent,
  earlier: ExtraColumn = {},
): JudgedExtra | PublicError<Sentence> {
  const { answers, fields } = checkExtra(questions, sent ?? {})
  if (Object.keys(fields).length > 0) {
    const sentence = 'Failed to submit application. Please check all fields and try again.'
    return new PublicError<Sentence>('invalid', sentence, { errors: fields })
  }
  const files = questions.filter(({ _id, kind }) => kind === 'file' && _id in answers)
  return {
    uploads: files.map(({ _id }) => ({
      field: extraControl(_id),
      purpose: extraPurpose,
      keyHash: hashToken(String(answers[_id])),
    })),
    extraWith(documents) {
      const ids = files.map(({ _id }, index) => [_id, documents[index]!])
      const given = { ...answers, ...Object.fromEntries(ids) }
      return { ...earlier, ...storedAnswers({ number, questions }, given) }
    },
  }
}
