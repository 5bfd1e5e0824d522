import { type ChangeEvent, useRef } from 'react'
import * as z from 'zod/mini'

import { line } from '../../../../contract/fields.ts'
import { TextField } from '../../../forms/fields.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'

const reasonInput = z.object({ reason: line('Give a reason') })

type ReasonForm = ReturnType<typeof useReasonForm>

/** Form that asks for a reason before an application is accepted against a rule. */
export function useReasonForm(send: (reason: string) => Promise<unknown>) {
  const edited = useRef(false)
  const form = useForm({
    schema: reasonInput,
    flags: [],
    invalid: '',
    fallback: '',
    onRefused: (_fields, element) => element.querySelector('input')?.focus(),
    send: async ({ reason }) => void (await send(reason)),
  })
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    edited.current = true
    form.props.onChange(event)
  }
  return { ...form, edited, props: { ...form.props, onChange } }
}

export function ReasonField({ form }: { form: ReasonForm }) {
  return (
    <div data-no-toasts>
      <TextField
        labels={{ reason: 'Reason to accept anyway' }}
        optional={[]}
        defaults={{}}
        errors={form.fields}
        name="reason"
        hint="Saved in the history. Applicants do not see it."
      />
    </div>
  )
}

export function AcceptAnywayButton({ form }: { form: ReasonForm }) {
  return (
    <Button type="submit" aria-disabled={form.sending || undefined}>
      {form.sending ? 'Accepting...' : 'Accept anyway'}
    </Button>
  )
}
