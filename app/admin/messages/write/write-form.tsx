import { useRef, useState } from 'react'
import * as z from 'zod/mini'

import { api } from '../../../../contract/api.ts'
import { languages } from '../../../../contract/language/languages.ts'
import type { Writing, WritingPreview } from '../../../../contract/message/write.ts'
import { request } from '../../../api/session.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DialogBody } from '../../../ui/dialog.tsx'
import { focusInvalid } from '../../editing/first-invalid.ts'
import { CancelFooter } from '../../editing/form-footer.tsx'
import { smsIn, useMessageCounts } from '../use-sms-status.ts'
import { WriteFields } from './write-fields.tsx'

interface WriteFormProps {
  ids: string[]
  /** The texts stay while their preview is shown. */
  hidden: boolean
  onEdit: () => void
  /** Called with a message that can be sent, unless its text was changed while it was checked. */
  onChecked: (body: Writing, preview: WritingPreview) => void
}

/** The server checks the texts, because it knows who reads which language. */
const anyTexts = z.record(z.string(), z.string())

/** The texts in both languages. */
export function WriteForm({ ids, hidden, onEdit, onChecked }: WriteFormProps) {
  const { data: counts } = useMessageCounts()
  const sms = smsIn(counts)
  const [isBySms, setBySms] = useState(true)
  const hasSms = sms !== undefined && isBySms
  const edits = useRef(0)
  const form = useForm({
    schema: anyTexts,
    flags: [],
    invalid: '',
    fallback: 'The message could not be checked. Please try again.',
    onRefused: focusInvalid,
    send: async (typed) => {
      const both = (part: string) => ({ en: textOf(`${part}.en`), sw: textOf(`${part}.sw`) })
      const textOf = (name: string) => typed[name] ?? ''
      const texts = {
        subject: both('subject'),
        body: both('body'),
        sms: hasSms ? both('sms') : null,
      }
      const body = { ids, ...texts }
      const before = edits.current
      const preview = await request(api.messages.previewWriting, { body })
      if (edits.current === before) onChecked(body, preview)
    },
  })
  const message = Object.keys(form.fields).length === 0 ? form.refusal?.message : undefined
  return (
    <form
      {...form.props}
      hidden={hidden}
      aria-label="Message"
      className={hidden ? '' : 'flex min-h-0 flex-1 flex-col'}
      onChange={(event) => {
        edits.current++
        onEdit()
        form.props.onChange(event)
      }}
    >
      <DialogBody className="space-y-4">
        {message ? <Alert role="alert">{message}</Alert> : null}
        <p className="text-sm text-muted">
          Our greeting stands before the text, and our names and contacts after it. A language that
          none of them reads may stay empty.
        </p>
        {sms ? (
          <label htmlFor="write-by-sms" className="flex min-h-11 items-center gap-2.5">
            <Checkbox
              id="write-by-sms"
              checked={isBySms}
              onChange={({ target }) => setBySms(target.checked)}
            />
            Send an SMS to those who have chosen SMS. Otherwise they get the e-mail.
          </label>
        ) : null}
        <div className="grid items-start gap-8 lg:grid-cols-2">
          {languages.map((language) => (
            <WriteFields
              key={language}
              language={language}
              errors={form.fields}
              sms={sms}
              hasSms={hasSms}
              sender={counts?.smsSender}
            />
          ))}
        </div>
      </DialogBody>
      <CancelFooter>
        <Button type="submit" aria-disabled={form.sending || undefined}>
          {form.sending ? 'Checking...' : 'Check who gets it'}
        </Button>
      </CancelFooter>
    </form>
  )
}
