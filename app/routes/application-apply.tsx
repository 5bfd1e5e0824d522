import { createContext, data, redirect } from 'react-router'
import { idempotencyKey } from '../../contract/application/application.ts'
import { formPath, languageOf, pathIn } from '../../contract/language/languages.ts'
import { flagNames } from '../../contract/application/questions.ts'
// oxlint-disable-next-line import/default -- Vite exports the script's URL
import script from '../entry.application-form.tsx?worker&url'
import { inLanguage } from '../forms/in-language.ts'
import { listOf, type Payload, payloadOf } from '../forms/payload.ts'
import { useLanguage } from '../lib/language.tsx'
import { receiptPath } from '../lib/receipt.ts'
import { keptForBack, responseInit } from '../lib/response-init.ts'
import { todayInKenya } from '../lib/today.ts'
import {
  currentStep,
  keptForm,
  languageStep,
  type FormLists,
  type KeptFiles,
  type PageServices,
  pageServices,
  readIntakes,
  typedAddress,
} from '../page-context.ts'
import { ApplicationFormLoader } from '../site/application/application-form-loader.tsx'
import { CheckAnswers } from '../site/application/check-answers.tsx'
import {
  askedBy,
  choicesIn,
  departmentError,
  type IntakeChoice,
  offeredDepartments,
  papersAskedBy,
} from '../site/application/intake-choices.ts'
import { alertForm } from '../site/application/intake-alert-form.tsx'
import { ClosedForm, IntakeLines } from '../site/application/intake-news.tsx'
import { DocumentStep } from '../site/application/document-step.tsx'
import {
  fileFields,
  goneFileErrors,
  nextView,
  type View,
  viewAfterRefusal,
  withoutKeys,
} from '../site/application/next-view.ts'
import { useOnServer } from '../lib/server-context.ts'
import { translatedMetadata } from '../site/frame/metadata.ts'
import type { Route } from './+types/application-apply.ts'

/** The select options for server rendering. The browser reads them from the rendered page. */
const formLists = createContext<FormLists | null>(null)

/** Data of the page after a POST. */
interface Answered extends Pick<View, 'view' | 'refusal'> {
  values: Payload
  /** The idempotency key that the form has sent. */
  key: string | null
  files: KeptFiles
}

/** Error if the lists cannot be read: the check of answers needs the names of the records. */
const unavailable = {
  message: 'This is not available at the moment. Please try again in a minute.',
  fields: {},
}

export const handle = { form: true }

export const meta = translatedMetadata({
  title: 'Industrial Attachment Application',
  description: 'Apply for an industrial attachment: about fifteen minutes, on a phone too.',
  path: formPath,
})

