import { fill } from './languages.ts'

/**
 * Translates messages of the contract or the server, known only at run time. Messages missing in
 * the dictionary stay English; the tests look for them.
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
      // A value may itself be a phrase of the dictionary: 'in {wait}', 'a minute'.
      const said = Object.entries(values).map(([name, value]) => [name, translate(value)])
      return fill(translation, Object.fromEntries(said))
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
