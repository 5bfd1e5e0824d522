import { useQuery } from '@tanstack/react-query'

import { api } from '../../../../contract/api.ts'
import { languageNames } from '../../../../contract/language/languages.ts'
import { messageDeclarations } from '../../../../contract/message/message.ts'
import {
  keptTemplateVersions,
  type MessageTemplate,
} from '../../../../contract/message/template.ts'
import { queryOf, request } from '../../../api/session.ts'
import { MessagePreviews } from '../../activity/message-preview.tsx'
import { VersionListDialog } from '../../version-list-dialog.tsx'
import { isOwnText } from './text-record.ts'

interface TextVersionsDialogProps {
  text: MessageTemplate
  intake: string | null
  onStored: (text: MessageTemplate) => void
  onClose: () => void
}

/** The last versions of a text: who saved them, and when. */
export function TextVersionsDialog({ text, intake, onStored, onClose }: TextVersionsDialogProps) {
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
