import { type ChangeEvent, type FocusEvent, type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { fieldMessages } from '../../contract/first-messages.ts'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import type { FilledSentence } from '../../contract/language/translate.ts'
import type { ApiError } from '../api/call.ts'
import { controlsOf, isControl } from './form-controls.ts'
import { type Payload, payloadOf } from './payload.ts'

/** Messages by the name of the field. Those for staff, `Messages<never>`, are not translated. */
export type Messages<Filled = FilledSentence> = Record<string, string | Filled>

/** Errors of a submitted form: `message` for its banner, and a message for each invalid field. */
export interface FormErrors<Filled = FilledSentence> {
  message: string | Filled
  fields: Messages<Filled>
  /** True if the server has already received other answers under this idempotency key. */
  newKey?: boolean
}

interface Options<Schema extends z.ZodMiniType, Filled> {
  /** The schema, or a function that loads it: the public form loads it only when it is needed. */
  schema: Lazy<Schema>
  /** Names of the form's checkboxes. */
  flags: readonly string[]
  /** Errors that the server found when the form was submitted without scripts. */
  refusal?: FormErrors<Filled> | null | undefined
  /** Banner text if fields are invalid. */
  invalid: string | ((values: Payload, fields: Messages<never>) => string)
  /** Banner text if submitting fails and the server's reply has no message. */
  fallback: string
  /** Sends valid answers. Rejects if the server refuses them. */
  send: (answers: z.output<Schema>) => Promise<void>
  /** Submits without scripts if the schema cannot be loaded. Throws if that is impossible. */
  onUnloaded?: () => void
  /** Called after every submit that has failed. */
  onRefused?: (fields: Messages<NoInfer<Filled>>, form: HTMLFormElement) => void
}

/**
 * Form with uncontrolled inputs. A submit validates the values and sends them once, even after
 * several taps. A field with an error is validated again when it changes. Spread `props` on the
 * form. `refusal` is a new object after every failed submit.
 */
export function useForm<Schema extends z.ZodMiniType, Filled = never>(
  options: Options<Schema, Filled>,
) {
  const { schema, flags, invalid, fallback, send } = options
  const [refusal, setRefusal] = useState(options.refusal ?? null)
  const [fields, setFields] = useState<Messages<Filled>>(refusal?.fields ?? {})
  const [sending, setSending] = useState(false)
  const busy = useRef(false)

  function refuse(form: HTMLFormElement, message: string, errors: Messages<Filled> = {}) {
    setRefusal({ message, fields: errors })
    setFields(errors)
    options.onRefused?.(errors, form)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const form = event.currentTarget
    busy.current = true
    try {
      const ready = await loaded(schema).catch(options.onUnloaded && (() => null))
      if (!ready) return options.onUnloaded?.()
      const { values, answers, errors } = check(ready, form, flags)
      if (errors) {
        return refuse(form, typeof invalid === 'string' ? invalid : invalid(values, errors), errors)
      }
      setSending(true)
      setRefusal(null)
      setFields({})
      await send(answers)
    } catch (error) {
      if (isApiError(error)) refuse(form, error.message || fallback, error.fields)
      else refuse(form, fallback)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  async function checkAgain({ target }: { target: EventTarget }) {
    if (!isControl(target) || !target.form || !fields[target.name]) return
    const { name } = target
    const { errors } = check(await loaded(schema), target.form, flags)
    setFields((before) => withMessage(before, name, errors?.[name]))
  }

  return {
    refusal,
    fields,
    sending,
    /** Shows errors found by other code; null clears all errors. */
    setErrors: (errors: FormErrors<Filled> | null) => {
      setRefusal(errors)
      setFields(errors?.fields ?? {})
    },
    /** Clears a field's error, for example because its options have changed. */
    clear: (name: string) => setFields((before) => withMessage(before, name, undefined)),
    props: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onChange: (event: ChangeEvent<HTMLFormElement>) => void checkAgain(event).catch(() => {}),
      onBlur: (event: FocusEvent) => void checkAgain(event).catch(() => {}),
      onFocus: () => void loaded(schema).catch(() => {}),
    },
  }
}

/** Checks a property, not the class, because the public form should not load the API client. */
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error
}

type Lazy<Schema> = Schema | (() => Promise<Schema>)

function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  form: HTMLFormElement,
  flags: readonly string[],
) {
  const values = payloadOf(new FormData(form), flags)
  const { success, data, error } = schema.safeParse(values)
  const unread = unreadIn(form)
  if (success && Object.keys(unread).length === 0) return { values, answers: data }
  return { values, errors: { ...fieldMessages(error?.issues ?? []), ...unread } }
}

/** Messages of dates that are typed in part, and of numbers with letters: the value of both is ''. */
function unreadIn(form: HTMLFormElement): Record<string, Sentence> {
  // The questions of an intake that is not chosen are hidden.
  const unread = controlsOf(form).filter(
    (control) =>
      control.validity.badInput && control.value === '' && !control.closest('fieldset[hidden]'),
  )
  return Object.fromEntries(
    unread.map(({ name, type }) => [
      name,
      type === 'number' ? 'Enter a number' : 'Fill in every part of the date',
    ]),
  )
}

async function loaded<Schema extends z.ZodMiniType>(schema: Lazy<Schema>): Promise<Schema> {
  return typeof schema === 'function' ? schema() : schema
}

function withMessage<Filled>(
  fields: Messages<Filled>,
  name: string,
  message: string | undefined,
): Messages<Filled> {
  const { [name]: _, ...others } = fields
  return message ? { ...others, [name]: message } : others
}
