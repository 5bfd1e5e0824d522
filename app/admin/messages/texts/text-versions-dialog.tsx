import { useQuery } from '@tanstack/react-query'

import { api } from '../../../../contract/api.ts'
import { languageNames } from '../../../../contract/language/languages.ts'
import { messageDeclarations } from '../../../../contract/message/message.ts'
import {
  keptTemplateVersions,
  type MessageTemplate,
} from '../../../../contract/message/template.ts'
import { queryOf, request } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../../ui/dialog.tsx'
import { MessagePreview } from '../../activity/message-preview.tsx'
import { DateTime } from '../../date-time.tsx'
import { LoadState } from '../../load-failure.tsx'
import { useAction } from '../../use-action.ts'
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
  const restore = useAction({
    do: (version: number) =>
      request(api.messageTemplates.restore, { params, body: { intake, version } }),
    done: (_text, version) => `Version ${version} is used again`,
    failed: 'Failed to restore the version',
  })
  const [latest] = versions.data ?? []
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Versions: ${messageDeclarations[kind].label}, ${languageNames[language]}`}
        description={`The last ${keptTemplateVersions} versions. Restoring one makes it the text that is sent.`}
        className="max-w-2xl"
      >
        <DialogBody>
          <LoadState query={versions} failure="Failed to load the versions" skeleton="h-24" />
          {versions.data?.length === 0 ? <p>There are none yet.</p> : null}
          <ol className="space-y-3">
            {versions.data?.map((version) => (
              <li key={version.version} className="space-y-2">
                <p className="text-sm">
                  <b>Version {version.version}</b>, <DateTime of={version.updatedAt} />
                  {version.updatedBy ? `, by ${version.updatedBy.name}` : ''}
                </p>
                <div lang={language} className="space-y-2">
                  <MessagePreview subject={version.subject} text={version.body} />
                  {version.sms ? <MessagePreview subject="" text={version.sms} /> : null}
                </div>
                {version === latest && isOwnText(text, intake) ? (
                  <p className="text-sm text-muted">This text is sent now</p>
                ) : (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-disabled={restore.isPending || undefined}
                    onClick={() => {
                      if (restore.isPending) return
                      restore.mutate(version.version, {
                        onSuccess: (now) => {
                          onStored(now)
                          onClose()
                        },
                      })
                    }}
                  >
                    Restore <span className="sr-only">version {version.version}</span>
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}
