import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'sonner'

import { sentenceOf } from '../api/call.ts'
import { isSignInAsked } from './account/is-sign-in-asked.ts'
import { useIsOpen } from './editing/use-is-open.ts'

/** A toast with Undo stays for almost as long as the server takes messages back. */
export const undoTime = 55_000

/** An error that a dialog shows: it needs no toast. */
export class ShownError extends Error {}

/**
 * Mutation that shows a toast and then refetches all queries. `done` is the success message, or a
 * function of the reply. `failed` is the error message if the server's reply has none. After a success the
 * mutation is pending until the refetch has ended. Until then the same input is not sent again: a second Enter
 * comes before the button shows that it is busy.
 */
export function useAction<Input, Answer>(action: {
  do: (input: Input) => Promise<Answer>
  done: string | ((answer: Answer, input: Input) => string)
  /** Returns the callback of the toast's Undo button, or undefined for no button. */
  undo?: (answer: Answer, input: Input) => (() => void) | undefined
  /** Milliseconds for which the toast with the Undo button is shown; undefined for the usual time. */
  undoFor?: (input: Input) => number | undefined
  failed: string | ((input: Input) => string)
  /** Called before the refetch, unless the calling component is gone, such as a dialog that was closed. */
  onDone?: (answer: Answer, input: Input) => void
  /** Shows the error in place of a toast, unless the calling component is gone. */
  onFailed?: (error: Error) => void
  /** Actions with the same scope run one after the other, each of them: the last choice wins, not the last reply. */
  scope?: string
  /** Applicant's name before the error message, as the screen may show another record by then. */
  applicantName?: (input: Input) => string | undefined
}) {
  const queryClient = useQueryClient()
  const isOpen = useIsOpen()
  const { undo, undoFor, scope } = action
  function refetch() {
    // Not awaited: a failed session check must not hold up the mutation.
    void queryClient.invalidateQueries({ queryKey: ['me'] })
    return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  }

  const mutation = useMutation({
    ...(scope && { scope: { id: scope } }),
    mutationFn: action.do,
    onSuccess: (answer, input) => {
      const sentence = typeof action.done === 'string' ? action.done : action.done(answer, input)
      const back = undo?.(answer, input)
      const duration = undoFor?.(input)
      toast.success(
        sentence,
        back && { action: { label: 'Undo', onClick: back }, ...(duration && { duration }) },
      )
      if (isOpen.current) action.onDone?.(answer, input)
      return refetch()
    },
    onError: (error, input) => {
      // Not awaited: the same can be tried again at once.
      void refetch()
      if (error instanceof ShownError || isSignInAsked(error)) return undefined
      if (action.onFailed && isOpen.current) return action.onFailed(error)
      const { failed } = action
      const sentence = sentenceOf(error, typeof failed === 'string' ? failed : failed(input))
      const name = action.applicantName?.(input)
      return toast.error(name ? `${name}: ${sentence}` : sentence)
    },
  })

  const last = useRef<{ input: string | undefined; answer: Promise<Answer> }>(null)
  const mutateAsync: typeof mutation.mutateAsync = (...call) => {
    const text = JSON.stringify(call[0])
    if (!scope && last.current && last.current.input === text) return last.current.answer
    const answer = mutation.mutateAsync(...call)
    const sent = { input: text, answer }
    const end = () => {
      if (last.current === sent) last.current = null
    }
    last.current = sent
    answer.then(end, end)
    return answer
  }
  const mutate: typeof mutation.mutate = (...call) => {
    mutateAsync(...call).catch(() => {})
  }
  return { ...mutation, mutate, mutateAsync }
}
