import { UploadIcon } from 'lucide-react'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { fileTimestamp } from '../../../contract/time-zone.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { downloadJson } from '../download.ts'
import { CancelFooter } from '../editing/form-footer.tsx'
import { FileField } from '../file-field.tsx'
import { useAction } from '../use-action.ts'
import { DownloadButton } from '../download-button.tsx'

export function ContentFileButtons() {
  const [isImporting, setImporting] = useState(false)
  const exporting = useAction({
    do: async () =>
      downloadJson(await request(api.content.export), `content_${fileTimestamp()}.json`),
    done: 'Export completed successfully',
    failed: 'Failed to export the content',
  })
  return (
    <>
      <DownloadButton isBusy={exporting.isPending} onClick={() => exporting.mutate(undefined)}>
        Export all
      </DownloadButton>
      <Button variant="outline" size="sm" onClick={() => setImporting(true)}>
        <UploadIcon aria-hidden="true" /> Import all
      </Button>
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </>
  )
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [content, setContent] = useState<object | null>(null)
  const [unread, setUnread] = useState<string>()
  const [error, setError] = useState<Error>()
  const importing = useAction({
    do: (body: object) =>
      // The server checks the file.
      request(api.content.import, { body: body as never }),
    done: ({ message }) => `Imported: ${message}`,
    failed: 'Failed to import the content',
    onDone: onClose,
    onFailed: setError,
  })

  async function choose(file: File | undefined) {
    setError(undefined)
    setContent(null)
    setUnread(undefined)
    if (!file) return
    const read = await file
      .text()
      .then(JSON.parse, () => null)
      .catch(() => null)
    if (Array.isArray(Object(read).items)) setContent(read)
    else setUnread('This is not a file of content.')
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Import all content"
        description="The website becomes equal to the file, all of it or nothing. Items that are not in the file become drafts. Message texts are imported for administrators."
      >
        <DialogBody className="space-y-4">
          {error ? (
            <Alert role="alert">{sentenceOf(error, 'Failed to import the content')}</Alert>
          ) : null}
          <FileField
            id="content-file"
            label="File of content"
            hint="A file that “Export all” has made, here or on another site."
            error={unread}
            accept=".json,application/json"
            onChoose={choose}
          />
          <p className="text-sm text-muted">
            Visitors see the imported content at once. Export the content of this site first, if you
            may want it back.
          </p>
        </DialogBody>
        <CancelFooter>
          <Button
            variant="danger"
            disabled={!content}
            isBusy={importing.isPending}
            onClick={() => content && importing.mutate(content)}
          >
            {importing.isPending ? 'Importing...' : 'Import and replace'}
          </Button>
        </CancelFooter>
      </DialogContent>
    </Dialog>
  )
}
