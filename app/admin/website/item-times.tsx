import { type FormEvent, type ReactNode, useRef, useState } from 'react'

import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { timeInKenya } from '../../../contract/time-zone.ts'
import { ApiError, sentenceOf } from '../../api/call.ts'
import type { Messages } from '../../forms/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { DialogBody } from '../../ui/dialog.tsx'
import { Field, fieldControl } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { GuardedDialog } from '../editing/edit-dialog.tsx'
import { FormFooter } from '../editing/form-footer.tsx'
import { useAction } from '../use-action.ts'
import { isToCome } from './state-now.ts'

interface ItemTimesDialogProps {
  item: AnyContentItem
  title: string
  description: string
  confirm: string
  /** Other buttons, before the one that confirms. */
  buttons?: ReactNode
  send: (item: AnyContentItem, form: FormData) => Promise<AnyContentItem>
  done: (item: AnyContentItem) => string
  failed: string
  onClose: () => void
  children: (errors: Messages<never>, item: AnyContentItem) => ReactNode
}

/**
 * Dialog that decides from when to when visitors see an item. After an edit conflict, it continues
 * with the stored item.
 */
export function ItemTimesDialog(props: ItemTimesDialogProps) {
  const { title, description, confirm, buttons, send, done, failed, onClose, children } = props
  const edited = useRef(false)
  const [item, setItem] = useState(props.item)
  const [error, setError] = useState<Error>()
  const action = useAction({
    do: (form: FormData) => send(item, form),
    done,
    failed,
    onDone: onClose,
    onFailed: (failure) => {
      setError(failure)
      const stored = failure instanceof ApiError ? failure.current : undefined
      if (stored) setItem(stored as unknown as AnyContentItem)
    },
  })
  const refusal = error instanceof ApiError ? error : undefined

  /** The browser has refused a time that is incomplete: its value would be empty. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (action.isPending) return
    setError(undefined)
    action.mutate(new FormData(event.currentTarget))
  }

  return (
    <GuardedDialog title={title} description={description} edited={edited} onClose={onClose}>
      <form
        onSubmit={submit}
        onChange={() => {
          edited.current = true
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody className="space-y-4">
          {error ? (
            <Alert role="alert">
              <p>{sentenceOf(error, failed)}</p>
              {refusal?.current ? (
                <p className="mt-1">Look at the draft first, or continue with it as it is now.</p>
              ) : null}
            </Alert>
          ) : null}
          {children(refusal?.fields ?? {}, item)}
        </DialogBody>
        <FormFooter save={confirm} isSending={action.isPending}>
          {buttons}
        </FormFooter>
      </form>
    </GuardedDialog>
  )
}

interface TimeFieldProps {
  name: string
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange?: (value: string) => void
}

export function TimeField({ name, label, hint, value, error, onChange }: TimeFieldProps) {
  return (
    <Field id={name} label={label} hint={hint} error={error}>
      <Input
        {...fieldControl({ id: name, hint, error })}
        type="datetime-local"
        name={name}
        defaultValue={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </Field>
  )
}

/** The value of a `datetime-local` control for a time that is still to come, in Kenya's time zone. */
export function timeOf(time: string | null) {
  return isToCome(time) ? timeInKenya(time).slice(0, 16).replace(' ', 'T') : ''
}

/** The time that a `datetime-local` control holds; null if it is empty. */
export function timeIn(form: FormData, name: string) {
  const typed = form.get(name)
  return typeof typed === 'string' && typed !== '' ? `${typed.slice(0, 16)}:00+03:00` : null
}
