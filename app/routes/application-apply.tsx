import { createContext, data, type MetaArgs, redirect } from 'react-router'
import { applicationFormInput, idempotencyKey } from '../../contract/application.ts'
import { fieldMessages } from '../../contract/first-messages.ts'
import { languageOf, pathIn } from '../../contract/languages.ts'
import { flagNames } from '../../contract/questions.ts'
import { contentOf } from '../../contract/submission-content.ts'
// oxlint-disable-next-line import/default -- Vite exports the script's URL
import script from '../entry.application-form.tsx?worker&url'
import { type Payload, payloadOf } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { contentHash } from '../lib/content-hash.ts'
import { i18nOf, useLanguage } from '../lib/language.tsx'
import { receiptPath } from '../lib/receipt.ts'
import { todayInKenya } from '../lib/today.ts'
import { type FormLists, isCheckPage, pageServices } from '../page-context.ts'
import { ApplicationFormLoader } from '../site/application/application-form-loader.tsx'
import { checkFields, notSubmitted } from '../site/application/form-messages.ts'
import { CheckAnswers } from '../site/application/check-answers.tsx'
import { Island } from '../site/application/island.tsx'
import { useOnServer } from '../lib/server-context.ts'
import { metadata } from '../site/frame/metadata.ts'
import type { Route } from './+types/application-apply.ts'

/** The select options for server rendering. The browser reads them from the rendered page. */
const formLists = createContext<FormLists | null>(null)

/** Error if the lists cannot be read: the check of answers needs the names of the records. */
const unavailable = {
  message: 'This is not available at the moment. Please try again in a minute.',
  fields: {},
}

export const handle = { form: true }

export const meta = ({ matches }: MetaArgs) => {
  const { t, tServer, language } = i18nOf(matches)
  return metadata({
    title: t('Industrial Attachment Application'),
    description: tServer(
      'Apply for an industrial attachment: about fifteen minutes, on a phone too.',
    ),
    path: '/industrial-attachment/apply',
    language,
  })
}

/** Browsers may keep the page but must revalidate it: it changes with the lists and the date. */
export const headers = ({ actionHeaders }: Route.HeadersArgs) => ({
  ...Object.fromEntries(actionHeaders),
  'Cache-Control': 'no-cache',
})

export async function loader({ context }: Route.LoaderArgs) {
  const all = await context
    .get(pageServices)
    .formLists()
    .catch(() => null)
  context.set(formLists, all)
  // If the lists cannot be read, the form is shown again instead of the check of answers.
  if (!all) context.set(isCheckPage, false)
  return { listed: all !== null, today: todayInKenya() }
}

/**
 * Handles the form without scripts. With `step` 'check' it shows the answers to check. With
 * 'change' it shows the form with the answers. Without `step` it submits them. The idempotency key
 * is the one in the form, or else a hash of the answers. It prevents a second application if the
 * form is submitted again.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData())
  const { idempotency_key: sentKey, step, ...values } = payloadOf(form, flagNames)
  const key = idempotencyKey.safeParse(sentKey).data ?? null
  if (step === 'change') return { values, refusal: null, passed: false, key }

  const checked = applicationFormInput.safeParse(values)
  if (!checked.success) {
    return refuse(422, { message: checkFields, fields: fieldMessages(checked.error.issues) })
  }
  if (step === 'check') {
    context.set(isCheckPage, true)
    return { values, refusal: null, passed: true, key }
  }
  const ownKey = key ?? (await contentHash(contentOf(checked.data)))
  const outcome = await context.get(pageServices).submit(checked.data, ownKey)
  if ('referenceId' in outcome) {
    return redirect(pathIn(languageOf(request.url), receiptPath(outcome.referenceId)), 303)
  }
  const { status, message, retryAfter, fields = {} } = outcome
  const refusal = { message: message || notSubmitted, fields, newKey: status === 409 }
  return refuse(status, refusal, retryAfter)

  function refuse(status: number, refusal: FormErrors, retryAfter?: number) {
    return data(
      { values, refusal, passed: false, key },
      { status, ...(retryAfter && { headers: { 'Retry-After': String(retryAfter) } }) },
    )
  }
}

export default function AttachmentApply({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath } = useLanguage()
  const lists = useOnServer(formLists)
  const { values = null, refusal = null, passed = false, key = null } = actionData ?? {}
  const toCheck = passed && values && lists ? checkPage(lists, values, key) : null
  const sent = { answers: values, sentKey: key, refusal: passed ? unavailable : refusal }
  const given = { ...loaderData, ...sent }
  return (
    <main id="main" className="makuti bg-sand-100">
      <div className="bg-lagoon-900 px-5 text-white">
        <div className="mx-auto max-w-3xl pt-9 pb-8 @3xl:py-16">
          <h1 className="text-title">{t('Industrial Attachment Application')}</h1>
          <p className="mt-3 text-lagoon-100 @3xl:mt-4 @3xl:text-lg">
            {t(
              'It takes about fifteen minutes. Have the links to your resume and cover letter ready. Every question needs an answer unless it is marked (optional).',
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
        </div>
      </div>
      <div className="kanga-border" />
      <div className="mx-auto max-w-3xl px-4 py-8 @3xl:py-12">
        {toCheck ?? (
          <Island script={script} props={given}>
            <ApplicationFormLoader {...given} lists={lists} />
          </Island>
        )}
      </div>
    </main>
  )
}

/** The page to check the answers in a browser without scripts. */
function checkPage(lists: FormLists, values: Payload, key: string | null) {
  const nameOf = (name: string, among: { _id: string; name: string }[]) =>
    among.find(({ _id }) => _id === values[name])?.name
  const chosen = {
    institution: nameOf('institution', lists.institutions),
    course: nameOf('course', lists.courses),
    department: nameOf('department', lists.departments),
  }
  return <CheckAnswers values={values} chosen={chosen} idempotencyKey={key} />
}
