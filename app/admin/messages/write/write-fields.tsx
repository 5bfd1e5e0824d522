import { useState } from 'react'

import { type Language, languageNames } from '../../../../contract/language/languages.ts'
import type { SmsStatus } from '../../../../contract/message/message.ts'
import { placeholdersIn, type TemplatePart } from '../../../../contract/message/placeholders.ts'
import type { SmsSender } from '../../../../contract/message/sms.ts'
import { Field, fieldControl } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { PlaceholderButtons } from '../texts/placeholder-buttons.tsx'
import { SmsLength } from '../texts/sms-length.tsx'
import { partLabels } from '../texts/text-record.ts'

interface WriteFieldsProps {
  language: Language
  errors: Record<string, string>
  /** Undefined if SMS are off. */
  sms: SmsStatus | undefined
  /** Whether an SMS is sent. Without it, its text is hidden and stays. */
  hasSms: boolean
  /** Undefined while it loads. */
  sender: SmsSender | undefined
}

const noText = { subject: '', body: '', sms: '' }

/** The texts of a message to many in one language. */
export function WriteFields({ language, errors, sms, hasSms, sender }: WriteFieldsProps) {
  const [typedSms, setTypedSms] = useState('')
  const field = (part: TemplatePart) => ({
    id: `write-${part}-${language}`,
    label: partLabels[part],
    error: errors[`${part}.${language}`],
  })
  const control = (part: TemplatePart) => ({
    ...fieldControl(field(part)),
    name: `${part}.${language}`,
    lang: language,
    autoComplete: 'off',
  })
  const buttons = (part: TemplatePart) => (
    <PlaceholderButtons names={placeholdersIn('written', part)} control={field(part).id} />
  )
  return (
    <section className="min-w-0 space-y-5" aria-label={languageNames[language]}>
      <h3 className="text-base font-semibold">{languageNames[language]}</h3>
      <Field {...field('subject')}>
        <Input {...control('subject')} />
        {buttons('subject')}
      </Field>
      <Field {...field('body')}>
        <Textarea {...control('body')} rows={8} />
        {buttons('body')}
      </Field>
      {sms ? (
        <div hidden={!hasSms}>
          <Field {...field('sms')}>
            <Textarea
              {...control('sms')}
              rows={3}
              onChange={({ target }) => setTypedSms(target.value)}
            />
            {sender ? (
              <SmsLength
                text={typedSms}
                rules={{ kind: 'written', language, ours: noText, sender }}
                status={sms}
              />
            ) : null}
            {buttons('sms')}
          </Field>
        </div>
      ) : null}
    </section>
  )
}
