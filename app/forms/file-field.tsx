import type { ReactNode } from 'react'
import { documentTypes } from '../../contract/document/documents.ts'
import type { ErrorMessage } from '../../contract/language/translate.ts'
import { useLanguage } from '../lib/language.tsx'
import { Field, fieldControl } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** Media types, and endings for systems without the type. Without HEIC, iPhones send a JPEG. */
const accept = [
  ...Object.keys(documentTypes),
  ...Object.values(documentTypes).map((ending) => `.${ending}`),
].join()

interface Props {
  /** Name and id of the control. */
  name: string
  label: ReactNode
  /** The size in MB up to which a document may be sent. */
  maxMb: number
  error?: ErrorMessage | undefined
}

/** Control for one file of a form that works without scripts. The limit is said before choosing. */
export function FileField({ name, label, maxMb, error }: Props) {
  const { tServer, message } = useLanguage()
  const hint = tServer(
    'PDF, JPEG, PNG or Word (DOCX), up to {limit} MB; a photo up to 20 MB, which we make smaller.',
    { limit: maxMb },
  )
  const errorText = error && message(error)
  return (
    <Field id={name} label={label} hint={hint} error={errorText}>
      <Input
        type="file"
        name={name}
        accept={accept}
        className="py-2"
        {...fieldControl({ id: name, hint, error: errorText })}
      />
    </Field>
  )
}

/** Help for photos in the format HEIC, which browsers and servers cannot read. */
export function HeicNote() {
  const { tServer } = useLanguage()
  return (
    <p className="text-sm text-muted">
      {tServer(
        'We cannot open photos in the format HEIC. On an iPhone, choose Settings, Camera, Formats, Most Compatible before you take the photo, or send a screenshot of it.',
      )}
    </p>
  )
}
