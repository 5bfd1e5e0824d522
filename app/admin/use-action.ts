import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'

/**
 * Something that staff do: afterwards a toast says how it went and whatever is on the screen is
 * loaded anew. `done` is the sentence of success, or takes it from the answer; `failed` stands in
 * where the server gave no sentence.
 */
export function useAction<Input, Answer>(action: {
  do: (input: Input) => Promise<Answer>
  done: string | ((answer: Answer) => string)
  failed: string
}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: action.do,
    onSuccess: (answer) => {
      toast.success(typeof action.done === 'string' ? action.done : action.done(answer))
    },
    onError: (error) => {
      toast.error(error.message || action.failed)
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
}
