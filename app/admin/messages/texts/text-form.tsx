import { type FormEvent, type RefObject, useEffect, useState } from 'react'

import { fieldMessages } from '../../../../contract/first-messages.ts'
import { languageNames } from '../../../../contract/language/languages.ts'
import type { SmsStatus } from '../../../../contract/message/message.ts'
import {
  placeholdersIn,
  templateParts,
  type TemplatePart,
} from '../../../../contract/message/placeholders.ts'
import type { SmsSender } from '../../../../contract/message/sms.ts'
import type { MessageTemplate } from '../../../../contract/message/template.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, fieldControl } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { MessagePreviews } from '../../activity/message-preview.tsx'
import { Fold } from '../../fold.tsx'
import { ConflictDialog } from '../../editing/conflict-dialog.tsx'
import { PlaceholderButtons } from './placeholder-buttons.tsx'
import { SmsLength } from './sms-length.tsx'
import { TextActions } from './text-actions.tsx'
import { partLabels } from './text-record.ts'
import { useTextEditor } from './use-text-editor.ts'

interface TextFormProps {
  text: MessageTemplate
  intake: string | null
  sms: SmsStatus | undefined
  sender: SmsSender
  /** Gets the mark of unsaved edits. */
  onEditor: (edited: RefObject<boolean>) => void
}

/** The form of a text in one language. It says what is wrong while the user types. */
export function TextForm({ text: opened, intake, sms, sender, onEditor }: TextFormProps) {
  const { kind, language } = opened
  const { editor, rules, schema, stored, goOnFrom } = useTextEditor(opened, intake, sender)
  const [typed, setTyped] = useState(editor.defaults as Record<TemplatePart, string>)
  const [sent, setSent] = useState(typed)
  const { edited } = editor
  useEffect(() => onEditor(edited))

  /** Fills the form with a stored text. */
  function show(text: Pick<MessageTemplate, TemplatePart>) {
    setTyped({ subject: text.subject, body: text.body, sms: text.sms ?? '' })
  }
  // The saved text may differ from the sent one, for example after "Keep mine". What was typed meanwhile stays.
  const [shown, setShown] = useState(stored)
  if (shown !== stored) {
    setShown(stored)
    const saved = templateParts.filter((part) => typed[part] === sent[part])
    setTyped({ ...typed, ...Object.fromEntries(saved.map((part) => [part, stored[part] ?? ''])) })
  }

  const { error } = schema.safeParse(typed)
  const errors: Record<string, string> = {
    ...editor.form.fields,
    ...fieldMessages(error?.issues ?? []),
  }
  const formId = `text-${language}`
  const idOf = (part: TemplatePart) => `${part}-${language}`
  const field = (part: TemplatePart) => ({ id: idOf(part), error: errors[part] })
  const control = (part: TemplatePart) => ({
    ...fieldControl(field(part)),
    name: part,
    value: typed[part],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [part]: target.value })),
    lang: language,
    autoComplete: 'off',
  })
  const buttons = (part: TemplatePart) => (
    <PlaceholderButtons names={placeholdersIn(kind, part)} control={idOf(part)} />
  )
  return (
    <section className="min-w-0" aria-label={languageNames[language]}>
      <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
        {languageNames[language]}
        {stored.isDefault ? <Badge>Our text</Badge> : null}
        {stored.defaultChanged ? <Badge tone="waiting">Our text changed since</Badge> : null}
      </h3>
      {stored.problem ? (
        <p className="mt-1 text-sm font-semibold text-danger">
          This text cannot be sent, so ours is: {stored.problem}
        </p>
      ) : null}
      <form
        {...editor.props}
        id={formId}
        aria-label={languageNames[language]}
        className="mt-3 space-y-5"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          if (!editor.form.sending) setSent(typed)
          editor.props.onSubmit(event)
        }}
      >
        <Field {...field('subject')} label={partLabels.subject}>
          <Input {...control('subject')} />
          {buttons('subject')}
        </Field>
        <Field {...field('body')} label={partLabels.body}>
          <Textarea {...control('body')} rows={12} />
          {buttons('body')}
        </Field>
        {sms ? (
          <Field {...field('sms')} label={partLabels.sms}>
            <Textarea {...control('sms')} rows={3} />
            <SmsLength text={typed.sms} rules={rules} status={sms} />
            {buttons('sms')}
          </Field>
        ) : (
          <input type="hidden" name="sms" value={typed.sms} />
        )}
        <Fold summary="Compare with our text" className="text-sm">
          <MessagePreviews
            language={language}
            subject={opened.ours.subject}
            text={opened.ours.body}
            sms={sms && opened.ours.sms}
          />
        </Fold>
      </form>
      <TextActions
        text={stored}
        intake={intake}
        typed={typed}
        sms={sms}
        submit={
          <Button type="submit" form={formId} aria-disabled={editor.form.sending || undefined}>
            Save {languageNames[language]}
          </Button>
        }
        onStored={(text) => {
          goOnFrom(text)
          show(text)
        }}
      />
      {editor.conflict ? (
        <ConflictDialog
          conflict={editor.conflict}
          editor={{
            ...editor,
            takeTheirs: () => {
              editor.takeTheirs()
              const theirs = editor.conflict?.theirs as unknown as MessageTemplate
              show(theirs)
            },
          }}
          labels={partLabels}
        />
      ) : null}
    </section>
  )
}
