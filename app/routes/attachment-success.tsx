import { type MetaArgs, useLocation } from 'react-router'
import { site } from '../../content/site.ts'
import { referenceIdPattern } from '../../contract/values.ts'
import { speechOf, useLanguage } from '../lib/language.tsx'
import { metadata } from '../public/metadata.ts'
import { Kanga } from '../public/motifs.tsx'
import { buttonStyle } from '../ui/button.tsx'

/** The form leads here inside the browser: Back and a reload must find the same router. */
export const handle = { hydrate: true, form: true }

export const meta = ({ matches }: MetaArgs) => {
  const { t, language } = speechOf(matches)
  const description = t(site.description)
  return metadata({ title: t('Application Submitted'), description, hidden: true, language })
}

export default function AttachmentSuccess() {
  const { t } = useLanguage()
  const referenceId = useReferenceId()
  return (
    <main id="main" className="makuti bg-sand-100 print:bg-white print:bg-none">
      <div className="mx-auto max-w-2xl px-5 py-14 md:py-20">
        <p className="mb-8 hidden font-display text-xl font-bold print:block">{site.name}</p>
        <h1 className="text-title text-lagoon-900">{t('Application Submitted!')}</h1>
        <p className="mt-4 text-lg">
          {t(
            'Thank you for applying for an industrial attachment. We have received your application.',
          )}
        </p>
        <dl className="mt-8 rounded-lg border-2 border-lagoon-800 bg-white p-6 text-center">
          <dt className="text-muted">{t('Reference ID')}</dt>
          <dd className="mt-1 min-h-9 font-mono text-xl font-bold break-words select-all sm:text-2xl">
            {referenceId}
          </dd>
        </dl>
        <h2 className="mt-10 text-xl">{t('What happens next')}</h2>
        <p className="mt-2">
          {t(
            'Our team will review your application and contact you by phone or email. Keep the reference ID: name it whenever you ask us about your application.',
          )}
        </p>
        <a href="/" className={buttonStyle({ size: 'lg', className: 'mt-8 print:hidden' })}>
          {t('Back to Home')}
        </a>
        <Kanga
          className="mt-14 print:hidden"
          motif={null}
          jina={{ words: 'Mvumilivu hula mbivu', meaning: 'The patient one eats ripe fruit' }}
        />
      </div>
    </main>
  )
}

/** From the address, so that it survives a reload; else as the form passed it along; else empty. */
function useReferenceId() {
  const { search, state } = useLocation()
  const candidates: unknown[] = [new URLSearchParams(search).get('reference'), state?.referenceId]
  return candidates.find(isReferenceId) ?? ''
}

function isReferenceId(value: unknown): value is string {
  return typeof value === 'string' && referenceIdPattern.test(value)
}
