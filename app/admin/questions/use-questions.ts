import { useQuery, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type {
  IntakeQuestion,
  IntakeQuestionInput,
  IntakeQuestions,
} from '../../../contract/intake/intake-questions.ts'
import { ApiError } from '../../api/call.ts'
import { queryOf, request } from '../../api/session.ts'
import { useAction } from '../use-action.ts'

export type QuestionDraft = IntakeQuestions['draft']

/** The questions of a draft after an edit. It throws if the edit does not fit the draft any more. */
type DraftEdit = (draft: QuestionDraft) => (IntakeQuestion | IntakeQuestionInput)[]

interface SmallEdit {
  edit: DraftEdit
  done: (saved: QuestionDraft) => string
  /** The edit that takes it back, for the Undo button of its toast. */
  undo?: SmallEdit
}

const keyOf = (intake: string) => ['intakes', 'questions', intake]

/** The draft and the published questions of an intake. */
export function useQuestions(intake: string) {
  return useQuery(queryOf(keyOf(intake), api.intakeQuestions.get, { params: { _id: intake } }))
}

/** Saves small edits of the draft at once, one after the other. */
export function useDraftEdit(intake: string) {
  const queryClient = useQueryClient()
  const action = useAction({
    do: async ({ edit }: SmallEdit) => {
      const { draft } = queryClient.getQueryData<IntakeQuestions>(keyOf(intake))!
      const saved = await saveEdit(intake, draft, edit)
      queryClient.setQueryData(keyOf(intake), saved)
      return saved.draft
    },
    done: (saved, { done }) => done(saved),
    undo: (_saved, { undo }): (() => void) | undefined => undo && (() => action.mutate(undo)),
    failed: 'Failed to save the draft',
    scope: `questions of ${intake}`,
  })
  return action
}

/** The most attempts to save an edit while others save, too. */
const attempts = 3

/**
 * Saves an edit of the draft under its optimistic lock. If somebody else has saved meanwhile, the edit is
 * made in what they have stored.
 */
export async function saveEdit(
  intake: string,
  read: QuestionDraft,
  edit: DraftEdit,
  attempt = 1,
): Promise<IntakeQuestions> {
  const questions = edit(read)
  const body = { questions, updatedAt: read.updatedAt }
  try {
    return await request(api.intakeQuestions.save, { params: { _id: intake }, body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const current = error.current as unknown as IntakeQuestions | undefined
    if (current && attempt < attempts) return saveEdit(intake, current.draft, edit, attempt + 1)
    throw current ? error : withQuestion(error, questions)
  }
}

/** The path of an error within the list of questions. */
const path = /^questions\.(\d+)\./

/** An error whose message names the question that is wrong. */
function withQuestion(error: ApiError, questions: readonly { label: string }[]) {
  const [[name, message] = []] = Object.entries(error.fields ?? {})
  if (name === undefined || message === undefined) return error
  const label = questions[Number(path.exec(name)?.[1])]?.label
  return new ApiError(error.status, label ? `${label}: ${message}` : message, {
    fields: error.fields,
  })
}

/** The errors of one question by the names of its parts, from those of the list. */
export function errorsOf(error: ApiError, index: number) {
  return Object.fromEntries(
    Object.entries(error.fields ?? {}).flatMap(([name, message]) =>
      Number(path.exec(name)?.[1] ?? -1) === index ? [[name.split('.')[2]!, message]] : [],
    ),
  )
}
