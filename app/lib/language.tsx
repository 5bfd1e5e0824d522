import { createContext, Fragment, type ReactNode, use } from 'react'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import { fill, type Language, locales } from '../../contract/language/languages.ts'
import { type ErrorMessage, inEnglish } from '../../contract/language/translate.ts'

/** Translation functions and formats of one language. */
export interface I18n {
  language: Language
  /** Language tag for `Intl`, such as 'en-US'. */
  locale: string
  /**
   * Translates a text that the browser renders. `values` replace the names in braces. Only texts
   * with a translation pass the type check.
   */
  t: (sentence: Sentence, values?: Record<string, string | number>) => string
  /**
   * Translates a text that only the server renders, such as the navigation. Browsers do not load
   * these translations.
   */
  tServer: (sentence: PageSentence, values?: Record<string, string | number>) => string
  /** Translates an error message of the contract or of the server. */
  message: (message: ErrorMessage) => string
  /** Converts an English path to the path of the same page in this language. */
  localPath: (path: string) => string
}

/** Texts in the code are English, so English needs no dictionary. */
export const english: I18n = {
  language: 'en',
  locale: locales.en,
  t: fill,
  tServer: fill,
  message: inEnglish,
  localPath: (path) => path,
}

export const I18nContext = createContext(english)

/** Translation functions for the current page: `const { t, localPath } = useLanguage()`. */
export function useLanguage() {
  return use(I18nContext)
}

/** Language of the matched routes. A layout sets it by `handle = { i18n }`. */
export function i18nOf(matches: readonly ({ handle?: unknown } | undefined)[]): I18n {
  const [i18n] = matches.flatMap((match) => Object(match?.handle).i18n ?? [])
  return i18n ?? english
}

/** Replaces the names in braces by elements, such as links. */
export function withElements(sentence: string, elements: Record<string, ReactNode>) {
  return sentence
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? <Fragment key={part}>{elements[part]}</Fragment> : part))
}
