import { useLocation } from 'react-router'
import { isVerifyPath } from '../../../contract/intake/letter.ts'
import {
  formPath,
  type Language,
  languageNames,
  languages,
  pathIn,
  translatedPaths,
} from '../../../contract/language/languages.ts'
import { useLanguage } from '../../lib/language.tsx'
import { cn } from '../../lib/cn.ts'
import { useOnServer } from '../../lib/server-context.ts'
import { questionsPath } from '../../../contract/intake/intake-question-calls.ts'
import { currentStep, keptForm, languageStep } from '../../page-context.ts'

const style = 'flex min-h-11 items-center underline underline-offset-4 aria-[current]:no-underline'

/** Links to the page in other languages, if they exist. The server remembers the choice. */
export function LanguageSwitch() {
  const { t, language } = useLanguage()
  const { pathname, search } = useLocation()
  const step = useOnServer(currentStep) ?? 'change'
  const form = useOnServer(keptForm)
  // Removes the trailing slash that prerendered pages have.
  const path = pathIn('en', pathname.replace(/\/$/, ''))
  // The rest of the path is a code or a token.
  const hasCode = isVerifyPath(path) || path.startsWith(questionsPath)
  if (!hasCode && !translatedPaths.some((translated) => translated === path)) return null
  return (
    <nav aria-label={t('Language')} className="relative print:hidden">
      <div className="bg-lagoon-900 text-white">
        <ul className="wrap flex flex-wrap justify-end gap-x-4 pt-2.5 text-sm">
          {languages.map((other) => {
            const isOther = other !== language
            const target = hasCode ? pathIn(other, path) : `/language/${other}${path}`
            return (
              <li key={other}>
                {isOther && form ? (
                  <WithAnswers language={other} target={target} form={form} />
                ) : (
                  <a
                    className={cn(style, isOther && path === formPath && 'noscript:hidden')}
                    lang={other}
                    hrefLang={other}
                    aria-current={isOther ? undefined : 'true'}
                    href={target + search}
                  >
                    {languageNames[other]}
                  </a>
                )}
                {isOther && path === formPath && !form ? (
                  // Shown without scripts only: with scripts, autosave keeps the answers.
                  <span className="hidden noscript:block">
                    <WithAnswers language={other} target={target} form="application" step={step} />
                  </span>
                ) : null}
              </li>
            )
          })}
        </ul>
      </div>
      <div className="kanga-teeth pointer-events-none -mb-2.5 text-lagoon-900" />
    </nav>
  )
}

interface WithAnswersProps {
  language: Language
  target: string
  /** Id of the form to submit. */
  form: string
  step?: string
}

/** Posts the form's values to the page in the other language. */
function WithAnswers({ language, target, form, step = languageStep }: WithAnswersProps) {
  return (
    <>
      {/* Enter in a field presses the form's first button. This hidden button comes first and
      submits the form to the form's own URL. Safari skips a button without layout: hence
      `invisible`. */}
      <button
        type="submit"
        form={form}
        {...(step !== languageStep && { name: 'step', value: 'check' })}
        className="invisible absolute"
        aria-hidden="true"
        tabIndex={-1}
      />
      <button
        type="submit"
        form={form}
        formAction={target}
        formMethod="post"
        // Files would be sent twice, because of the redirect.
        formEncType="application/x-www-form-urlencoded"
        formNoValidate
        name="step"
        value={step}
        className={style}
        lang={language}
      >
        {languageNames[language]}
      </button>
    </>
  )
}
