import { useLocation } from 'react-router'
import { site } from '../../content/site.ts'
import { useContact } from '../site/contact.ts'
import { referenceIdPattern } from '../../contract/constants.ts'
import { useLanguage, withElements } from '../lib/language.tsx'
import { longDate } from '../lib/public-dates.ts'
import { todayInKenya } from '../lib/today.ts'
// oxlint-disable-next-line import/default -- Vite exports the script's URL
import script from '../scripts/receipt-page.ts?worker&url'
import { readIntakes } from '../page-context.ts'
import { ExternalLink } from '../site/external-link.tsx'
import { translatedMetadata } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { useContactLinks } from '../site/application/contact-links.tsx'
import { Button, buttonStyle, LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/application-success.ts'

/** The style sheet of the form, so that the page can be sent as a small delta to the form. */
export const handle = { form: true }

export const meta = translatedMetadata({
  title: 'Application Submitted',
  path: '/industrial-attachment/success',
  hidden: true,
})

/** The URL contains the reference ID: other sites get no referrer. */
export const headers = () => ({ 'Referrer-Policy': 'same-origin' })

/** The first day of the attachment, if the intake of the application is the only one. */
export async function loader({ context }: Route.LoaderArgs) {
  const { intakes } = await context.get(readIntakes)()
  const [intake, ...others] = intakes.filter(({ phase }) => phase !== 'planned')
  const isKnown = intake && others.length === 0 && intake.startsOn > todayInKenya()
  return { startsOn: isKnown ? intake.startsOn : null }
}

export default function ApplicationSuccess({ loaderData }: Route.ComponentProps) {
  const { t, tServer, locale } = useLanguage()
  const { referenceId, receivedOn } = useReceipt()
  const { startsOn } = loaderData
  return (
    <main id="main" data-script={script} className="bg-sand-100 print:bg-white">
      <div className="mx-auto max-w-2xl px-gutter py-8 @3xl:py-12 print:py-0">
        <p className="mb-8 hidden font-display text-xl font-bold print:block">{site.name}</p>
        <h1 className="text-title text-lagoon-900">{t('Application Submitted!')}</h1>
        <p className="mt-4 text-lg">
          {t(
            'Thank you for applying for an industrial attachment. We have received your application.',
          )}
        </p>
        {referenceId ? (
          <>
            <dl className="mt-8 rounded-lg border-2 border-lagoon-800 bg-white p-gutter text-center">
              <dt className="text-muted">{t('Reference ID')}</dt>
              <dd className="mt-1 min-h-9 font-mono text-xl font-bold break-words select-all @min-[40rem]:text-2xl print:text-title">
                {referenceId}
              </dd>
              {receivedOn ? (
                <>
                  <dt className="mt-4 text-muted">{t('Received on')}</dt>
                  <dd>{longDate(receivedOn, locale)}</dd>
                </>
              ) : null}
            </dl>
            <div className="mt-4 flex flex-wrap gap-4 print:hidden">
              <ExternalLink
                className={buttonStyle({ variant: 'outline' })}
                href={whatsAppLink(`${site.name}, ${t('Reference ID')}: ${referenceId}`)}
              >
                {tServer('Send it to my WhatsApp')}
              </ExternalLink>
              <CopyButton text={referenceId} />
            </div>
          </>
        ) : null}
        <h2 className="mt-10 text-xl">{t('What happens next')}</h2>
        <p className="mt-2">
          {t('Our team will review your application and contact you by phone or email.')}{' '}
          {startsOn
            ? tServer('You hear from us before the attachment begins on {day}.', {
                day: longDate(startsOn, locale),
              })
            : null}
        </p>
        <p className="mt-2">
          {withElements(
            t(
              'Keep the reference ID: with it and your phone number or email address you can {link} at any time, get a copy of your answers, or withdraw.',
            ),
            { link: <StatusLink referenceId={referenceId} /> },
          )}
        </p>
        <h2 className="mt-8 text-xl">{t('Questions?')}</h2>
        <p className="mt-2">
          {withElements(
            t('Ask us and name the reference ID: {email} or {phone}.'),
            useContactLinks(),
          )}
        </p>
        <p className="hidden print:block">{useContact().address.join(', ')}</p>
        <LinkButton href="/" name={t('Back to Home')} size="lg" className="mt-8 print:hidden" />
        <Kanga
          className="mt-14 print:hidden"
          motif={null}
          proverb={{ words: 'Mvumilivu hula mbivu', meaning: 'The patient one eats ripe fruit' }}
        />
      </div>
    </main>
  )
}

/** Opens WhatsApp, where people choose to whom the text goes. Nothing is sent before. */
function whatsAppLink(text: string) {
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}

/** Copies the reference ID. scripts/receipt-page.ts shows the button if the browser can copy. */
function CopyButton({ text }: { text: string }) {
  const { t } = useLanguage()
  return (
    <Button
      variant="outline"
      className="invisible noscript:hidden"
      data-copy={text}
      data-copied={t('Copied')}
    >
      <span aria-live="polite">{t('Copy the reference ID')}</span>
    </Button>
  )
}

/** Link to the status page. On paper, its URL is printed beside it. */
function StatusLink({ referenceId }: { referenceId: string }) {
  const { t, localPath } = useLanguage()
  const path = localPath('/industrial-attachment/status')
  return (
    <>
      <a className="link" href={referenceId ? `${path}?reference=${referenceId}` : path}>
        {t('check your application')}
      </a>
      <span className="hidden print:inline">
        {' ('}
        <span data-host />
        {`${path})`}
      </span>
    </>
  )
}

/** Reads the reference ID and the date from the URL's query; empty if missing. */
function useReceipt() {
  const query = new URLSearchParams(useLocation().search)
  const [referenceId, receivedOn] = [query.get('reference') ?? '', query.get('received') ?? '']
  const isDay = /^20\d\d-\d\d-\d\d$/.test(receivedOn) && !Number.isNaN(Date.parse(receivedOn))
  return {
    referenceId: referenceIdPattern.test(referenceId) ? referenceId : '',
    receivedOn: isDay ? receivedOn : '',
  }
}