/** Browsers may keep the page but must revalidate it: it changes with the lists and the date. */
export const headers = ({ actionHeaders }: Route.HeadersArgs) => ({
  ...Object.fromEntries(actionHeaders),
  'cache-control': actionHeaders.get('cache-control') ?? 'no-cache',
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(pageServices)
  const all = await services.formLists().catch(() => null)
  const season = await context.get(readIntakes)()
  const language = languageOf(request.url)
  const choices = choicesIn(season, language)
  if (choices?.length === 0 && !context.get(currentStep)) context.set(keptForm, alertForm)
  const departments = offeredDepartments(inLanguage(all?.departments ?? [], language), choices)
  context.set(formLists, all && { ...all, departments })
  // If the lists cannot be read, the form is shown again instead of the check of answers.
  if (!all && context.get(currentStep) === 'check') context.set(currentStep, 'change')
  const { documentMaxMb, isSmsOffered } = services
  const today = todayInKenya()
  return { listed: all !== null, today, documentMaxMb, isSmsOffered, choices, season }
}

/**
 * Handles the form without scripts. With `step` 'check' it shows the answers to check, after a step
 * for files if a document has neither a link nor a file. With 'documents' it shows that step, and
 * with 'change' the form with the answers. Without `step` it submits them. The idempotency key is the
 * one in the form, or else a hash of the answers and files. It prevents a second application if the
 * form is submitted again.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(pageServices)
  const language = languageOf(request.url)
  const choices = choicesIn(await context.get(readIntakes)(), language)
  const { posted, shown, files, key } = await readPosted(request, services, fileFields(choices))
  // Without an open intake, the page has the form for the alert, and its language button posts this step.
  if (posted.step === languageStep) {
    context.set(typedAddress, String(shown['email'] ?? ''))
    return data(null, { headers: keptForBack })
  }
  const next = nextView(posted, choices)
  const outcome = 'answers' in next ? await services.submit(next.answers, key) : next
  if ('referenceId' in outcome) {
    return redirect(pathIn(language, receiptPath(outcome.referenceId)), 303)
  }
  const after = 'view' in outcome ? outcome : viewAfterRefusal(posted.values, outcome, choices)
  const { view, refusal } = after
  context.set(currentStep, view === 'form' ? 'change' : view)
  const { status, headers: retry } = responseInit(after)
  return data<Answered>(
    { view, values: shown, key, files: files ?? {}, refusal },
    { status, headers: { ...retry, ...keptForBack } },
  )
}

/** Reads a POST. Its values are `shown` again without the upload keys that have no file. */
async function readPosted(
  request: Request,
  services: PageServices,
  fields: ReturnType<typeof fileFields>,
) {
  const { form, fileErrors } = await services.readForm(request)
  const { idempotency_key: sentKey, step, asked, remove, ...sent } = payloadOf(form, flagNames)
  const key = idempotencyKey.safeParse(sentKey).data ?? null
  // Without SMS, the form has no control that could show an error of this answer.
  if (!services.isSmsOffered) delete sent['contact_by']
  const removed = listOf(remove)
  const typed = withoutKeys(sent, fields, (field) => removed.includes(field))
  const files = await services.keptFiles(typed)
  const shown = files ? withoutKeys(typed, fields, (field) => !files[field]) : typed
  const common = { step, hasBeenAsked: Boolean(asked), fileErrors }
  // A repeat of a submission has keys that its application has taken already.
  const posted =
    step && files
      ? { ...common, values: shown, goneFiles: goneFileErrors(typed, files, fields) }
      : { ...common, values: typed, goneFiles: {} }
  return { posted, shown, files, key }
}

/** A department without places in the intake is not among the options: it is chosen again. */
function withoutUnlisted(values: Payload, choices: readonly IntakeChoice[] | null) {
  return departmentError(values, choices) ? { ...values, department: '' } : values
}

/**
 * The form is an island: a part of the page that React hydrates without a router. scripts/enhance.ts
 * loads the script in `data-script`. `translate="no"` is needed because React cannot hydrate translated
 * text. It would render the island again and lose the answers and select options.
 */
export default function AttachmentApply({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath } = useLanguage()
  const lists = useOnServer(formLists)
  const { season, choices, ...shared } = loaderData
  const { documentMaxMb: maxMb } = shared
  const step = actionData && stepPage(actionData, lists, { maxMb, choices })
  const { values = null, key = null, files = {}, refusal = null, view } = actionData ?? {}
  const sent = {
    answers: values && withoutUnlisted(values, choices),
    sentKey: key,
    files,
    refusal: view === 'check' ? unavailable : refusal,
  }
  const given = { ...shared, choices, ...sent }
  // Answers that were sent are shown even if the intake is over: no answer is lost.
  const isClosed = choices?.length === 0 && !actionData
  return (
    <main id="main" className="bg-sand-100">
      <div className="bg-lagoon-900 text-white">
        <div className="mx-auto max-w-3xl px-4 py-8">
          <h1 className="text-title">{t('Industrial Attachment Application')}</h1>
          {step ? null : (
            <>
              <p className="mt-3 text-lagoon-100 @3xl:text-lg">
                {t(
                  'It takes about fifteen minutes. Have your CV and cover letter ready, as files or as links. Every question needs an answer unless it is marked (optional).',
                )}
              </p>
              <p className="mt-1">
                <a
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                  href={localPath('/industrial-attachment/status')}
                >
                  {t('Already applied?')}
                </a>
              </p>
            </>
          )}
        </div>
      </div>
      <div className="kanga-border" />
      <div className="mx-auto max-w-3xl px-4 py-8 @3xl:py-12">
        <IntakeLines intakes={season.intakes} />
        {isClosed ? (
          <ClosedForm intakes={season.intakes} />
        ) : (
          (step ?? (
            <div translate="no" data-script={script} data-props={JSON.stringify(given)}>
              <ApplicationFormLoader {...given} lists={lists} />
            </div>
          ))
        )}
      </div>
    </main>
  )
}

/** The page of a later step in a browser without scripts; null for the form itself. */
function stepPage(
  { view, values, key, files, refusal }: Answered,
  lists: FormLists | null | undefined,
  { maxMb, choices }: { maxMb: number; choices: readonly IntakeChoice[] | null },
) {
  const asked = askedBy(choices, values['intake'])
  const papers = papersAskedBy(values['intake'], choices)
  if (view === 'documents') {
    const step = { values, files, refusal, maxMb, asked, papers }
    return <DocumentStep {...step} idempotencyKey={key} />
  }
  if (view !== 'check' || !lists) return null
  const nameOf = (name: string, among: readonly { _id: string; name: string }[]) =>
    among.find(({ _id }) => _id === values[name])?.name
  const chosen = {
    institution: nameOf('institution', lists.institutions),
    course: nameOf('course', lists.courses),
    department: nameOf('department', lists.departments),
    // The only intake is named above the answers.
    intake: choices && choices.length > 1 ? nameOf('intake', choices) : undefined,
  }
  return <CheckAnswers {...{ values, chosen, files, asked, papers }} idempotencyKey={key} />
}
