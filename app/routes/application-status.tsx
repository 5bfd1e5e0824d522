import { data, redirect } from 'react-router'
import { questionsLinkPath } from '../../contract/intake/intake-questions.ts'
import { languageOf, statusPath as path } from '../../contract/language/languages.ts'
import type { OwnApplication } from '../../contract/application/own-application.ts'
// oxlint-disable-next-line import/default -- Vite exports the script's URL
import script from '../entry.own-papers.ts?worker&url'
import { useLanguage } from '../lib/language.tsx'
import { privateHeaders, responseInit } from '../lib/response-init.ts'
import { keptForm, pageServices, proofForm } from '../page-context.ts'
import { translatedMetadata } from '../site/frame/metadata.ts'
import { StatusDetails } from '../site/application/own-status.tsx'
import { StatusHead } from '../site/application/own-status-head.tsx'
import { HelpLine } from '../site/application/contact-links.tsx'
import { CredentialsForm } from '../site/application/credentials-form.tsx'
import {
  type Answer,
  takeAnswersStep,
  takeStep,
} from '../site/application/own-application-steps.ts'
import { OwnContact } from '../site/application/own-contact.tsx'
import { OwnLetters, OwnOffer } from '../site/application/own-offer.tsx'
import { OwnDocuments } from '../site/application/own-documents.tsx'
import { OwnForm } from '../site/application/own-form.tsx'
import { OwnMissingAnswers } from '../site/application/own-missing-answers.tsx'
import { OwnOutcome } from '../site/application/own-outcome.tsx'
import { OwnPapers } from '../site/application/own-papers.tsx'
import { OwnQuestion } from '../site/application/own-question.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/application-status.ts'

/** The server renders plain forms. The browser loads no React, and a script only to send papers. */
export const handle = { form: true }

export const meta = translatedMetadata({
  title: 'Check my application',
  path,
  hidden: true,
})

/** Reference IDs and answers are private. */
export const headers = privateHeaders

export function loader({ context }: Route.LoaderArgs) {
  const { documentMaxMb, isSmsOffered } = context.get(pageServices)
  context.set(keptForm, proofForm)
  return { documentMaxMb, isSmsOffered }
}

/**
 * Shows or withdraws an application, answers its offer, replaces one of its documents, or changes how
 * its applicant is written to. All data is in the POST body and never in a URL.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(pageServices)
  const posted = await services.readForm(request)
  const token = await takeAnswersStep(services, posted)
  if (token) return redirect(questionsLinkPath(languageOf(request.url), token), 303)
  const { answer, refused } = await takeStep(services, posted)
  return data(answer, refused && responseInit(refused))
}

export default function ApplicationStatus({ actionData, loaderData }: Route.ComponentProps) {
  const own = actionData?.own
  return (
    <main id="main" data-posted={actionData ? '' : undefined} className="bg-sand-100">
      {own && !actionData.asksFor ? <StatusHead {...own} /> : null}
      <div className="mx-auto max-w-2xl px-gutter py-8 @3xl:py-12">
        {own ? (
          <Own
            {...actionData}
            own={own}
            maxMb={loaderData.documentMaxMb}
            isSmsOffered={loaderData.isSmsOffered}
          />
        ) : (
          <CredentialsForm {...actionData} />
        )}
        {own ? (
          <HelpLine />
        ) : (
          <HelpLine sentence="Lost your reference ID, or is something wrong? Ask us: {email} or {phone}." />
        )}
      </div>
    </main>
  )
}

interface Props extends Answer {
  own: OwnApplication
  maxMb: number
  isSmsOffered: boolean
}

function Own({ own, credentials, maxMb, isSmsOffered, ...answer }: Props) {
  const { tServer, localPath } = useLanguage()
  const { asksFor, refusal, changed, replacing } = answer
  if (asksFor) return <OwnQuestion step={asksFor} credentials={credentials} />
  return (
    <>
      <OwnOutcome {...{ refusal, changed }} papers={own.papers} />
      <OwnOffer {...{ own, credentials }} />
      <StatusDetails {...own} />
      <OwnMissingAnswers {...{ own, credentials }} />
      <OwnPapers {...{ own, credentials, maxMb, script }} errors={refusal?.fields ?? {}} />
      <OwnLetters {...{ own, credentials }} />
      <OwnDocuments {...{ own, credentials, replacing, maxMb }} />
      {isSmsOffered ? (
        <OwnContact {...{ own, credentials }} errors={refusal?.fields ?? {}} />
      ) : null}
      <OwnForm id={proofForm} credentials={credentials} className="mt-8 flex flex-wrap gap-4">
        <Button type="submit" formAction={localPath(`${path}/copy`)}>
          {tServer('Download my answers')}
        </Button>
        {own.canBeWithdrawn ? (
          <Button type="submit" variant="outline" name="step" value="ask">
            {tServer('Withdraw my application')}
          </Button>
        ) : (
          <LinkButton
            href={localPath('/industrial-attachment')}
            name={tServer('Apply again')}
            variant="outline"
          />
        )}
      </OwnForm>
    </>
  )
}
