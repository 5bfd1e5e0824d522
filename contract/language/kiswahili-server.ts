import { kiswahili, type Sentence } from './kiswahili.ts'
import pages from './kiswahili-server.json' with { type: 'json' }
import type { Language } from './languages.ts'
import { createTranslator, type ErrorMessage, inEnglish } from './translate.ts'

/** An English text that the server can translate into Kiswahili. Named like `Sentence`. */
type KeyOfKiswahiliJsonOrKiswahiliServerJson = Extract<Sentence | keyof typeof pages, string>

export type { KeyOfKiswahiliJsonOrKiswahiliServerJson as PageSentence }

/**
 * The complete dictionary. Only the server has the translations of the navigation, the footer, the
 * pages without React, and the descriptions for search engines.
 */
export const allKiswahili: Readonly<Record<KeyOfKiswahiliJsonOrKiswahiliServerJson, string>> = {
  ...kiswahili,
  ...pages,
}

// Marked as pure: the bundler then leaves this dictionary out of the scripts for browsers.
const inKiswahili = /* @__PURE__ */ createTranslator(allKiswahili)

/** Translates a message of the contract or the server, on the server. */
export function translateMessage(language: Language, message: ErrorMessage) {
  return language === 'en' ? inEnglish(message) : inKiswahili(message)
}
