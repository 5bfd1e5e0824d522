import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { statusPath } from '../../../contract/language/languages.ts'
import type { ApplicationDocument, DocumentState } from '../../../contract/document/documents.ts'
import { documentQuestions, type DocumentPurpose } from '../../../contract/application/questions.ts'
import { FileField, HeicNote } from '../../forms/file-field.tsx'
import type { Messages } from '../../forms/use-form.ts'
import { sizeText } from '../../lib/file-size.ts'
import { useLanguage } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { documentNames } from '../../forms/document-names.ts'
import { DocumentLinkField } from './document-link-field.tsx'
import { OwnForm, type OwnProps } from './own-form.tsx'

/** Sentences for applicants about the virus scan of a document. Null: no scanner is set up. */
const states: Record<DocumentState, PageSentence | null> = {
  scanning: 'We are checking this file for viruses.',
  clean: 'We have checked this file for viruses and found none.',
  unchecked: null,
  refused: 'We found a virus in this file and deleted it.',
}

/** A replacement that was refused, with what was typed. */
export interface Replacing {
  purpose: DocumentPurpose
  url: string
  /** Errors by the name of the control. */
  errors: Messages
}

interface Props extends OwnProps {
  replacing: Replacing | null
  maxMb: number
}

/** The documents of one's own application, each with its file, and forms to replace them. */
export function OwnDocuments({ own, credentials, replacing, maxMb }: Props) {
  const { tServer } = useLanguage()
  const { canReplaceDocuments } = own
  const documents = own.documents.filter((one) => one.purpose in documentNames)
  if (documents.length === 0 && !canReplaceDocuments) return null
  return (
    <section className="mt-10" aria-labelledby="own-documents">
      <h2 id="own-documents" className="text-xl">
        {tServer('Your CV and cover letter')}
      </h2>
      {documents.length > 0 ? (
        <ul className="mt-4 space-y-4">
          {documents.map((document) => (
            <DocumentItem key={document._id} document={document} credentials={credentials} />
          ))}
        </ul>
      ) : null}
      {canReplaceDocuments ? (
        <>
          <p className="mt-4">
            {tServer('Until we have decided, you can send another file or link in their place.')}
          </p>
          {documentQuestions.map((question) => (
            <ReplaceForm key={question.name} {...{ question, credentials, replacing, maxMb }} />
          ))}
        </>
      ) : null}
    </section>
  )
}

function DocumentItem({
  document,
  credentials,
}: Pick<Props, 'credentials'> & { document: ApplicationDocument }) {
  const { tServer } = useLanguage()
  return (
    <li className="rounded-lg border border-line bg-white p-gutter">
      <p className="text-muted">{tServer(documentNames[document.purpose as DocumentPurpose])}</p>
      <DocumentFile document={document} credentials={credentials} />
    </li>
  )
}

/** The name and size of a file, the result of its scan, and a form to download it. */
export function DocumentFile({
  document,
  credentials,
}: Pick<Props, 'credentials'> & { document: ApplicationDocument }) {
  const { tServer, localPath } = useLanguage()
  const { _id, name, size, state } = document
  const scanResult = states[state]
  return (
    <>
      <p className="wrap-anywhere">{`${name}, ${sizeText(size)}`}</p>
      {scanResult ? <p className="mt-1 text-sm">{tServer(scanResult)}</p> : null}
      {state === 'refused' ? null : (
        <OwnForm
          credentials={credentials}
          action={localPath(`${statusPath}/document`)}
          className="mt-2"
        >
          <Button
            type="submit"
            variant="outline"
            name="_id"
            value={_id}
            aria-label={tServer('Download {file}', { file: name })}
          >
            {tServer('Download')}
          </Button>
        </OwnForm>
      )}
    </>
  )
}

interface ReplaceProps extends Omit<Props, 'own'> {
  question: (typeof documentQuestions)[number]
}

/** A form without scripts, closed until it is needed. */
function ReplaceForm({ question, credentials, replacing, maxMb }: ReplaceProps) {
  const { tServer } = useLanguage()
  const { name, file, purpose } = question
  const current = replacing?.purpose === purpose ? replacing : null
  const errors = current?.errors ?? {}
  const what = tServer(documentNames[purpose])
  return (
    <details
      className="mt-4 rounded-lg border border-line bg-white px-gutter py-2.5"
      open={current !== null}
    >
      <summary className="link min-h-11 py-2 font-semibold">
        {tServer('Replace: {document}', { document: what })}
      </summary>
      <OwnForm
        credentials={credentials}
        encType="multipart/form-data"
        aria-label={tServer('Replace: {document}', { document: what })}
        className="mt-4 space-y-6"
        noValidate
      >
        <input type="hidden" name="purpose" value={purpose} />
        <FileField name={file} label={tServer('File')} maxMb={maxMb} error={errors[file]} />
        <HeicNote />
        <DocumentLinkField
          labels={{}}
          defaults={{ [name]: current?.url }}
          errors={errors}
          name={name}
        />
        <Button type="submit" name="step" value="replace">
          {tServer('Send in its place')}
        </Button>
      </OwnForm>
    </details>
  )
}
