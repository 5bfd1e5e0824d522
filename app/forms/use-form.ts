import { type ChangeEvent, type FocusEvent, type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { fieldMessages } from '../../contract/field-messages.ts'
import type { ApiError } from '../api/call.ts'
import { type Payload, payloadOf } from './payload.ts'

export type Messages = Record<string, string>

/** What is wrong with a form as it was sent: a sentence for its banner, a message for each field. */
export interface FormErrors {
  message: string
  fields: Messages
  /** Its idempotency key is used up: something else was received under it. */
  newKey?: boolean
}

interface Options<Schema extends z.ZodMiniType> {
  /** Or what loads it: a page for phones does not carry the contract before it is needed. */
  schema: Lazy<Schema>
  /** The form's checkboxes. */
  flags: readonly string[]
  /** What the server found when the form was sent without scripts. */
  refusal?: FormErrors | null | undefined
  /** Said in the banner when the fields do not pass. */
  invalid: string | ((values: Payload, fields: Messages) => string)
  /** Said in the banner when sending fails without a sentence from the server. */
  fallback: string
  /** Sends what passed the schema; rejects where it was not taken. */
  send: (answers: z.output<Schema>) => Promise<void>
  /** Sends it in another way where the schema could not be loaded; throws where there is none. */
  onUnloaded?: () => void
  /** Hears of every refused try. */
  onRefused?: (fields: Messages, form: HTMLFormElement) => void
}

/**
 * A form whose controls keep their own values. On submit it is checked against the contract and,
 * if it passes, sent once, however often it is tapped; a field that had a message is checked again
 * as it changes. Spread `props` on the form; `refusal` is new after every refused try.
 */
export function useForm<Schema extends z.ZodMiniType>(options: Options<Schema>) {
  const { schema, flags, invalid, fallback, send } = options
  const [refusal, setRefusal] = useState(options.refusal ?? null)
  const [fields, setFields] = useState<Messages>(refusal?.fields ?? {})
  const [sending, setSending] = useState(false)
  const busy = useRef(false)

  function refuse(form: HTMLFormElement, message: string, fields: Messages = {}) {
    setRefusal({ message, fields })
    setFields(fields)
    options.onRefused?.(fields, form)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const form = event.currentTarget
    const values = payloadOf(new FormData(form), flags)
    busy.current = true
    try {
      const ready = await loaded(schema).catch(options.onUnloaded && (() => null))
      if (!ready) return options.onUnloaded?.()
      const { answers, fields } = check(ready, values)
      if (fields) {
        return refuse(form, typeof invalid === 'string' ? invalid : invalid(values, fields), fields)
      }
      setSending(true)
      setRefusal(null)
      setFields({})
      await send(answers)
    } catch (error) {
      if (isAnswer(error)) refuse(form, error.message || fallback, error.fields)
      else refuse(form, fallback)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  async function checkAgain({ target }: { target: EventTarget }) {
    if (!isControl(target) || !target.form || !fields[target.name]) return
    const { name } = target
    const wrong = check(await loaded(schema), payloadOf(new FormData(target.form), flags)).fields
    setFields((fields) => withMessage(fields, name, wrong?.[name]))
  }

  return {
    refusal,
    fields,
    sending,
    /** Shows what is wrong with what the form holds now, or with null that nothing is known of it. */
    setErrors: (refusal: FormErrors | null) => {
      setRefusal(refusal)
      setFields(refusal?.fields ?? {})
    },
    /** Takes a field's message away, for instance because its choices have changed. */
    clear: (name: string) => setFields((fields) => withMessage(fields, name, undefined)),
    props: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onChange: (event: ChangeEvent<HTMLFormElement>) => void checkAgain(event).catch(() => {}),
      onBlur: (event: FocusEvent) => void checkAgain(event).catch(() => {}),
      onFocus: () => void loaded(schema).catch(() => {}),
    },
  }
}

/** Told by its looks: a phone loads the calls, and with them the class, only later. */
function isAnswer(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isControl(target: EventTarget): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
}

type Lazy<Schema> = Schema | (() => Promise<Schema>)

function check<Schema extends z.ZodMiniType>(schema: Schema, values: Payload) {
  const { success, data, error } = schema.safeParse(values)
  return success ? { answers: data } : { fields: fieldMessages(error.issues) }
}

async function loaded<Schema extends z.ZodMiniType>(schema: Lazy<Schema>): Promise<Schema> {
  return typeof schema === 'function' ? schema() : schema
}

function withMessage(fields: Messages, name: string, message: string | undefined): Messages {
  const { [name]: _, ...others } = fields
  return message ? { ...others, [name]: message } : others
}
