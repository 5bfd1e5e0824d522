import { createContext, Fragment, type ReactNode, use } from 'react'
import type { PageSentence } from '../../contract/kiswahili-server.ts'
import type { Sentence } from '../../contract/kiswahili.ts'
import { fill, type Language, locales } from '../../contract/languages.ts'

/** Translation functions and formats of one language. */
export interface I18n {
  language: Language
  /** BCP 47 tag for `Intl`. */
  locale: string
  /**
   * Translates a text that the browser renders; `values` replace the names in braces. A text
   * without a translation does not compile.
   */
  t: (sentence: Sentence, values?: Record<string, string | number>) => string
  /**
   * Translates a text that only the server renders, such as the navigation. Browsers do not load
   * these translations.
   */
  tServer: (sentence: PageSentence, values?: Record<string, string | number>) => string
  /** Translates a message of the contract or the server at run time. */
  message: (sentence: string) => string
  /** Path of a page in this language; takes its English path. */
  localPath: (path: string) => string
}

/** Texts in the code are English, so English needs no dictionary. */
const english: I18n = {
  language: 'en',
  locale: locales.en,
  t: fill,
  tServer: fill,
  message: (sentence) => sentence,
  localPath: (path) => path,
}

export const I18nContext = createContext(english)

/** Translations of the current page: `const { t, message, localPath } = useLanguage()`. */
export function useLanguage() {
  return use(I18nContext)
}

/** Language of the matched routes. A layout sets it with `handle = { i18n }`. */
export function i18nOf(matches: { handle?: unknown }[]): I18n {
  const [i18n] = matches.flatMap(({ handle }) => Object(handle).i18n ?? [])
  return i18n ?? english
}

/** Replaces names in braces by elements, such as links. */
export function withElements(sentence: string, elements: Record<string, ReactNode>) {
  return sentence
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? <Fragment key={part}>{elements[part]}</Fragment> : part))
}
