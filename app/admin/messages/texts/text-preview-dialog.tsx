import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../../contract/api.ts'
import { languageNames } from '../../../../contract/language/languages.ts'
import { messageDeclarations, type SmsStatus } from '../../../../contract/message/message.ts'
import type { TemplatePart } from '../../../../contract/message/placeholders.ts'
import type { MessageTemplate } from '../../../../contract/message/template.ts'
import { sentenceOf } from '../../../api/call.ts'
import { queryOf } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { MessagePreviews } from '../../activity/message-preview.tsx'
import { LoadState } from '../../load-failure.tsx'
import { partsAndCost } from '../money.ts'

interface TextPreviewDialogProps {
  trial: Pick<MessageTemplate, 'kind' | 'language' | 'intake'> & Record<TemplatePart, string>
  sms: SmsStatus | undefined
  onClose: () => void
}

const people = {
  sample: 'A made-up person',
  longest: 'The longest names and days',
  real: 'A person who applied',
} as const

/** The typed text as a person would get it. */
export function TextPreviewDialog({ trial, sms, onClose }: TextPreviewDialogProps) {
  const { kind, language } = trial
  const [who, setWho] = useState<keyof typeof people>('sample')
  const [application, setApplication] = useState<string | null>(null)
  const body = {
    ...trial,
    longest: who === 'longest',
    application: who === 'real' ? application : null,
  }
  const isReady = who !== 'real' || application !== null
  const query = useQuery({
    ...queryOf(['message-templates', 'preview', body], api.messageTemplates.preview, { body }),
    enabled: isReady,
    gcTime: 0,
  })
  const { data } = query
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Preview: ${messageDeclarations[kind].label}, ${languageNames[language]}`}
        className="max-w-2xl"
      >
        <DialogBody className="space-y-4">
          <Field id="preview-for" label="As it reaches">
            <Select
              id="preview-for"
              value={who}
              onChange={({ target }) => setWho(target.value as keyof typeof people)}
            >
              {Object.entries(people).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {who === 'real' ? <PersonSearch chosen={application} onChoose={setApplication} /> : null}
          {isReady ? (
            <LoadState
              query={query}
              failure={sentenceOf(query.error, 'Failed to fetch the preview')}
              skeleton="h-40"
            />
          ) : null}
          {isReady && data ? (
            <MessagePreviews
              {...{ language, ...data }}
              sms={sms && data.sms}
              smsLabel={sms && `The SMS, ${partsAndCost(data, sms.currency)}:`}
            />
          ) : null}
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

interface PersonSearchProps {
  chosen: string | null
  onChoose: (application: string) => void
}

/** Finds an application by a name or reference ID. */
function PersonSearch({ chosen, onChoose }: PersonSearchProps) {
  const [q, setQ] = useState('')
  const isSearched = q.trim().length > 1
  const { data } = useQuery({
    ...queryOf(['attachments', 'preview', q], api.attachments.list, {
      query: { q, limit: 5, includeArchived: 'true' },
    }),
    enabled: isSearched,
  })
  return (
    <div className="space-y-2">
      <Field id="preview-person" label="Name or reference ID">
        <Input
          id="preview-person"
          value={q}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setQ(target.value)}
        />
      </Field>
      <output className="block text-sm text-muted">
        {isSearched && data?.length === 0 ? 'Nobody found' : ''}
      </output>
      <ul className="flex flex-wrap gap-2">
        {(isSearched ? (data ?? []) : []).map(({ _id, first_name, last_name, referenceId }) => (
          <li key={_id}>
            <Button
              size="sm"
              variant={_id === chosen ? 'primary' : 'outline'}
              aria-pressed={_id === chosen}
              onClick={() => onChoose(_id)}
            >
              {first_name} {last_name}, {referenceId}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
