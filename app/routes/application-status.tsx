import { data, type MetaArgs, useLocation } from 'react-router'
import { site } from '../../content/site.ts'
import type { PageSentence } from '../../contract/kiswahili-server.ts'
import type { OwnApplication } from '../../contract/own-application.ts'
import { referenceIdPattern } from '../../contract/constants.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { TextField } from '../forms/fields.tsx'
import type { FormErrors } from '../forms/use-form.ts'
import { i18nOf, useLanguage, withElements } from '../lib/language.tsx'
import { pageServices, proofForm, statusPath as path } from '../page-context.ts'
import { metadata } from '../site/frame/metadata.ts'
import { StatusDetails } from '../site/application/applicant-status.tsx'
import { contactLinks } from '../site/application/contact-links.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button, buttonStyle } from '../ui/button.tsx'
import type { Route } from './+types/application-status.ts'

/** The server renders plain forms; the browser loads no React. */
export const handle = { form: true }

export const meta = ({ matches }: MetaArgs) => {
  const { tServer, language } = i18nOf(matches)
  const description = tServer(site.description)
  return metadata({
    title: tServer('Where your application stands'),
    description,
    path,
    hidden: true,
    language,
  })
}

/** Reference IDs and answers are private: no cache may store them, no other site sees the URL. */
export const headers = ({ actionHeaders }: Route.HeadersArgs) => ({
  ...Object.fromEntries(actionHeaders),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
})

interface Answer {
  /** Reference ID and contact as the user has typed them. */
  shown: Record<'reference' | 'contact', string>
  own: OwnApplication | null
  /** True if the page asks the user to confirm the withdrawal. */
  isConfirming: boolean
  refusal: FormErrors | null
}

/** Shows or withdraws an application. All data is in the POST body and never in a URL. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData())
  const shown = { reference: text(form, 'reference'), contact: text(form, 'contact') }
  const step = text(form, 'step')
  const services = context.get(pageServices)
  // A change of language keeps what the user has typed.
  if (step === 'language' && !(shown.reference && shown.contact)) {
    return data<Answer>({ shown, own: null, isConfirming: false, refusal: null })
  }

  const outcome = await (step === 'withdraw' ? services.withdrawOwn(shown) : services.seeOwn(shown))
  if (!('status' in outcome)) {
    const isConfirming = step === 'ask' && outcome.canBeWithdrawn
    return data<Answer>({ shown, own: outcome, isConfirming, refusal: null })
  }
  const { status, retryAfter, fields = {} } = outcome
  const refusal = { message: outcome.message || sentences[status] || notNow, fields }
  const own = status === 409 ? await services.seeOwn(shown) : outcome
  return data<Answer>(
    { shown, own: 'status' in own ? null : own, isConfirming: false, refusal },
    { status, ...(retryAfter && { headers: { 'Retry-After': String(retryAfter) } }) },
  )
}

const notNow: PageSentence = 'Something went wrong on our side. Please try again.'
const sentences: Record<number, PageSentence> = { 422: 'Please check these fields and try again.' }

export default function ApplicationStatus({ actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="makuti bg-sand-100">
      <div className="mx-auto max-w-2xl px-5 py-14 @3xl:py-20">
        {actionData?.own ? (
          <Own {...actionData} own={actionData.own} />
        ) : (
          <CredentialsForm {...actionData} />
        )}
        <Help />
      </div>
    </main>
  )
}

/** Form that asks for the reference ID and the contact. */
function CredentialsForm({ shown, refusal = null }: Partial<Answer>) {
  const { tServer, localPath } = useLanguage()
  const reference = useReference()
  const labels = {
    reference: tServer('Reference ID'),
    contact: tServer('Phone number or email address'),
  }
  const errors = refusal?.fields ?? {}
  const group = { labels, optional: [], defaults: shown ?? { reference }, errors }
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer('Where your application stands')}</h1>
      <p className="mt-4 mb-8 text-lg">
        {tServer(
          'See what became of your application for an industrial attachment, get a copy of your answers, or withdraw.',
        )}
      </p>
      <div className="mb-6 empty:hidden">
        <ErrorSummary refusal={refusal} labels={labels} />
      </div>
      <form
        id={proofForm}
        method="post"
        action={localPath(path)}
        aria-label={tServer('Where your application stands')}
        className="space-y-6 rounded-lg border border-line bg-white p-5 @3xl:p-8"
      >
        <TextField
          {...group}
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={tServer('It begins with SPH and stands in your confirmation.')}
        />
        <TextField
          {...group}
          name="contact"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={tServer('One that you gave in the application.')}
        />
        <Button type="submit" size="lg" className="w-full @min-[40rem]:w-auto">
          {tServer('Look it up')}
        </Button>
      </form>
    </>
  )
}

function Own({ own, shown, isConfirming, refusal }: Answer & { own: OwnApplication }) {
  const { tServer, message, localPath } = useLanguage()
  return (
    <>
      {refusal ? (
        <Alert role="alert" tone="notice" className="mb-8 font-semibold">
          {message(refusal.message)}
        </Alert>
      ) : null}
      {isConfirming ? <AskOnceMore /> : <StatusDetails {...own} />}
      <form
        id={proofForm}
        method="post"
        action={localPath(path)}
        className="mt-8 flex flex-wrap gap-4"
      >
        <input type="hidden" name="reference" value={shown.reference} />
        <input type="hidden" name="contact" value={shown.contact} />
        {isConfirming ? (
          <>
            <Button type="submit" variant="danger" name="step" value="withdraw">
              {tServer('Yes, withdraw my application')}
            </Button>
            <Button type="submit" variant="outline">
              {tServer('No, keep it')}
            </Button>
          </>
        ) : (
          <>
            <Button type="submit" formAction={localPath(`${path}/copy`)}>
              {tServer('Download my answers')}
            </Button>
            {own.canBeWithdrawn ? (
              <Button type="submit" variant="outline" name="step" value="ask">
                {tServer('Withdraw my application')}
              </Button>
            ) : (
              <a
                href={localPath('/industrial-attachment')}
                className={buttonStyle({ variant: 'outline' })}
              >
                {tServer('Apply again')}
              </a>
            )}
          </>
        )}
      </form>
    </>
  )
}

function AskOnceMore() {
  const { tServer } = useLanguage()
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer('Withdraw your application?')}</h1>
      <p className="mt-4 text-lg">
        {tServer(
          'We then stop working on it at once, and a place that you may have goes to somebody else. You can apply again at any time.',
        )}
      </p>
    </>
  )
}

function Help() {
  const { tServer } = useLanguage()
  const help = tServer('Lost your reference ID, or is something wrong? Ask us: {email} or {phone}.')
  return <p className="mt-10 border-t border-line pt-6">{withElements(help, contactLinks)}</p>
}

/** The reference ID from the URL's query, to which the confirmation page links. */
function useReference() {
  const reference = new URLSearchParams(useLocation().search).get('reference') ?? ''
  return referenceIdPattern.test(reference) ? reference : ''
}

function text(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
