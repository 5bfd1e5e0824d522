import { type ReactNode, useState } from 'react'
import { api } from '../../../../contract/api.ts'
import { languageNames } from '../../../../contract/language/languages.ts'
import { type SmsStatus, messageDeclarations } from '../../../../contract/message/message.ts'
import type { TemplatePart } from '../../../../contract/message/placeholders.ts'
import {
  type MessageTemplate,
  keptTemplateVersions,
} from '../../../../contract/message/template.ts'
import { request, queryOf } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { useAction } from '../../use-action.ts'
import { isOwnText } from './text-record.ts'
import { TextPreviewDialog } from './text-preview-dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { MessagePreviews } from '../../activity/message-preview.tsx'
import { VersionListDialog } from '../../version-list-dialog.tsx'

interface TextActionsProps {
  /** The text as it is stored. */
  text: MessageTemplate
  intake: string | null
  /** The text in the form. */
  typed: Record<TemplatePart, string>
  sms: SmsStatus | undefined
  /** The button that saves. */
  submit: ReactNode
  /** Called with the text after a reset or a restore. */
  onStored: (text: MessageTemplate) => void
}

/** Buttons of a text: save, preview, test, versions and reset. */
export function TextActions({ text, intake, typed, sms, submit, onStored }: TextActionsProps) {
  const { kind, language } = text
  const [open, setOpen] = useState<'preview' | 'versions' | 'reset' | null>(null)
  const close = () => setOpen(null)
  const trial = { kind, language, intake, ...typed }
  const sendTest = useAction({
    do: () => request(api.messageTemplates.test, { body: trial }),
    done: ({ message }) => message,
    failed: 'Failed to send the test',
  })
  const reset = useAction({
    do: () =>
      request(api.messageTemplates.reset, {
        params: { kind, language },
        query: { intake: intake ?? undefined },
      }),
    done: (now) => (now.isDefault ? 'Our text is used again' : 'The text for everywhere is used'),
    failed: 'Failed to use our text again',
    onDone: onStored,
  })
  const button = (name: string, onClick: () => void) => (
    <Button variant="outline" size="sm" onClick={onClick}>
      {name}
      <span className="sr-only">, {languageNames[language]}</span>
    </Button>
  )
  const ours = intake ? 'Remove the text of this intake' : 'Use our text again'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {submit}
      {button('Preview', () => setOpen('preview'))}
      {button('Send it to me', () => sendTest.mutate(undefined))}
      {button('Versions', () => setOpen('versions'))}
      {isOwnText(text, intake) ? button(ours, () => setOpen('reset')) : null}
      {open === 'preview' ? <TextPreviewDialog trial={trial} sms={sms} onClose={close} /> : null}
      {open === 'versions' ? (
        <TextVersionsDialog text={text} intake={intake} onStored={onStored} onClose={close} />
      ) : null}
      <ConfirmDialog
        open={open === 'reset'}
        title={`${ours}?`}
        question={`The ${languageNames[language]} text of staff is no longer sent. It stays under “Versions”.`}
        confirm={ours}
        variant="primary"
        onConfirm={() => {
          close()
          reset.mutate(undefined)
        }}
        onClose={close}
      />
    </div>
  )
}

interface TextVersionsDialogProps {
  text: MessageTemplate
  intake: string | null
  onStored: (text: MessageTemplate) => void
  onClose: () => void
}

/** The last versions of a text: who saved them, and when. */
function TextVersionsDialog({ text, intake, onStored, onClose }: TextVersionsDialogProps) {
  const { kind, language, updatedAt } = text
  const params = { kind, language }
  const versions = useQuery(
    queryOf(
      ['message-templates', 'versions', kind, language, intake, updatedAt],
      api.messageTemplates.versions,
      { params, query: { intake: intake ?? undefined } },
    ),
  )
  return (
    <VersionListDialog
      title={`Versions: ${messageDeclarations[kind].label}, ${languageNames[language]}`}
      description={`The last ${keptTemplateVersions} versions. Restoring one makes it the text that is sent.`}
      versions={versions}
      current={isOwnText(text, intake) ? 'This text is sent now' : null}
      restore={(version) =>
        request(api.messageTemplates.restore, { params, body: { intake, version } })
      }
      restored={(version) => `Version ${version} is used again`}
      onRestored={(stored) => {
        onStored(stored)
        onClose()
      }}
      onClose={onClose}
    >
      {({ subject, body, sms }) => (
        <div className="mt-2">
          <MessagePreviews {...{ language, subject, sms }} text={body} />
        </div>
      )}
    </VersionListDialog>
  )
}
