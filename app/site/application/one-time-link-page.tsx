import type { ReactNode } from 'react'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { statusPath } from '../../../contract/language/languages.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormErrors } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import type { PageRefusal } from '../../page-context.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { HelpLine } from './contact-links.tsx'

/** Query of a page that confirms the arrival. It names nobody. */
export const arrived = 'arrived'

/** The refusal of a link that a message or a copy has cut off. */
export const incompleteLink: PageRefusal = {
  status: 404,
  message: 'This link is not complete. Open it in our message again, or copy all of it.',
}

/** Id of the HTML form, by which a change of language keeps its values. */
export const oneTimeLinkForm = 'link'

interface OneTimeLinkPageProps {
  /** Why the link cannot be used. */
  refusal: PageRefusal | null
  /** Shown once the link has been used. */
  thanks: { title: PageSentence; text: PageSentence }
  /** The form of a link that can be used. */
  children: ReactNode
}

/** The page behind a one-time link. It needs no scripts. */
export function OneTimeLinkPage({ refusal, thanks, children }: OneTimeLinkPageProps) {
  const { tServer, message, localPath } = useLanguage()
  const statusLink = (
    <LinkButton
      href={localPath(statusPath)}
      name={tServer('Check my application')}
      variant="outline"
    />
  )
  return (
    <main id="main" className="bg-sand-100">
      <div className="mx-auto max-w-2xl px-gutter py-8 @3xl:py-12">
        {children ??
          (refusal ? (
            <>
              <h1 className="text-title text-lagoon-900">{tServer('This link cannot be used')}</h1>
              <p className="mt-4 mb-8 text-lg">{message(refusal.message)}</p>
              {statusLink}
            </>
          ) : (
            <>
              <h1 className="text-title text-lagoon-900">{tServer(thanks.title)}</h1>
              <p className="mt-4 mb-8 text-lg">{tServer(thanks.text)}</p>
              {statusLink}
            </>
          ))}
        <HelpLine />
      </div>
    </main>
  )
}

interface OneTimeLinkFormProps {
  title: PageSentence
  /** The request of the foundation. */
  lead: ReactNode
  refusal: FormErrors | null
  labels: Record<string, string>
  /** The URL of the POST; without it, that of the page. */
  action?: string
  /** The label of the button that sends the form. */
  send: PageSentence
  children: ReactNode
}

export function OneTimeLinkForm(props: OneTimeLinkFormProps) {
  const { title, lead, refusal, labels, action, send, children } = props
  const { tServer } = useLanguage()
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer(title)}</h1>
      <p className="mt-4 text-lg">{lead}</p>
      <p className="mt-2 mb-8">{tServer('Everything else in the application stays as it is.')}</p>
      <ErrorSummary refusal={refusal} labels={labels} className="mb-6" />
      <form
        id={oneTimeLinkForm}
        method="post"
        action={action}
        encType="multipart/form-data"
        aria-label={tServer(title)}
        className="space-y-6 rounded-lg border border-line bg-white p-gutter @3xl:p-8"
        noValidate
      >
        {children}
        <Button type="submit" size="lg" className="w-full @min-[40rem]:w-auto">
          {tServer(send)}
        </Button>
      </form>
    </>
  )
}
