import type { ReactNode } from 'react'
import { extraControl, extraFileControl } from '../../../contract/intake/extra-controls.ts'
import { documentQuestions, questions } from '../../../contract/application/questions.ts'
import { fileControlOf, paperField } from '../../../contract/intake/paper-kinds.ts'
import { documentNames } from '../../forms/document-names.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { FileField, HeicNote } from '../../forms/file-field.tsx'
import { fileText } from '../../forms/file-text.ts'
import { HiddenAnswers } from '../../forms/hidden-answers.tsx'
import { Text } from '../../forms/intake-question-fields.tsx'
import type { Payload } from '../../forms/payload.ts'
import { type ShownQuestions, wordsOf } from '../../forms/shown-questions.ts'
import type { FormErrors, Messages } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import type { KeptFiles } from '../../page-context.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DocumentLinkField } from './document-link-field.tsx'
import { fileQuestionsOf, type PaperChoice } from './intake-choices.ts'
import { ownPageAction } from './own-page-action.ts'

interface Props {
  values: Payload
  files: KeptFiles
  refusal: FormErrors | null
  maxMb: number
  /** The questions of the chosen intake. */
  asked: ShownQuestions | undefined
  idempotencyKey: string | null
  /** The papers that the intake asks for. */
  papers: readonly PaperChoice[]
}

/** Step of the form without scripts, in which files are chosen. It posts all other answers, too. */
export function DocumentStep({ asked, papers, ...props }: Props) {
  const { values, files, refusal, maxMb, idempotencyKey } = props
  const { t, tServer } = useLanguage()
  const errors = refusal?.fields ?? {}
  const extra = fileQuestionsOf(asked)
  const labels = Object.fromEntries([
    ...documentQuestions.flatMap(({ name, file, purpose }) => [
      [file, tServer(documentNames[purpose])],
      [name, t(questions[name].label)],
    ]),
    ...extra.map(({ _id, label }) => [extraFileControl(_id), wordsOf(label)]),
    ...papers.map(({ purpose, name }) => [fileControlOf(purpose), name]),
  ])
  return (
    <form
      id="application"
      method="post"
      action={ownPageAction}
      encType="multipart/form-data"
      aria-labelledby="document-step"
      noValidate
    >
      <h2 id="document-step" className="text-2xl text-lagoon-900">
        {tServer(papers.length + extra.length > 0 ? 'Your files' : 'Your CV and cover letter')}
      </h2>
      <p className="mt-2 mb-6">
        {tServer(
          papers.length + extra.length > 0
            ? 'Your CV and cover letter can each be a file or a link; the papers must be files. Everything else that you typed is kept.'
            : 'Send each of them as a file or as a link. Everything else that you typed is kept.',
        )}
      </p>
      <ErrorSummary refusal={refusal} labels={labels} className="mb-6" />
      {documentQuestions.map((question) => (
        <FileFields
          key={question.name}
          {...{ maxMb, errors }}
          control={question.file}
          field={question.key}
          title={tServer(documentNames[question.purpose])}
          kept={files[question.key]}
        >
          <DocumentLinkField {...{ labels, errors }} name={question.name} defaults={values} />
        </FileFields>
      ))}
      {papers.map(({ purpose, name }) => (
        <FileFields
          key={purpose}
          {...{ maxMb, errors }}
          control={fileControlOf(purpose)}
          field={paperField(purpose)}
          title={name}
          kept={files[paperField(purpose)]}
        />
      ))}
      {extra.map(({ _id, label, hint }) => (
        <FileFields
          key={_id}
          {...{ maxMb, errors }}
          control={extraFileControl(_id)}
          field={extraControl(_id)}
          title={<Text of={label} />}
          hint={hint ? <Text of={hint} /> : null}
          kept={files[extraControl(_id)]}
        />
      ))}
      <div className="mb-6">
        <HeicNote />
      </div>
      <HiddenAnswers
        {...{ values, idempotencyKey }}
        except={documentQuestions.map(({ name }) => name)}
      />
      <input type="hidden" name="asked" value="documents" />
      <div className="flex flex-wrap gap-4">
        <Button type="submit" size="lg" name="step" value="check">
          {t('Check your answers')}
        </Button>
        <Button type="submit" size="lg" variant="outline" name="step" value="change">
          {tServer('Back to the form')}
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps extends Pick<Props, 'maxMb'> {
  title: ReactNode
  hint?: ReactNode
  /** The name of the file control. */
  control: string
  /** The field of the upload key. */
  field: string
  errors: Messages
  kept: KeptFiles[string]
  /** The link in place of a file. */
  children?: ReactNode
}

/** The file for one question or paper, with the file that is there already. */
function FileFields({ title, hint, control, field, maxMb, errors, kept, children }: FieldsProps) {
  const { t, tServer } = useLanguage()
  return (
    <fieldset className="mb-6 min-w-0 rounded-lg border border-line bg-white p-gutter @3xl:p-8">
      <legend className="float-left w-full text-xl text-lagoon-900">{title}</legend>
      <div className="clear-both space-y-6 pt-4">
        {kept ? (
          <div>
            <p className="wrap-anywhere">{fileText(kept, t)}</p>
            <label className="flex min-h-11 items-start gap-3 py-2">
              <Checkbox name="remove" value={field} className="mt-0.5" />
              {tServer('Do not send this file')}
            </label>
          </div>
        ) : null}
        {hint ? <p>{hint}</p> : null}
        <FileField
          name={control}
          label={tServer(kept ? 'Another file in its place' : 'File')}
          maxMb={maxMb}
          error={errors[control]}
        />
        {children}
      </div>
    </fieldset>
  )
}
