import { toast } from 'sonner'
import type * as z from 'zod/mini'

import { sentenceOf } from '../../api/call.ts'
import { useForm } from '../../forms/use-form.ts'
import { focusRefused } from '../editing/first-invalid.ts'

interface Options<Schema extends z.ZodMiniType> {
  schema: Schema
  send: (answers: z.output<Schema>) => Promise<void>
  /** The sentence where the server gave none. */
  failed: string
}

/** A small form without a banner: a notification says why it was not taken. */
export function useSentenceForm<Schema extends z.ZodMiniType>(options: Options<Schema>) {
  const { schema, send, failed } = options
  return useForm({
    schema,
    flags: [],
    invalid: '',
    fallback: '',
    onRefused: focusRefused,
    send: (answers) =>
      send(answers).catch((error: unknown) => {
        toast.error(sentenceOf(error, failed))
        throw error
      }),
  })
}
