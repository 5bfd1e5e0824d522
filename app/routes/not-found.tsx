import { data } from 'react-router'
import { languageNames, pathIn } from '../../contract/language/languages.ts'
import { useLanguage } from '../lib/language.tsx'
import { translatedMetadata } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { LinkButton } from '../ui/button.tsx'

/** The metadata has a fixed path, because a page must not repeat a path that somebody made up. */
export const meta = translatedMetadata({ title: 'Page not found', path: '/404', hidden: true })

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  const { tServer, language } = useLanguage()
  const other = language === 'en' ? 'sw' : 'en'
  return (
    <main id="main" data-unknown-path className="makuti bg-sand-100">
      <div className="mx-auto max-w-3xl px-5 py-16 text-center @3xl:py-24">
        <h1 className="text-hero text-coral-800">404</h1>
        <p className="mt-2 font-display text-2xl font-bold">{tServer('Oops! Page not found')}</p>
        {language === 'en' ? (
          <LinkButton href="/" name="Return to Home" size="lg" className="mt-8" />
        ) : (
          <LinkButton
            href={pathIn(language, '/industrial-attachment')}
            name={tServer('Back to the attachment page')}
            size="lg"
            className="mt-8"
          />
        )}
        <p className="mt-4">
          <a
            className="link inline-flex min-h-11 items-center"
            lang={other}
            hrefLang={other}
            href={pathIn(other, '/404')}
          >
            {languageNames[other]}
          </a>
        </p>
        <Kanga
          className="mt-14"
          proverb={{
            words: 'Kupotea njia ndiyo kujua njia',
            meaning: 'To lose the way is to learn the way',
          }}
          motif="dira"
        />
      </div>
    </main>
  )
}
