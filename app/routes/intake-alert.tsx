import { data, redirect } from 'react-router'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import { formPath, languageOf, pathIn } from '../../contract/language/languages.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { useLanguage } from '../lib/language.tsx'
import { keptForBack, privateHeaders, responseInit } from '../lib/response-init.ts'
import {
  intakeAlertPath as path,
  keptForm,
  languageStep,
  pageServices,
  readIntakes,
} from '../page-context.ts'
import { alertForm, IntakeAlertForm } from '../site/application/intake-alert-form.tsx'
import { arrived } from '../site/application/one-time-link-page.tsx'
import { translatedMetadata } from '../site/frame/metadata.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/intake-alert.ts'

/** The server renders a plain form; the browser loads no React. */
export const handle = { form: true }

const title: PageSentence = 'When the next intake opens'

export const meta = translatedMetadata({ title, path, hidden: true })

/** The answer to a POST may have the typed address. */
export const headers = privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { intakes } = await context.get(readIntakes)()
  const isStored = new URL(request.url).searchParams.has(arrived)
  if (!isStored) context.set(keptForm, alertForm)
  return data({ isOpen: intakes.some(({ phase }) => phase === 'open'), isStored })
}

/** Stores an address for one message when the next intake opens. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(pageServices)
  const { form } = await services.readForm(request)
  const typed = form.get('email')
  const email = typeof typed === 'string' ? typed : ''
  const language = languageOf(request.url)
  if (form.get('step') === languageStep) return answer({ email, refusal: null }, { status: 200 })
  const outcome = await services.requestIntakeAlert({ email, language })
  if (!('status' in outcome)) throw redirect(`${pathIn(language, path)}?${arrived}`, 303)
  const { message, fields = {} } = outcome
  return answer({ email, refusal: { message, fields } }, outcome)
}

function answer(values: Answer, reply: Parameters<typeof responseInit>[0]) {
  const { status, headers: retry } = responseInit(reply)
  return data(values, { status, headers: { ...retry, ...keptForBack } })
}

interface Answer {
  /** The address as it was typed. */
  email: string
  /** Null after a change of language. */
  refusal: FormErrors | null
}

export default function IntakeAlert({ loaderData, actionData }: Route.ComponentProps) {
  const { tServer, localPath } = useLanguage()
  const { isOpen, isStored } = loaderData
  return (
    <main id="main" className="bg-sand-100">
      <div className="mx-auto max-w-2xl px-gutter py-8 @3xl:py-12">
        <h1 className="text-title text-lagoon-900">
          {tServer(isStored ? 'We will write to you' : title)}
        </h1>
        {isStored ? (
          <p className="mt-4 text-lg">
            {tServer(
              'Thank you. You get one message when the next intake opens. Then we erase your address.',
            )}
          </p>
        ) : null}
        {isOpen ? (
          <>
            <p className="mt-4 text-lg">
              {tServer('An intake is open already: you can apply now.')}
            </p>
            <LinkButton
              href={localPath(formPath)}
              name={tServer('Apply Now')}
              size="lg"
              className="mt-4"
            />
          </>
        ) : null}
        {isStored ? null : (
          <div className="mt-8">
            <IntakeAlertForm {...actionData} variant={isOpen ? 'outline' : 'primary'} />
          </div>
        )}
        {isOpen ? null : (
          <LinkButton
            href={localPath('/industrial-attachment')}
            name={tServer('Back to the attachment page')}
            variant="outline"
            className="mt-8"
          />
        )}
      </div>
    </main>
  )
}
