import { translatedPaths } from '../../../contract/language/languages.ts'
import { useLanguage } from '../../lib/language.tsx'

interface LinkNameProps {
  /** In the language of the page. */
  name: string
  href: string
  /** Whether only screen readers get the mark: the navigation bar has no room. */
  isMarkHidden?: boolean
}

/** The name of a link. On Kiswahili pages it has a mark if the link leads to a page in English. */
export function LinkName({ name, href, isMarkHidden = false }: LinkNameProps) {
  const { language, tServer } = useLanguage()
  const isTranslated = translatedPaths.some((path) => path === href)
  if (language === 'en' || !href.startsWith('/') || isTranslated) return name
  return (
    <span>
      {name}
      <small className={isMarkHidden ? 'sr-only' : 'font-normal'}> {tServer('(in English)')}</small>
    </span>
  )
}
