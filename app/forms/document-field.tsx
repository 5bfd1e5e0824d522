import { useRef, useState } from 'react'
import type { UploadPurpose } from '../../contract/intake/paper-kinds.ts'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import type { ErrorMessage } from '../../contract/language/translate.ts'
import { cn } from '../lib/cn.ts'
import { sizeText } from '../lib/file-size.ts'
import { useLanguage } from '../lib/language.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, Hint } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** A file in place of a link. */
export interface ShownFile {
  name: string
  /** Bytes to send. */
  size: number
  /** Number of photos, to which others can be added; 0 for a file that is sent as it was chosen. */
  photos: number
  /** True if this phone could not store the file: closing the page loses it. */
  isInMemory: boolean
}

/** The files of a form. Each one is looked up by the field of its upload key. */
export interface DocumentFiles {
  /** The size in MB up to which a document may be sent. */
  maxMb: number
  files: Readonly<Partial<Record<string, ShownFile>>>
  /** Values of the fields of the upload keys. */
  keys: Readonly<Partial<Record<string, string>>>
  /** Keeps chosen files, in addition to earlier photos or in their place. Returns an error, or ''. */
  choose: (question: AskedFile, files: File[], isAddition: boolean) => Promise<ErrorMessage>
  /** Removes the file, also one that is being prepared. */
  remove: (field: string) => Promise<void>
}

/** A request for a file: the field of its upload key, and `name`, the field of a link in its place. */
interface AskedFile {
  name: string
  key: string
  purpose: UploadPurpose
}

const fileHint: Sentence =
  'A PDF, a Word file (DOCX), or photos of the pages. {limit} MB at most; photos are made smaller on this device.'

const notKept: Sentence =
  'Nothing was changed: this browser cannot keep files at the moment. Please try again, or give a link.'

interface Props {
  question: AskedFile
  /** The heading, for screen readers. */
  about: string
  documents: DocumentFiles
  /** The server's error about the file. */
  error: ErrorMessage | undefined
}

/** Lets applicants choose a file. Without scripts a later step does it. */
export function DocumentField(props: Props) {
  const { question, documents } = props
  const { key } = question
  const value = documents.keys[key]
  const isHydrated = useHydrated()
  return (
    <>
      {value ? <input type="hidden" name={key} value={value} /> : null}
      {isHydrated ? <FilePicker {...props} /> : null}
    </>
  )
}

function FilePicker({ question, about, documents, error }: Props) {
  const { t, message } = useLanguage()
  /** The number of choices that are not in the form yet. */
  const [busy, setBusy] = useState(0)
  const [failure, setFailure] = useState<ErrorMessage>('')
  const { key } = question
  const file = documents.files[key]
  const wrong = failure || error
  const describedBy = wrong ? `${key}-hint ${key}-error` : `${key}-hint`

  async function attempt(work: () => Promise<ErrorMessage | void>) {
    setBusy((count) => count + 1)
    setFailure((await work().catch(() => notKept)) ?? '')
    setBusy((count) => count - 1)
  }
  const choose = (isAddition: boolean) => (files: File[]) =>
    void attempt(() => documents.choose(question, files, isAddition))

  return (
    <div className={cn('min-w-0', wrong && 'border-l-4 border-danger pl-4')}>
      <Hint id={`${key}-hint`}>{t(fileHint, { limit: documents.maxMb })}</Hint>
      <output className="mt-1.5 block break-words">
        {busy > 0 ? (
          <span className="flex items-center gap-3">
            <Spinner /> {t('The file is being prepared…')}
          </span>
        ) : file ? (
          <>
            <b>{file.name}</b> <Cost {...file} />
          </>
        ) : null}
      </output>
      {file?.isInMemory ? (
        <p className="text-sm text-muted">
          {t(
            'This device has no room to keep the file. Please send your application before you close this page, or give a link.',
          )}
        </p>
      ) : null}
      <div className="mt-1.5 flex flex-wrap gap-4">
        <PickButton
          id={key}
          says={t(file ? 'Choose another file' : 'Choose a file or photo')}
          size={file ? 'md' : 'lg'}
          about={about}
          describedBy={describedBy}
          onPick={choose(false)}
        />
        {file?.photos ? (
          <PickButton
            says={t('Add photos')}
            about={about}
            describedBy={describedBy}
            onPick={choose(true)}
          />
        ) : null}
        {file ? (
          <Button
            variant="ghost"
            aria-label={`${t('Remove the file')}: ${about}`}
            onClick={() => {
              document.getElementById(key)?.focus()
              void attempt(() => documents.remove(key))
            }}
          >
            {t('Remove the file')}
          </Button>
        ) : null}
      </div>
      {wrong ? (
        <div role={failure ? 'alert' : undefined}>
          <FieldError id={`${key}-error`}>{message(wrong)}</FieldError>
        </div>
      ) : null}
    </div>
  )
}

/** The number of photos and the size of a file, such as '2 photos, 410 KB'. */
function Cost({ photos, size }: ShownFile) {
  const { t } = useLanguage()
  if (photos === 0) return `(${sizeText(size)})`
  const count = photos === 1 ? t('1 photo') : t('{count} photos', { count: photos })
  return `(${count}, ${sizeText(size)})`
}

interface PickButtonProps {
  id?: string
  says: string
  size?: 'md' | 'lg'
  /** The heading of the document, for screen readers. */
  about: string
  describedBy: string
  onPick: (files: File[]) => void
}

function PickButton({ id, says, size, about, describedBy, onPick }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        id={id}
        variant="outline"
        size={size}
        aria-label={`${says}: ${about}`}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {says}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedTypes()}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
    </>
  )
}

/** Apple's phones convert a HEIC photo to JPEG, but only if a page does not accept HEIC. */
function acceptedTypes() {
  const heic = navigator.vendor.startsWith('Apple') ? '' : 'image/heic,image/heif,'
  return `application/pdf,image/jpeg,image/png,${heic}.docx`
}
