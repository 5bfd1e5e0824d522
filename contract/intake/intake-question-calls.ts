import * as z from 'zod/mini'

import { adminCall } from '../endpoint.ts'
import { id, reference } from '../fields.ts'
import { oneTimeLink } from '../one-time-link.ts'
import {
  intakeQuestions,
  intakeQuestionsInput,
  questionId,
  questionSet,
} from './intake-questions.ts'

const questionParams = z.object({ _id: id, questionId })

/** The `updatedAt` of the draft that the user read; null before its first save. */
const readAt = z._default(
  z.nullable(z.iso.datetime('Use the time that the draft had when you read it')),
  null,
)

const readNumber = 'Use the number that the newest set had when you read it'

/** The draft and the set that the user has read: the time of the one, and the number of the other, 0 for none. */
const publication = z.nullish(
  z.object({
    updatedAt: readAt,
    number: z.optional(z.int(readNumber).check(z.minimum(0, readNumber))),
  }),
)

const typeNumber = 'Type the number of answers'

/** The calls of the back office for the questions that an intake asks. */
export const intakeQuestionCalls = {
  get: adminCall.get(
    '/admin/intakes/:_id/questions',
    'Read the questions of an intake: the draft and the set that is asked',
    { response: intakeQuestions },
  ),
  save: adminCall.put(
    '/admin/intakes/:_id/questions',
    'Save the draft of the questions; nobody is asked them before they are published',
    {
      body: z.object({ questions: intakeQuestionsInput, updatedAt: readAt }),
      response: intakeQuestions,
      hasFieldPaths: true,
      longestBody: 2_000_000,
    },
  ),
  publish: adminCall.post(
    '/admin/intakes/:_id/questions/publish',
    'Publish the draft as the next set, which never changes',
    { body: publication, response: questionSet },
  ),
  copy: adminCall.post(
    '/admin/intakes/:_id/questions/copy',
    'Replace the draft by the questions of another intake, with new ids',
    { body: z.object({ from: reference() }), response: intakeQuestions },
  ),
  sets: adminCall.get(
    '/admin/intakes/:_id/questions/sets',
    'List the published sets of an intake, newest first',
    { response: z.array(questionSet) },
  ),
  eraseAnswers: adminCall.delete(
    '/admin/intakes/:_id/questions/:questionId/answers',
    'Erase all answers to a question; `confirm` is their number',
    {
      params: questionParams,
      body: z.object({ confirm: z.int(typeNumber).check(z.minimum(0, typeNumber)) }),
      response: z.object({ erased: z.number() }),
    },
  ),
  request: adminCall.post(
    '/admin/attachments/:_id/questions/request',
    'Ask an applicant for missing answers by a one-time link',
    { response: oneTimeLink },
  ),
} as const

export { questionsPath } from './intake-questions.ts'
