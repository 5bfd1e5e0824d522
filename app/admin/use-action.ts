import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'

import { sentenceOf } from '../api/call.ts'

/**
 * Mutation with a toast, after which all queries are refetched. `done` is the success message, or
 * derives it from the answer; `failed` is used when the server sent no message.
 */
export function useAction<Input, Answer>(action: {
  do: (input: Input) => Promise<Answer>
  done: string | ((answer: Answer, input: Input) => string)
  /** Undo callback for the toast, if any. */
  undo?: (answer: Answer, input: Input) => (() => void) | undefined
  failed: string | ((input: Input) => string)
  /** Applicant's name: prefixes an error, because the screen may show another record by then. */
  about?: (input: Input) => string | undefined
}) {
  const queryClient = useQueryClient()
  const { undo } = action
  return useMutation({
    mutationFn: action.do,
    onSuccess: (answer, input) => {
      const sentence = typeof action.done === 'string' ? action.done : action.done(answer, input)
      const back = undo?.(answer, input)
      toast.success(sentence, back && { action: { label: 'Undo', onClick: back } })
    },
    onError: (error, input) => {
      const { failed } = action
      const sentence = sentenceOf(error, typeof failed === 'string' ? failed : failed(input))
      const name = action.about?.(input)
      toast.error(name ? `${name}: ${sentence}` : sentence)
    },
    onSettled: () => {
      // Refetched without waiting: a failed session check must not block the work.
      void queryClient.invalidateQueries({ queryKey: ['me'] })
      return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    },
  })
}
