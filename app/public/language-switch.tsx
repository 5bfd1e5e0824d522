import { useLocation } from 'react-router'
import { languageNames, languages, pathIn, translatedPaths } from '../../contract/languages.ts'
import { useLanguage } from '../lib/language.tsx'

/** Leads to the same page in another language, where there is one; the server remembers the choice. */
export function LanguageSwitch() {
  const { t, language } = useLanguage()
  const { pathname, search } = useLocation()
  // Pages are written at build time under their path with a slash at its end.
  const path = pathIn('en', pathname.replace(/\/$/, ''))
  if (!translatedPaths.some((translated) => translated === path)) return null
  return (
    <nav aria-label={t('Language')} className="bg-lagoon-900 text-white print:hidden">
      <ul className="wrap flex justify-end gap-4 pt-2.5 text-sm">
        {languages.map((other) => (
          <li key={other}>
            <a
              className="flex min-h-11 items-center underline underline-offset-4 aria-[current]:no-underline"
              lang={other}
              hrefLang={other}
              aria-current={other === language ? 'true' : undefined}
              href={`/language/${other}${path}${search}`}
            >
              {languageNames[other]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
