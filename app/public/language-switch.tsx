import { useLocation } from 'react-router'
import {
  type Language,
  languageNames,
  languages,
  pathIn,
  translatedPaths,
} from '../../contract/languages.ts'
import { useLanguage } from '../lib/language.tsx'
import { cn } from '../lib/cn.ts'
import { useOnServer } from '../lib/server-context.ts'
import { formPath, isStep } from '../page-context.ts'

const style = 'flex min-h-11 items-center underline underline-offset-4 aria-[current]:no-underline'

/** Leads to the same page in another language, where there is one; the server remembers the choice. */
export function LanguageSwitch() {
  const { t, language } = useLanguage()
  const { pathname, search } = useLocation()
  const step = useOnServer(isStep)
  // Pages are written at build time under their path with a slash at its end.
  const path = pathIn('en', pathname.replace(/\/$/, ''))
  if (!translatedPaths.some((translated) => translated === path)) return null
  return (
    <nav aria-label={t('Language')} className="bg-lagoon-900 text-white print:hidden">
      <ul
        className={cn(
          'flex justify-end gap-4 pt-2.5 text-sm',
          step ? 'mx-auto max-w-3xl px-4' : 'wrap',
        )}
      >
        {languages.map((other) => {
          const takesAnswers = path === formPath && other !== language
          return (
            <li key={other}>
              <a
                className={cn(style, takesAnswers && 'noscript:hidden')}
                lang={other}
                hrefLang={other}
                aria-current={other === language ? 'true' : undefined}
                href={`/language/${other}${path}${search}`}
              >
                {languageNames[other]}
              </a>
              {takesAnswers ? <WithAnswers language={other} /> : null}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Without scripts, which keep the answers by themselves, they go along to the other language. */
function WithAnswers({ language }: { language: Language }) {
  return (
    <button
      type="submit"
      form="application"
      formAction={`/language/${language}${formPath}`}
      name="step"
      value={useOnServer(isStep) ? 'check' : 'change'}
      className={cn(style, 'hidden noscript:flex')}
      lang={language}
    >
      {languageNames[language]}
    </button>
  )
}
