import { fill } from './languages.ts'

/**
 * Says sentences that are not known before, of the contract or the server, in the language of a
 * dictionary. What is not in it stays English: the tests look for it.
 */
export function translator(dictionary: Readonly<Record<string, string>>) {
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
      // A value may be a phrase of the dictionary itself: 'in {wait}', 'a minute'.
      const said = Object.entries(values).map(([name, value]) => [name, translate(value)])
      return fill(translation, Object.fromEntries(said))
    }
    return sentence
  }
}

/** What a sentence looks like with any values in it. */
function patternOf(english: string) {
  const source = english
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 ? `(?<${part}>.+)` : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${source.join('')}$`)
}
