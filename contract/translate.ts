import { allKiswahili } from './kiswahili-server.ts'
import { fill, type Language } from './languages.ts'

// Marked as pure: the bundler then leaves this dictionary out of the scripts for browsers.
const inKiswahili = /* @__PURE__ */ createTranslator(allKiswahili)

/** Translates a message of the contract or the server, on the server. */
export function translateMessage(language: Language, sentence: string) {
  return language === 'en' ? sentence : inKiswahili(sentence)
}

/**
 * Creates a function that translates messages of the contract or the server. A message that the
 * dictionary does not have stays English; the tests search for such messages.
 */
export function createTranslator(dictionary: Readonly<Record<string, string>>) {
  const known = new Map(Object.entries(dictionary))
  const patterns = [...known]
    .filter(([english]) => english.includes('{'))
    .map(([english, translation]) => ({ pattern: patternOf(english), translation }))

  return function translate(sentence: string): string {
    const translation = known.get(sentence)
    if (translation !== undefined) return translation
    for (const { pattern, translation: withPlaceholders } of patterns) {
      const values = pattern.exec(sentence)?.groups
      if (!values) continue
      // The dictionary may translate a value, too: 'a minute' is a value of 'in {wait}'.
      const translated = Object.entries(values).map(([name, value]) => [name, translate(value)])
      return fill(withPlaceholders, Object.fromEntries(translated))
    }
    return sentence
  }
}

/** A regular expression that matches a sentence with any values of its placeholders. */
function patternOf(english: string) {
  const source = english
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? `(?<${part}>.+)` : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${source.join('')}$`)
}
