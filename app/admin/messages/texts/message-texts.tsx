import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../../contract/api.ts'
import { type Language, languages } from '../../../../contract/language/languages.ts'
import { messageDeclarations, messageKinds } from '../../../../contract/message/message.ts'
import type { MessageKind, SmsStatus } from '../../../../contract/message/message.ts'
import type { SmsSender } from '../../../../contract/message/sms.ts'
import type { MessageTemplate } from '../../../../contract/message/template.ts'
import { queryOf } from '../../../api/session.ts'
import { Options } from '../../../forms/record-select.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { MessagePreviews } from '../../activity/message-preview.tsx'
import { Fold } from '../../fold.tsx'
import { useIntakes } from '../../intakes/record-choices.tsx'
import { LanguageTabs } from '../../language-tabs.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { LoadState } from '../../load-failure.tsx'
import { TextDialog } from './text-dialog.tsx'

interface MessageTextsProps {
  list: ListState
  /** Undefined if SMS are off. */
  sms: SmsStatus | undefined
  /** Undefined while it loads. */
  sender: SmsSender | undefined
}

/** The texts of all messages, for everywhere or for one intake. Staff edit them in a dialog. */
export function MessageTexts({ list, sms, sender }: MessageTextsProps) {
  const intake = list.filter('textsOf')
  // Kept here: the tabs disappear while the texts of another intake load.
  const [tab, setTab] = useState('en')
  const [open, setOpen] = useState<MessageKind | null>(null)
  const intakes = useIntakes()
  const query = useQuery(
    queryOf(['message-templates', intake], api.messageTemplates.list, { query: { intake } }),
  )
  const { data } = query
  const of = (kind: MessageKind, language: Language) =>
    data?.find((one) => one.kind === kind && one.language === language)
  const [en, sw] = languages.map((language) => open && of(open, language))
  return (
    <section className="pt-4">
      <h2 className="text-lg">Message texts</h2>
      <p className="mt-1 text-sm text-muted">
        People get them in the language of their application. Names in braces, such as {'{link}'},
        are filled in for each person. Messages that wait already keep the text they were queued
        with.
      </p>
      {intakes.data?.length ? (
        <div className="mt-3 max-w-sm">
          <Field id="texts-of" label="Texts for">
            <Select
              id="texts-of"
              value={intake}
              onChange={({ target }) => list.change({ textsOf: target.value, page: list.page })}
            >
              <option value="">Everywhere</option>
              <Options of={intakes.data} />
            </Select>
          </Field>
        </div>
      ) : null}
      <LoadState
        query={query}
        failure="Failed to fetch the texts"
        className="mt-3"
        skeleton="h-60"
      />
      {data ? (
        <LanguageTabs
          label="Language"
          value={tab}
          onValueChange={setTab}
          className="mt-3 max-w-2xl"
        >
          {(language) =>
            messageKinds.map((kind) => {
              const text = of(kind, language)
              return text ? (
                <TextItem
                  key={kind}
                  text={text}
                  intake={intake}
                  hasSms={sms !== undefined}
                  onEdit={() => setOpen(kind)}
                />
              ) : null
            })
          }
        </LanguageTabs>
      ) : null}
      {open && en && sw && sender ? (
        <TextDialog
          kind={open}
          intake={intake || null}
          place={intakes.data?.find(({ _id }) => _id === intake)?.name ?? 'everywhere'}
          texts={{ en, sw }}
          sms={sms}
          sender={sender}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </section>
  )
}

interface TextItemProps {
  text: MessageTemplate
  intake: string
  hasSms: boolean
  onEdit: () => void
}

function TextItem({ text, intake, hasSms, onEdit }: TextItemProps) {
  const { kind, language, subject, body, sms } = text
  const name = messageDeclarations[kind].label
  return (
    <Fold
      className="border-b border-line py-1"
      summary={
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {name} <TextState text={text} intake={intake} />
        </span>
      }
    >
      <div className="space-y-2 pb-3">
        <MessagePreviews
          {...{ language, subject }}
          text={body}
          sms={hasSms ? sms : null}
          smsLabel="The SMS, after the first name:"
        />
        <Button variant="outline" size="sm" onClick={onEdit}>
          Change the text<span className="sr-only">: {name}</span>
        </Button>
      </div>
    </Fold>
  )
}

/** Whose text it is, and whether it needs a look. */
function TextState({ text, intake }: Pick<TextItemProps, 'text' | 'intake'>) {
  const { isDefault, defaultChanged, problem } = text
  if (isDefault) return null
  const changed = !intake
    ? 'Changed'
    : text.intake === intake
      ? 'Changed for this intake'
      : 'Changed everywhere'
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone="good">{changed}</Badge>
      {defaultChanged ? <Badge tone="waiting">Our text changed since</Badge> : null}
      {problem ? <Badge tone="bad">Cannot be sent</Badge> : null}
    </span>
  )
}
