import type { ReactNode } from 'react'
import { data, redirect } from 'react-router'
import { questionsPath as path } from '../../contract/intake/intake-question-calls.ts'
import { checkExtra } from '../../contract/intake/extra-answers.ts'
import {
  extraControl,
  extraFileControl,
  extraIn,
  withoutOthers,
} from '../../contract/intake/extra-controls.ts'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import { languageOf, pathIn } from '../../contract/language/languages.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { FileField, HeicNote } from '../forms/file-field.tsx'
import { extraLabels, IntakeQuestionFields } from '../forms/intake-question-fields.tsx'
import { type Payload, payloadOf } from '../forms/payload.ts'
import { type ShownQuestion, shownQuestions } from '../forms/shown-questions.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { sizeText } from '../lib/file-size.ts'
import { useLanguage } from '../lib/language.tsx'
import { privateHeaders, responseInit } from '../lib/response-init.ts'
import { type KeptFiles, type PageRefusal, pageServices } from '../page-context.ts'
import { HelpLine } from '../site/application/contact-links.tsx'
import { checkFields } from '../site/application/form-messages.ts'
import { translatedMetadata } from '../site/frame/metadata.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Hint } from '../ui/field.tsx'
import type { Route } from './+types/question-request.ts'

/** The server renders a plain form; the browser loads no React. */
export const handle = { form: true }

const title: PageSentence = 'A few more questions'

export const meta = translatedMetadata({ title, path, hidden: true })

/** The URL has a token. */
export const headers = (from: Route.HeadersArgs) => ({
  ...privateHeaders(from),
  'X-Robots-Tag': 'noindex',
})

/** Query of the page that confirms the arrival. It names nobody. */
const arrived = 'arrived'

/** Shows the questions without an answer. Reading never uses the link up: mail scanners open links, too. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(pageServices)
  const { documentMaxMb } = services
  if (!params.token && new URL(request.url).searchParams.has(arrived)) {
    return data({ asked: null, refusal: null, documentMaxMb })
  }
  const found = await services.readAnswersRequest(params.token ?? '')
  if ('status' in found) {
    return data({ asked: null, refusal: found, documentMaxMb }, responseInit(found))
  }
  const { referenceId, firstName } = found
  const questions = shownQuestions(found.questions, languageOf(request.url))
  return data({ asked: { referenceId, firstName, questions }, refusal: null, documentMaxMb })
}

/** Data of the page after a POST that does not use the link up. */
interface Answered {
  values: Payload
  files: KeptFiles
  refusal: FormErrors
}

/** Stores the answers. Wrong ones do not use the link up. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(pageServices)
  const token = params.token ?? ''
  const found = await services.readAnswersRequest(token)
  // The loader reads the request once more, and shows the refusal.
  if ('status' in found) return data(null, responseInit(found))
  const { form, fileErrors } = await services.readForm(request)
  const values = payloadOf(form, [])
  const files = (await services.keptFiles(values)) ?? {}
  const refuse = (fields: FormErrors['fields'], message: FormErrors['message'], status: number) =>
    data<Answered>({ values, files, refusal: { message, fields: atFiles(fields, found) } }, status)

  // Staff may have changed the questions since the page was opened.
  const own = extraIn(withoutOthers(values, found.questions))
  const { fields } = checkExtra(found.questions, own)
  const wrong = { ...fields, ...fileErrors }
  if (Object.keys(wrong).length > 0) return refuse(wrong, checkFields, 422)

  const outcome = await services.answerQuestions(token, own)
  if (!('status' in outcome)) {
    return redirect(`${pathIn(languageOf(request.url), path)}?${arrived}`, 303)
  }
  return refuse(outcome.fields ?? {}, outcome.message, outcome.status)
}

/** Errors of upload keys stand at the file controls. */
function atFiles(
  fields: FormErrors['fields'],
  { questions }: { questions: readonly { _id: string; kind: string }[] },
) {
  const moved = { ...fields }
  for (const { _id, kind } of questions) {
    const { [extraControl(_id)]: error } = fields
    if (kind === 'file' && error) moved[extraFileControl(_id)] ??= error
  }
  return moved
}

