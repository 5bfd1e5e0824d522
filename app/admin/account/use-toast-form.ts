import { toast } from 'sonner'
import type * as z from 'zod/mini'

import { sentenceOf } from '../../api/call.ts'
import { useForm } from '../../forms/use-form.ts'
import { focusInvalid } from '../editing/first-invalid.ts'

interface Options<Schema extends z.ZodMiniType> {
  schema: Schema
  send: (answers: z.output<Schema>) => Promise<void>
  /** Error message when the server sent none. */
  failed: string
}

/** Form hook without an error banner: a toast reports a failure. */
export function useToastForm<Schema extends z.ZodMiniType>(options: Options<Schema>) {
  const { schema, send, failed } = options
  return useForm({
    schema,
    flags: [],
    invalid: '',
    fallback: '',
    onRefused: focusInvalid,
    send: (answers) =>
      send(answers).catch((error: unknown) => {
        toast.error(sentenceOf(error, failed))
        throw error
      }),
  })
}
