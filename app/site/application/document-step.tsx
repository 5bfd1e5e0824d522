import type { ReactNode } from 'react'
import { extraControl, extraFileControl } from '../../../contract/intake/extra-controls.ts'
import { documentQuestions, questions } from '../../../contract/application/questions.ts'
import { documentNames } from '../../forms/document-names.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { FileField, HeicNote } from '../../forms/file-field.tsx'
import { HiddenAnswers } from '../../forms/hidden-answers.tsx'
import { Text } from '../../forms/intake-question-fields.tsx'
import type { Payload } from '../../forms/payload.ts'
import { type ShownQuestions, wordsOf } from '../../forms/shown-questions.ts'
import type { FormErrors, Messages } from '../../forms/use-form.ts'
import { sizeText } from '../../lib/file-size.ts'
import { useLanguage } from '../../lib/language.tsx'
import type { KeptFiles } from '../../page-context.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DocumentLinkField } from './document-link-field.tsx'
import { fileQuestionsOf } from './intake-choices.ts'

interface Props {
  values: Payload
  files: KeptFiles
  refusal: FormErrors | null
  maxMb: number
  /** The questions of the chosen intake. */
  asked: ShownQuestions | undefined
  idempotencyKey: string | null
}

/** Step of the form without scripts, in which files are chosen. It posts all other answers, too. */
export function DocumentStep({ values, files, refusal, maxMb, asked, idempotencyKey }: Props) {
  const { t, tServer } = useLanguage()
  const errors = refusal?.fields ?? {}
  const extra = fileQuestionsOf(asked)
  const labels = Object.fromEntries([
    ...documentQuestions.flatMap(({ name, file, purpose }) => [
      [file, tServer(documentNames[purpose])],
      [name, t(questions[name].label)],
    ]),
    ...extra.map(({ _id, label }) => [extraFileControl(_id), wordsOf(label)]),
  ])
  return (
    <form
      id="application"
      method="post"
      encType="multipart/form-data"
      aria-labelledby="document-step"
      noValidate
    >
      <h2 id="document-step" className="text-2xl text-lagoon-900">
        {tServer('Your CV and cover letter')}
      </h2>
      <p className="mt-2 mb-6">
        {tServer(
          'Send each of them as a file or as a link. Everything else that you typed is kept.',
        )}
      </p>
      <ErrorSummary refusal={refusal} labels={labels} className="mb-6" />
      {documentQuestions.map((question) => (
        <DocumentFields
          key={question.name}
          {...{ question, values, labels, errors, maxMb }}
          kept={files[question.key]}
        />
      ))}
      {extra.map((question) => (
        <Card key={question._id} title={<Text of={question.label} />}>
          <KeptFile field={extraControl(question._id)} file={files[extraControl(question._id)]} />
          {question.hint ? (
            <p>
              <Text of={question.hint} />
            </p>
          ) : null}
          <FileField
            name={extraFileControl(question._id)}
            label={tServer(
              files[extraControl(question._id)] ? 'Another file in its place' : 'File',
            )}
            maxMb={maxMb}
            error={errors[extraFileControl(question._id)]}
          />
        </Card>
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

interface FieldsProps extends Pick<Props, 'values' | 'maxMb'> {
  question: (typeof documentQuestions)[number]
  labels: Record<string, string>
  errors: Messages
  kept: KeptFiles[keyof KeptFiles]
}

/** The file or link for one question, with the file that is there already. */
function DocumentFields({ question, values, labels, errors, maxMb, kept }: FieldsProps) {
  const { tServer } = useLanguage()
  const { name, key, file, purpose } = question
  return (
    <Card title={tServer(documentNames[purpose])}>
      <KeptFile field={key} file={kept} />
      <FileField
        name={file}
        label={tServer(kept ? 'Another file in its place' : 'File')}
        maxMb={maxMb}
        error={errors[file]}
      />
      <DocumentLinkField {...{ labels, errors, name }} defaults={values} />
    </Card>
  )
}

function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="mb-6 min-w-0 rounded-lg border border-line bg-white p-5 @3xl:p-8">
      <legend className="float-left w-full text-xl text-lagoon-900">{title}</legend>
      <div className="clear-both space-y-6 pt-4">{children}</div>
    </fieldset>
  )
}

/** The file that is there already, and the choice not to send it. */
function KeptFile({ field, file }: { field: string; file: KeptFiles[string] }) {
  const { t, tServer } = useLanguage()
  if (!file) return null
  return (
    <div>
      <p className="wrap-anywhere">
        {t('File: {name}, {size}', { name: file.name, size: sizeText(file.size) })}
      </p>
      <label className="flex min-h-11 items-start gap-3 py-2">
        <Checkbox name="remove" value={field} className="mt-0.5" />
        {tServer('Do not send this file')}
      </label>
    </div>
  )
}
