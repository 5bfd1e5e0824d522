import { allKiswahili } from './kiswahili-server.ts'
import type { Language } from './languages.ts'
import { translator } from './translator.ts'

const inKiswahili = translator(allKiswahili)

/** Translates a message of the contract or the server, on the server. */
export function translateMessage(language: Language, sentence: string) {
  return language === 'en' ? sentence : inKiswahili(sentence)
}
