import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'

import { sentenceOf } from '../api/call.ts'

/**
 * Something that staff do: afterwards a toast says how it went and whatever is on the screen is
 * loaded anew. `done` is the sentence of success, or takes it from the answer; `failed` stands in
 * where the server gave no sentence.
 */
export function useAction<Input, Answer>(action: {
  do: (input: Input) => Promise<Answer>
  done: string | ((answer: Answer, input: Input) => string)
  /** The way back that the toast offers, if there is one. */
  undo?: (answer: Answer, input: Input) => (() => void) | undefined
  failed: string | ((input: Input) => string)
  /** Whom it is about: begins the sentence of a failure, for the screen may show another by then. */
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
      // Asked anew as well, but not waited for: where the session cannot be checked, the work goes on.
      void queryClient.invalidateQueries({ queryKey: ['me'] })
      return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    },
  })
}
