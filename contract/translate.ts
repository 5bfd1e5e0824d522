import { allKiswahili } from './kiswahili-server.ts'
import type { Language } from './languages.ts'
import { translator } from './translator.ts'

const inKiswahili = translator(allKiswahili)

/** A sentence of the contract or the server in a language, where the server says it. */
export function translateMessage(language: Language, sentence: string) {
  return language === 'en' ? sentence : inKiswahili(sentence)
}
