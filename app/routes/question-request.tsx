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
import { FileField, HeicNote } from '../forms/file-field.tsx'
import { readLinkToken } from '../../contract/one-time-link.ts'
import { fileText } from '../forms/file-text.ts'
import { extraLabels, IntakeQuestionFields } from '../forms/intake-question-fields.tsx'
import { type Payload, payloadOf } from '../forms/payload.ts'
import { type ShownQuestion, shownQuestions } from '../forms/shown-questions.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { useLanguage } from '../lib/language.tsx'
import { keptForBack, privateHeaders, responseInit } from '../lib/response-init.ts'
import { keptForm, type KeptFiles, languageStep, pageServices } from '../page-context.ts'
import { checkFields } from '../site/application/form-messages.ts'
import { extraFileFields } from '../site/application/intake-choices.ts'
import { ownPageAction } from '../site/application/own-page-action.ts'
import {
  arrived,
  incompleteLink,
  OneTimeLinkForm,
  oneTimeLinkForm,
  OneTimeLinkPage,
} from '../site/application/one-time-link-page.tsx'
import { translatedMetadata } from '../site/frame/metadata.ts'
import { Hint } from '../ui/field.tsx'
import type { Route } from './+types/question-request.ts'

/** The server renders a plain form; the browser loads no React. */
export const handle = { form: true }

const title: PageSentence = 'A few more questions'

export const meta = translatedMetadata({ title, path, hidden: true })

/** The URL has a token. */
export const headers = privateHeaders

/** Shows the questions without an answer. Reading never uses the link up: mail scanners open links, too. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(pageServices)
  const { documentMaxMb } = services
  if (!params.token && new URL(request.url).searchParams.has(arrived)) {
    return data({ asked: null, refusal: null, documentMaxMb })
  }
  const token = readLinkToken(params.token ?? '')
  const found = token ? await services.readAnswersRequest(token) : incompleteLink
  if ('status' in found) {
    return data({ asked: null, refusal: found, documentMaxMb }, responseInit(found))
  }
  const { referenceId, firstName } = found
  const questions = shownQuestions(found.questions, languageOf(request.url))
  context.set(keptForm, oneTimeLinkForm)
  const asked = { referenceId, firstName, questions }
  return data({ asked, refusal: null, documentMaxMb }, { headers: keptForBack })
}

/** Data of the page after a POST that does not use the link up. */
interface Answered {
  values: Payload
  files: KeptFiles
  refusal: FormErrors | null
}

/** Stores the answers. Wrong ones do not use the link up. A double tap ends on the same page as one tap. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(pageServices)
  const token = readLinkToken(params.token ?? '') ?? ''
  const found = await services.readAnswersRequest(token)
  const isUsed = 'status' in found
  // The loader reads the request once more, and shows the refusal.
  if (isUsed && !(await services.wasJustUsed(token))) return data(null, responseInit(found))
  const { form, fileErrors } = await services.readForm(request)
  const values = payloadOf(form, [])
  const sent = extraIn(values)
  const answer = () => services.answerQuestions(token, sent)
  const thank = () => redirect(`${pathIn(languageOf(request.url), path)}?${arrived}`, 303)
  if (isUsed) {
    const outcome = await answer()
    return 'status' in outcome ? data(null, responseInit(outcome)) : thank()
  }
  const files = (await services.keptFiles(values)) ?? {}
  if (form.get('step') === languageStep) {
    return data<Answered>({ values, files, refusal: null }, { headers: keptForBack })
  }
  const refuse = (fields: FormErrors['fields'], message: FormErrors['message'], status: number) =>
    data<Answered>(
      { values, files, refusal: { message, fields: atFiles(fields, found) } },
      { status, headers: keptForBack },
    )

  // Staff may have changed the questions since the page was opened.
  const own = extraIn(withoutOthers(values, found.questions))
  const { fields } = checkExtra(found.questions, own)
  const wrong = { ...fields, ...fileErrors }
  if (Object.keys(wrong).length > 0) return refuse(wrong, checkFields, 422)

  const outcome = await answer()
  if (!('status' in outcome)) return thank()
  return refuse(outcome.fields ?? {}, outcome.message, outcome.status)
}

/** Errors of upload keys stand at the file controls. */
function atFiles(
  fields: FormErrors['fields'],
  { questions }: { questions: readonly { _id: string; kind: string }[] },
) {
  const moved = { ...fields }
  for (const { key, file } of extraFileFields(questions)) {
    const { [key]: error } = fields
    if (error) moved[file] ??= error
  }
  return moved
}

export default function QuestionRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, refusal, documentMaxMb } = loaderData
  return (
    <OneTimeLinkPage
      refusal={refusal}
      thanks={{
        title: 'Thank you, your answers have arrived',
        text: 'They are part of your application now. There is nothing else for you to do.',
      }}
    >
      {asked ? (
        <QuestionForm asked={asked} answered={actionData ?? null} maxMb={documentMaxMb} />
      ) : null}
    </OneTimeLinkPage>
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
  const lead = tServer(
    'This is about the application {reference} of {name}. We need a few more answers for this intake.',
    { reference: referenceId, name: firstName },
  )
  return (
    <OneTimeLinkForm
      {...{ title, lead, refusal }}
      labels={labelsOf(questions)}
      action={ownPageAction}
      send="Send the answers"
    >
      <IntakeQuestionFields
        {...{ questions, errors }}
        defaults={values}
        renderFile={({ _id }, words) => (
          <RequestedFile key={_id} {...{ _id, words, values, files, errors, maxMb }} />
        )}
      />
      {questions.some(({ kind }) => kind === 'file') ? <HeicNote /> : null}
    </OneTimeLinkForm>
  )
}

interface RequestedFileProps extends Omit<Answered, 'refusal'> {
  _id: string
  words: { label: ReactNode; hint: ReactNode }
  errors: FormErrors['fields']
  maxMb: number
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
          <p className="wrap-anywhere">{fileText(file, t)}</p>
          <input type="hidden" name={key} value={String(values[key])} />
        </>
      ) : null}
    </div>
  )
}

/** The labels of the controls. Those of files are other ones than those of the upload keys. */
function labelsOf(questions: readonly ShownQuestion[]) {
  const files = new Map(extraFileFields(questions).map(({ key, file }) => [key, file]))
  const labels = Object.entries(extraLabels(questions))
  return Object.fromEntries(labels.map(([name, label]) => [files.get(name) ?? name, label]))
}
