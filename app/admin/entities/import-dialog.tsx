import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'

import { api } from '../../../contract/api.ts'
import { importLimits, longFile, type ImportAnswer } from '../../../contract/import.ts'
import { ApiError, sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Field, fieldControl } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useHoldSession } from '../hold-session.ts'

const fileHint = (columns: readonly string[]) =>
  `A CSV file with the headings of the export: ${columns.join(', ')}. Other columns are ignored.`

export interface ImportOf {
  of: 'institutions' | 'courses'
  /** The headings that a file must have. */
  columns: readonly string[]
}

interface ImportDialogProps extends ImportOf {
  onClose: () => void
}

/** A file, what each of its lines would do, and then all of them or none. */
export function ImportDialog({ of, columns, onClose }: ImportDialogProps) {
  useHoldSession()
  const queryClient = useQueryClient()
  const [csv, setCsv] = useState('')
  const preview = useMutation({
    mutationFn: (csv: string) => request(api.imports[of], { body: { csv, store: false } }),
  })
  const store = useMutation({
    mutationFn: () => request(api.imports[of], { body: { csv, store: true } }),
    onSuccess: async ({ counts }) => {
      toast.success(`${numberOf(sumOf(counts), of)} imported`)
      onClose()
      await queryClient.invalidateQueries()
    },
    onError: (error) => toast.error(sentenceOf(error, `Failed to import ${of}`)),
  })

  async function choose(file: File | undefined) {
    store.reset()
    preview.reset()
    const text = file ? await textOf(file) : ''
    setCsv(text)
    if (text && !isLong(text)) preview.mutate(text)
  }

  const refused = store.error instanceof ApiError ? store.error.preview : undefined
  const answer = refused ?? preview.data
  const unread = preview.error ? sentenceOf(preview.error, 'Failed to read the file') : undefined
  const wrong = isLong(csv) ? longFile : unread
  const hint = fileHint(columns)
  const stores = answer ? sumOf(answer.counts) : 0
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Import ${of}`} className="max-w-4xl">
        <DialogBody className="space-y-5">
          <Field id="csv" label="CSV file" hint={hint} error={wrong}>
            <Input
              {...fieldControl({ id: 'csv', hint, error: wrong })}
              type="file"
              accept=".csv,text/csv"
              className="py-2"
              // The same file again, corrected meanwhile, is a change only after none.
              onClick={({ currentTarget }) => {
                currentTarget.value = ''
                void choose(undefined)
              }}
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          </Field>
          {preview.isPending ? <Skeleton className="h-40" /> : null}
          {answer ? <ImportPreview answer={answer} columns={columns} /> : null}
        </DialogBody>
        <DialogFooter className="items-center">
          {answer ? (
            <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{outlook(answer)}</p>
          ) : null}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!answer || answer.counts.wrong > 0 || stores === 0 || store.isPending}
            onClick={() => store.mutate()}
          >
            {store.isPending ? 'Importing...' : `Import ${stores ? numberOf(stores, of) : of}`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

/** Too long to be sent: the server would not even read why. */
function isLong(csv: string) {
  return csv.length > importLimits.length
}

/** Excel's plain CSV is not in UTF-8 but in the encoding of Windows. */
async function textOf(file: File) {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function sumOf(counts: ImportAnswer['counts']) {
  return counts.new + counts.changed
}

/** '1 course', '2 courses' */
function numberOf(count: number, of: ImportOf['of']) {
  return `${count.toLocaleString('en')} ${count === 1 ? of.slice(0, -1) : of}`
}

function outlook({ counts }: ImportAnswer) {
  if (counts.wrong > 0) return 'Correct the wrong lines and choose the file again: all or nothing.'
  return sumOf(counts) > 0 ? 'Nothing is stored yet.' : 'Everything in the file is there already.'
}
