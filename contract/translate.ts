import { kiswahili } from './kiswahili.ts'
import { fill, type Language } from './languages.ts'

const dictionary: ReadonlyMap<string, string> = new Map(Object.entries(kiswahili))

/** The sentences of the dictionary that have values in them, as what they look like with any. */
const patterns = Object.entries(kiswahili)
  .filter(([english]) => english.includes('{'))
  .map(([english, translation]) => ({ pattern: patternOf(english), translation }))

/**
 * A sentence of the contract or the server in another language. What is not in the dictionary
 * stays English: the tests look for it.
 */
export function translateMessage(language: Language, sentence: string): string {
  if (language === 'en') return sentence
  const known = dictionary.get(sentence)
  if (known !== undefined) return known
  for (const { pattern, translation } of patterns) {
    const values = pattern.exec(sentence)?.groups
    if (values) return fill(translation, translated(language, values))
  }
  return sentence
}

/** A value may be a phrase of the dictionary itself: 'in {wait}', 'a minute'. */
function translated(language: Language, values: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, translateMessage(language, value)]),
  )
}

function patternOf(english: string) {
  const source = english
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? `(?<${part}>.+)` : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${source.join('')}$`)
}
