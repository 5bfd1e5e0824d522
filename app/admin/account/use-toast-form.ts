import { type ChangeEvent, useState } from 'react'
import { toast } from 'sonner'
import type * as z from 'zod/mini'

import { sentenceOf } from '../../api/call.ts'
import { useForm } from '../../forms/use-form.ts'
import { useHoldSession } from '../../lib/hold-session.ts'
import { isSignInAsked } from './is-sign-in-asked.ts'
import { focusInvalid } from '../editing/first-invalid.ts'

interface Options<Schema extends z.ZodMiniType> {
  schema: Schema
  send: (answers: z.output<Schema>) => Promise<void>
  /** Error message if the server's reply has none. */
  failed: string
}

/** Form hook that reports a failure in a toast instead of a banner. What is typed stays when the session ends. */
export function useToastForm<Schema extends z.ZodMiniType>(options: Options<Schema>) {
  const { schema, send, failed } = options
  const [isTyped, setTyped] = useState(false)
  useHoldSession(isTyped)
  const form = useForm({
    schema,
    flags: [],
    invalid: '',
    fallback: '',
    onRefused: focusInvalid,
    send: (answers) =>
      send(answers).then(
        () => setTyped(false),
        (error: unknown) => {
          if (!isSignInAsked(error)) toast.error(sentenceOf(error, failed))
          throw error
        },
      ),
  })
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    setTyped(true)
    form.props.onChange(event)
  }
  return { ...form, props: { ...form.props, onChange } }
}
