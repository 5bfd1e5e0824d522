import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { importCalls } from '../../../contract/entities.ts'
import { importLimits, longFile, type ImportAnswer } from '../../../contract/import.ts'
import { ApiError, sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { uploader } from '../../api/upload.ts'
import { countOf } from '../../lib/count-of.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Headings, ImportPreview } from './import-preview.tsx'
import { FileField } from '../file-field.tsx'
import { useAction } from '../use-action.ts'

const fileHint = (headings: Headings) =>
  `A CSV file with the headings of the export: ${Object.values(headings).join(', ')}. Other columns are ignored.`

export interface ImportDialogProps {
  call: typeof importCalls.institutions
  /** Singular name of the entity; `plural` is the plural. */
  one: string
  plural: string
  headings: Headings
  onClose: () => void
}

/** Imports a CSV file. A preview shows the effect of each line; all lines are imported or none. */
export function ImportDialog({ call, one, plural, headings, onClose }: ImportDialogProps) {
  const [csv, setCsv] = useState<string>()
  const [sent, setSent] = useState(0)
  const send = (text: string, store: boolean) =>
    request(call, { body: { csv: text, store }, uploader: uploader(setSent) })
  const preview = useMutation({ mutationFn: (text: string) => send(text, false) })
  const store = useAction({
    do: (text: string) => send(text, true),
    done: ({ counts }) => `${countOf(sumOf(counts), one, plural)} imported`,
    failed: `Failed to import ${plural}`,
    onDone: onClose,
  })

  async function choose(file: File | undefined) {
    store.reset()
    preview.reset()
    const text = file && (await textOf(file))
    setCsv(text)
    if (text !== undefined && !faultOf(text)) preview.mutate(text)
  }

  const refused = store.error instanceof ApiError ? store.error.preview : undefined
  const answer = refused ?? preview.data
  const unread = preview.error ? sentenceOf(preview.error, 'Failed to read the file') : undefined
  const wrong = csv === undefined ? undefined : (faultOf(csv) ?? unread)
  const stores = answer ? sumOf(answer.counts) : 0
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Import ${plural}`} className="max-w-4xl">
        <DialogBody className="space-y-5">
          <FileField
            id="csv"
            label="CSV file"
            hint={fileHint(headings)}
            error={wrong}
            accept=".csv,text/csv"
            onChoose={choose}
          />
          {preview.isPending ? <ImportProgress sent={sent} step="Checking the lines…" /> : null}
          {store.isPending ? <ImportProgress sent={sent} step="Storing the lines…" /> : null}
          {preview.isPending ? <Skeleton className="h-40" /> : null}
          {answer ? <ImportPreview answer={answer} headings={headings} /> : null}
        </DialogBody>
        <DialogFooter className="items-center">
          {answer ? (
            <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{outlook(answer)}</p>
          ) : null}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!answer || answer.counts.wrong > 0 || stores === 0}
            isBusy={store.isPending}
            onClick={() => csv && store.mutate(csv)}
          >
            {store.isPending
              ? 'Importing...'
              : `Import ${stores ? countOf(stores, one, plural) : plural}`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface ImportProgressProps {
  /** The sent part of the file, from 0 to 1. */
  sent: number
  /** The text shown while the server reads the file, after the upload. */
  step: string
}

function ImportProgress({ sent, step }: ImportProgressProps) {
  const isSending = sent < 1
  return (
    <label className="block text-sm text-muted">
      {isSending ? `Sending the file: ${Math.floor(100 * sent)} %` : step}
      <progress
        className="mt-1 block h-2 w-full appearance-none overflow-hidden rounded-full bg-sand-200 [&::-moz-progress-bar]:bg-lagoon-700 [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-lagoon-700"
        {...(isSending && { value: sent })}
      />
    </label>
  )
}

/** The first characters of Excel's files. */
const excelMarks = ['PK\u0003\u0004', 'ÐÏ\u0011à']

/** Why a file is not sent: the server would reject it unread, or could not say what it is. */
function faultOf(csv: string) {
  if (csv.trim() === '') return 'The file is empty.'
  if (excelMarks.some((mark) => csv.startsWith(mark))) {
    return 'This is an Excel file. Save it in Excel as CSV, then choose that file.'
  }
  return csv.length > importLimits.length ? longFile : undefined
}

/** The byte order marks of UTF-16, which Excel writes as "Unicode Text". */
const utf16: Record<string, string> = { '255,254': 'utf-16le', '254,255': 'utf-16be' }

/** Reads the file as UTF-16 or UTF-8, or else as windows-1252, the encoding of Excel's plain CSV. */
async function textOf(file: File) {
  const bytes = await file.arrayBuffer()
  const encoding = utf16[new Uint8Array(bytes.slice(0, 2)).join()]
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function sumOf(counts: ImportAnswer['counts']) {
  return counts.new + counts.changed
}

function outlook({ counts, lines }: ImportAnswer) {
  if (lines.length === 0) return 'The file has headings only.'
  if (counts.wrong > 0) return 'Correct the wrong lines and choose the file again: all or nothing.'
  return sumOf(counts) > 0 ? 'Nothing is stored yet.' : 'Everything in the file is there already.'
}
