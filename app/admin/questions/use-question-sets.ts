import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import {
  canBeFiltered,
  type IntakeQuestion,
  type QuestionSet,
} from '../../../contract/intake/intake-questions.ts'
import { queryOf } from '../../api/session.ts'

/** The published sets of an intake, the newest first. `intake`: empty for none. */
export function useQuestionSets(intake: string) {
  return useQuery({
    ...queryOf(['intakes', 'question sets', intake], api.intakeQuestions.sets, {
      params: { _id: intake },
    }),
    enabled: intake !== '',
    meta: { failed: 'Failed to load the questions of the intake' },
  })
}

/** The questions whose answers staff filter by, with the options of all sets. */
export function filteredQuestions([newest, ...older]: readonly QuestionSet[]): IntakeQuestion[] {
  const questions = newest?.questions.filter(({ kind }) => canBeFiltered(kind)) ?? []
  return questions.map((question) => {
    const same = older.flatMap((set) => set.questions.filter(({ _id }) => _id === question._id))
    const options = [question, ...same].flatMap((one) => one.options)
    // Each option as in the newest set that has it.
    const first = (id: string) => options.findIndex(({ _id }) => _id === id)
    return { ...question, options: options.filter(({ _id }, index) => first(_id) === index) }
  })
}
