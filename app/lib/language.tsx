import { createContext, Fragment, type ReactNode, use } from 'react'
import type { PageSentence } from '../../contract/kiswahili-server.ts'
import type { Sentence } from '../../contract/kiswahili.ts'
import { fill, type Language, locales } from '../../contract/languages.ts'

/** How a page speaks. */
export interface Speech {
  language: Language
  /** How dates and numbers are written, for `Intl`. */
  locale: string
  /**
   * A text of the pages, with `values` where it has their names in braces. One that has no
   * translation does not compile.
   */
  t: (sentence: Sentence, values?: Record<string, string | number>) => string
  /** What the server alone says, such as the navigation: no browser has a translation of it. */
  tell: (sentence: PageSentence, values?: Record<string, string | number>) => string
  /** What the contract or the server says: its sentences are not known before. */
  message: (sentence: string) => string
  /** Where a page of the application path is in this language; give its English address. */
  localPath: (path: string) => string
}

/** The sentences in the code are English: here they are said as they are. */
const english: Speech = {
  language: 'en',
  locale: locales.en,
  t: (sentence, values) => (values ? fill(sentence, values) : sentence),
  tell: (sentence, values) => (values ? fill(sentence, values) : sentence),
  message: (sentence) => sentence,
  localPath: (path) => path,
}

/** What the parts of a page speak. */
export const SpeechContext = createContext(english)

/** The language of the page: `const { t, message, localPath } = useLanguage()`. */
export function useLanguage() {
  return use(SpeechContext)
}

/** What a page speaks, by its routes: a layout says it with `handle = { speech }`. */
export function speechOf(matches: { handle?: unknown }[]): Speech {
  const [speech] = matches.flatMap(({ handle }) => Object(handle).speech ?? [])
  return speech ?? english
}

/** A translated sentence with elements, such as links, where it has their names in braces. */
export function withElements(sentence: string, elements: Record<string, ReactNode>) {
  return sentence
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? <Fragment key={part}>{elements[part]}</Fragment> : part))
}
