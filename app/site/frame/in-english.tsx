import { languageOf } from '../../../contract/language/languages.ts'
import { useLanguage } from '../../lib/language.tsx'

/** Marks a link of a Kiswahili page that leads to a page in English. */
export function InEnglish({ href }: { href: string }) {
  const { language, tServer } = useLanguage()
  if (language === 'en' || !href.startsWith('/') || languageOf(href) === language) return null
  return <small className="ml-1 font-normal"> {tServer('(in English)')}</small>
}
