import { allKiswahili } from './kiswahili-of-pages.ts'
import type { Language } from './languages.ts'
import { translator } from './translator.ts'

const inKiswahili = translator(allKiswahili)

/** A sentence of the contract or the server in a language, where the server says it. */
export function translateMessage(language: Language, sentence: string) {
  return language === 'en' ? sentence : inKiswahili(sentence)
}
