import {
  fileControlOf,
  isStandardPaper,
  returnReasons,
  standardPapers,
} from '../../../contract/intake/paper-kinds.ts'
import { type ApplicationPaper, isToBeSent } from '../../../contract/intake/papers.ts'
import { nameIn } from '../../../contract/language/languages.ts'
import { FileField, HeicNote } from '../../forms/file-field.tsx'
import type { Messages } from '../../forms/use-form.ts'
import { type I18n, useLanguage } from '../../lib/language.tsx'
import { longDate } from '../../lib/public-dates.ts'
import { todayInKenya } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { DocumentFile } from './own-documents.tsx'
import { OwnForm, type OwnProps } from './own-form.tsx'
import { paperScriptProps } from './paper-script-props.ts'

interface Props extends OwnProps {
  maxMb: number
  /** Errors by the name of the file control. */
  errors: Messages
  /** The script that keeps files on the phone and sends them, and removes those that nobody asks for. */
  script: string
}

/** The papers of one's own application: what is missing, and forms without scripts to send it. */
export function OwnPapers({ own, credentials, maxMb, errors, script }: Props) {
  const i18n = useLanguage()
  const { tServer } = i18n
  const { papers, documents } = own
  if (papers.length === 0) return null
  const props = {
    'data-script': script,
    'data-papers': JSON.stringify(paperScriptProps(i18n, { reference: own.referenceId, maxMb })),
  }
  return (
    <section className="mt-10" aria-labelledby="own-papers" {...props}>
      <h2 id="own-papers" className="text-xl">
        {tServer('Your papers')}
      </h2>
      {papers.some(isToBeSent) ? (
        <p className="mt-2">
          {tServer('We need these papers from you. A clear photo of each is enough.')}{' '}
          {papers.some((paper) => isToBeSent(paper) && paper.losesPlace)
            ? tServer(
                'If a paper is still missing some days after its day, your place goes to somebody else.',
              )
            : null}
        </p>
      ) : null}
      <ul className="mt-4 space-y-4">
        {papers.map((paper) => (
          <PaperItem
            key={paper.purpose}
            {...{ paper, credentials, maxMb, errors }}
            file={documents.find(({ _id }) => _id === paper.document)}
          />
        ))}
      </ul>
      {papers.some(isToBeSent) ? (
        <div className="print:hidden">
          <HeicNote />
        </div>
      ) : null}
    </section>
  )
}

function canBeSent({ dueOn, state }: ApplicationPaper) {
  return dueOn !== null && state !== 'accepted'
}

interface PaperProps extends Omit<Props, 'own' | 'script'> {
  paper: ApplicationPaper
  file: OwnProps['own']['documents'][number] | undefined
}

function PaperItem({ paper, file, credentials, ...form }: PaperProps) {
  const i18n = useLanguage()
  const { tServer } = i18n
  const { state, reason } = paper
  const name = paperName(paper, i18n)
  const send = <PaperForm {...{ paper, name, credentials, ...form }} />
  return (
    <li className="rounded-lg border border-line bg-white p-gutter">
      <h3 className="text-lg">{name}</h3>
      <p data-state tabIndex={-1} className="font-semibold">
        {stateInWords(paper, i18n)}
      </p>
      {state === 'returned' && reason ? <p>{tServer(returnReasons[reason])}</p> : null}
      {file ? <DocumentFile document={file} credentials={credentials} /> : null}
      {!canBeSent(paper) ? null : state === 'sent' ? (
        <details open={form.errors[fileControlOf(paper.purpose)] !== undefined}>
          <summary className="link min-h-11 py-2">{tServer('Send another file')}</summary>
          {send}
        </details>
      ) : (
        send
      )}
    </li>
  )
}

interface FormProps extends Omit<PaperProps, 'file'> {
  name: string
}

function PaperForm({ paper, name, credentials, maxMb, errors }: FormProps) {
  const { tServer } = useLanguage()
  const control = fileControlOf(paper.purpose)
  return (
    <div>
      <OwnForm
        credentials={credentials}
        encType="multipart/form-data"
        aria-label={name}
        className="mt-4 space-y-4"
        noValidate
      >
        <input type="hidden" name="purpose" value={paper.purpose} />
        <FileField name={control} label={tServer('File')} maxMb={maxMb} error={errors[control]} />
        <Button type="submit" name="step" value="paper">
          {tServer('Send this paper')}
          <span className="sr-only">: {name}</span>
        </Button>
      </OwnForm>
      <KeptFile name={name} />
    </div>
  )
}

/** The state of a file on this device. The script shows and fills it. */
function KeptFile({ name }: { name: string }) {
  const { tServer } = useLanguage()
  return (
    <div data-kept hidden className="mt-4 border-l-4 border-mango-400 pl-4">
      <output className="block font-semibold wrap-anywhere" />
      <div className="mt-2 flex flex-wrap gap-4">
        <Button data-again hidden variant="outline">
          {tServer('Send it again')}
          <span className="sr-only">: {name}</span>
        </Button>
        <Button data-remove hidden variant="ghost">
          {tServer('Remove it from this device')}
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
    </div>
  )
}

/** The name of a paper in the language of the page. */
export function paperName(
  { purpose, name, name_sw }: Pick<ApplicationPaper, 'purpose' | 'name' | 'name_sw'>,
  { tServer, language }: I18n,
) {
  if (isStandardPaper(purpose)) return tServer(standardPapers[purpose])
  return nameIn(language, { name: name ?? '', name_sw })
}

function stateInWords({ state, dueOn }: ApplicationPaper, { tServer, locale }: I18n) {
  if (state === 'accepted') return tServer('Accepted. There is nothing more to do.')
  if (state === 'sent') return tServer('Received. We are checking it.')
  const day = dueOn === null ? '' : longDate(dueOn, locale)
  if (day === '') return tServer('We no longer ask for it.')
  if (dueOn !== null && dueOn < todayInKenya()) {
    return tServer('It was due on {day}: please send it now.', { day })
  }
  return state === 'missing'
    ? tServer('Missing: please send it by {day}.', { day })
    : tServer('We have sent it back: please send it again by {day}.', { day })
}
