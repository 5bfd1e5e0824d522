import { allKiswahili } from './kiswahili-server.ts'
import { fill, type Language } from './languages.ts'

// Pure, so that browsers, which only need `createTranslator`, do not bundle the dictionary.
const inKiswahili = /* @__PURE__ */ createTranslator(allKiswahili)

/** Translates a message of the contract or the server, on the server. */
export function translateMessage(language: Language, sentence: string) {
  return language === 'en' ? sentence : inKiswahili(sentence)
}

/**
 * Translates messages of the contract or the server, known only at run time. Messages missing in
 * the dictionary stay English; the tests look for them.
 */
export function createTranslator(dictionary: Readonly<Record<string, string>>) {
  const known = new Map(Object.entries(dictionary))
  const patterns = [...known]
    .filter(([english]) => english.includes('{'))
    .map(([english, translation]) => ({ pattern: patternOf(english), translation }))

  return function translate(sentence: string): string {
    const translation = known.get(sentence)
    if (translation !== undefined) return translation
    for (const { pattern, translation } of patterns) {
      const values = pattern.exec(sentence)?.groups
      if (!values) continue
      // A value may itself be a phrase of the dictionary: 'in {wait}', 'a minute'.
      const translated = Object.entries(values).map(([name, value]) => [name, translate(value)])
      return fill(translation, Object.fromEntries(translated))
    }
    return sentence
  }
}

/** Pattern that matches a sentence with any values. */
function patternOf(english: string) {
  const source = english
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? `(?<${part}>.+)` : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${source.join('')}$`)
}
