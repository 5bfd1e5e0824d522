import { data, type MetaArgs } from 'react-router'
import { site } from '../../content/site.ts'
import type { PageSentence } from '../../contract/kiswahili-server.ts'
import { statusPath as path } from '../../contract/languages.ts'
import type { OwnApplication } from '../../contract/own-application.ts'
import { documentQuestions } from '../../contract/questions.ts'
import type { FormErrors, Messages } from '../forms/use-form.ts'
import { i18nOf, useLanguage, withElements } from '../lib/language.tsx'
import { type PageRefusal, pageServices, proofForm } from '../page-context.ts'
import { metadata } from '../site/frame/metadata.ts'
import { StatusDetails } from '../site/application/applicant-status.tsx'
import { contactLinks } from '../site/application/contact-links.tsx'
import { CredentialsForm } from '../site/application/credentials-form.tsx'
import { OwnContact } from '../site/application/own-contact.tsx'
import { AskToDecline, offerStateOf, OwnPlace } from '../site/application/own-offer.tsx'
import { OwnDocuments, Proof, type Replacing } from '../site/application/own-documents.tsx'
import { type OwnChange, OwnOutcome } from '../site/application/own-outcome.tsx'
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
  /** True if the page asks once more before an offer is declined. */
  isDeclining?: boolean
  refusal: FormErrors | null
  /** The changed part of the application. */
  changed?: OwnChange | null
  replacing?: Replacing
}

export function loader({ context }: Route.LoaderArgs) {
  const { documentMaxMb, isSmsOffered } = context.get(pageServices)
  return { documentMaxMb, isSmsOffered }
}

/**
 * Shows or withdraws an application, answers its offer, replaces one of its documents, or changes how
 * its applicant is written to. All data is in the POST body and never in a URL.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(pageServices)
  const { form, fileErrors } = await services.readForm(request)
  const shown = { reference: text(form, 'reference'), contact: text(form, 'contact') }
  const step = text(form, 'step')
  // A change of language keeps what the user has typed.
  if (step === 'language' && !(shown.reference && shown.contact)) {
    return data<Answer>({ shown, own: null, isConfirming: false, refusal: null })
  }

  const replaced = documentQuestions.find(({ purpose }) => purpose === text(form, 'purpose'))
  const outcome = await ask()
  if (!('status' in outcome)) {
    const isConfirming = step === 'ask' && outcome.canBeWithdrawn
    const isDeclining = step === 'ask to decline' && offerStateOf(outcome) === 'open'
    return data<Answer>({
      shown,
      own: outcome,
      isConfirming,
      isDeclining,
      refusal: null,
      changed: changes.get(step) ?? null,
    })
  }
  const { status, retryAfter, fields = {} } = outcome
  const replacing = replaced && replacingOf(replaced, fields)
  const refusal = {
    message: outcome.message || sentences[status] || notNow,
    fields: replacing?.errors ?? fields,
  }
  const own =
    replacing || fields['contact_by'] || status === 409 ? await services.seeOwn(shown) : outcome
  return data<Answer>(
    {
      shown,
      own: 'status' in own ? null : own,
      isConfirming: false,
      refusal,
      ...(replacing && { replacing }),
    },
    { status, ...(retryAfter && { headers: { 'Retry-After': String(retryAfter) } }) },
  )

  function ask(): Promise<OwnApplication | PageRefusal> | PageRefusal {
    if (step === 'withdraw') return services.withdrawOwn(shown)
    if (step === 'confirm' || step === 'decline') {
      return services.answerOffer({ ...shown, answer: step })
    }
    if (step === 'contact') {
      return services.setContactBy({ ...shown, contact_by: text(form, 'contact_by') })
    }
    if (step !== 'replace' || !replaced) return services.seeOwn(shown)
    const { file, key, name, purpose } = replaced
    const message = fileErrors[file]
    if (message) return { status: 422, message, fields: { document: message } }
    const [document, url] = [text(form, key), text(form, name)]
    return services.replaceOwnDocument({ ...shown, purpose, document, url })
  }

  /** The refused replacement; undefined if it is not the file or link that is wrong. */
  function replacingOf(
    { file, name, purpose }: NonNullable<typeof replaced>,
    { document, url }: Messages,
  ): Replacing | undefined {
    if (!document && !url) return undefined
    const errors = { ...(document && { [file]: document }), ...(url && { [name]: url }) }
    return { purpose, url: text(form, name), errors }
  }
}

const changes = new Map<string, OwnChange>([
  ['replace', 'document'],
  ['contact', 'contact'],
])
const notNow: PageSentence = 'Something went wrong on our side. Please try again.'
const sentences: Record<number, PageSentence> = { 422: 'Please check these fields and try again.' }

export default function ApplicationStatus({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="makuti bg-sand-100">
      <div className="mx-auto max-w-2xl px-5 py-14 @3xl:py-20">
        {actionData?.own ? (
          <Own
            {...actionData}
            own={actionData.own}
            maxMb={loaderData.documentMaxMb}
            isSmsOffered={loaderData.isSmsOffered}
          />
        ) : (
          <CredentialsForm {...actionData} />
        )}
        <Help />
      </div>
    </main>
  )
}

interface OwnProps extends Answer {
  own: OwnApplication
  maxMb: number
  isSmsOffered: boolean
}

function Own({
  own,
  shown,
  isConfirming,
  refusal,
  changed = null,
  replacing,
  ...others
}: OwnProps) {
  const { tServer, localPath } = useLanguage()
  const { isDeclining, maxMb, isSmsOffered } = others
  if (isDeclining) return <AskToDecline shown={shown} />
  return (
    <>
      <OwnOutcome {...{ refusal, changed }} />
      {isConfirming ? (
        <AskOnceMore />
      ) : (
        <>
          <StatusDetails {...own} />
          <OwnPlace own={own} shown={shown} />
          <OwnDocuments replacing={replacing ?? null} {...{ own, shown, maxMb }} />
          {isSmsOffered ? <OwnContact {...{ own, shown }} errors={refusal?.fields ?? {}} /> : null}
        </>
      )}
      <form
        id={proofForm}
        method="post"
        action={localPath(path)}
        className="mt-8 flex flex-wrap gap-4"
      >
        <Proof shown={shown} />
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

function text(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