export default function QuestionRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, refusal, documentMaxMb } = loaderData
  return (
    <main id="main" className="bg-sand-100">
      <div className="mx-auto max-w-2xl px-5 py-8 @3xl:py-12">
        {asked ? (
          <QuestionForm asked={asked} answered={actionData ?? null} maxMb={documentMaxMb} />
        ) : refusal ? (
          <Refused refusal={refusal} />
        ) : (
          <Arrived />
        )}
        <HelpLine />
      </div>
    </main>
  )
}

interface FormProps {
  asked: { referenceId: string; firstName: string; questions: ShownQuestion[] }
  answered: Answered | null
  maxMb: number
}

function QuestionForm({ asked, answered, maxMb }: FormProps) {
  const { tServer } = useLanguage()
  const { referenceId, firstName, questions } = asked
  const { values = {}, files = {}, refusal = null } = answered ?? {}
  const errors = refusal?.fields ?? {}
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer(title)}</h1>
      <p className="mt-4 text-lg">
        {tServer(
          'This is about the application {reference} of {name}. We need a few more answers for this intake.',
          { reference: referenceId, name: firstName },
        )}
      </p>
      <p className="mt-2 mb-8">{tServer('Everything else in the application stays as it is.')}</p>
      <ErrorSummary refusal={refusal} labels={labelsOf(questions)} className="mb-6" />
      <form
        method="post"
        encType="multipart/form-data"
        aria-label={tServer(title)}
        className="space-y-6 rounded-lg border border-line bg-white p-5 @3xl:p-8"
        noValidate
      >
        <IntakeQuestionFields
          {...{ questions, errors }}
          defaults={values}
          file={({ _id }, words) => requestedFile({ _id, words, values, files, errors, maxMb })}
        />
        {questions.some(({ kind }) => kind === 'file') ? <HeicNote /> : null}
        <Button type="submit" size="lg" className="w-full @min-[40rem]:w-auto">
          {tServer('Send the answers')}
        </Button>
      </form>
    </>
  )
}

interface RequestedFileProps extends Omit<Answered, 'refusal'> {
  _id: string
  words: { label: ReactNode; hint: ReactNode }
  errors: FormErrors['fields']
  maxMb: number
}

function requestedFile(props: RequestedFileProps) {
  return <RequestedFile key={props._id} {...props} />
}

/** The control of a file, with the file that has arrived already. All that is missing is required. */
function RequestedFile({ _id, words, values, files, errors, maxMb }: RequestedFileProps) {
  const { t } = useLanguage()
  const key = extraControl(_id)
  const control = extraFileControl(_id)
  const { [key]: file } = files
  return (
    <div>
      <FileField name={control} label={words.label} maxMb={maxMb} error={errors[control]} />
      {words.hint ? <Hint>{words.hint}</Hint> : null}
      {file ? (
        <>
          <p className="wrap-anywhere">
            {t('File: {name}, {size}', { name: file.name, size: sizeText(file.size) })}
          </p>
          <input type="hidden" name={key} value={String(values[key])} />
        </>
      ) : null}
    </div>
  )
}

/** The labels of the controls. Those of files are other ones than those of the upload keys. */
function labelsOf(questions: readonly ShownQuestion[]) {
  const labels = Object.entries(extraLabels(questions)).map(([name, label]) => {
    const file = questions.find(({ _id, kind }) => kind === 'file' && extraControl(_id) === name)
    return [file ? extraFileControl(file._id) : name, label]
  })
  return Object.fromEntries(labels) as Record<string, string>
}

function Refused({ refusal }: { refusal: PageRefusal }) {
  const { tServer, message } = useLanguage()
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer('This link cannot be used')}</h1>
      <p className="mt-4 text-lg">{message(refusal.message)}</p>
    </>
  )
}

function Arrived() {
  const { tServer, localPath } = useLanguage()
  return (
    <>
      <h1 className="text-title text-lagoon-900">
        {tServer('Thank you, your answers have arrived')}
      </h1>
      <p className="mt-4 mb-8 text-lg">
        {tServer('They are part of your application now. There is nothing else for you to do.')}
      </p>
      <LinkButton
        href={localPath('/industrial-attachment/status')}
        name={tServer('Check my application')}
        variant="outline"
      />
    </>
  )
}
