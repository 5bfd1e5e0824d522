import type { PageSentence } from './kiswahili-server.ts'
import { fill } from './languages.ts'

/** A sentence with the values of its placeholders. The dictionary may translate a value, too. */
export interface FilledSentence<S extends PageSentence = PageSentence> {
  sentence: S
  values: Record<string, string | number>
}

/** A sentence for applicants or visitors, before it is translated and filled in. */
export type Wording<S extends PageSentence = PageSentence> = S | FilledSentence<S>

/**
 * The message of an error, before its translation. It is a string if it comes from a schema, from
 * staff, or from an older version of the server, whose sentences were filled in.
 */
export type ErrorMessage = string | FilledSentence

/**
 * Creates a function that translates a message and then fills in its values. A text that the
 * dictionary does not have stays English; the tests search for such messages.
 */
export function createTranslator(dictionary: Readonly<Record<string, string>>) {
  const known = new Map(Object.entries(dictionary))

  return function translate(message: ErrorMessage): string {
    if (typeof message === 'string') return known.get(message) ?? message
    const values = Object.entries(message.values).map(([name, value]) => [
      name,
      typeof value === 'string' ? translate(value) : value,
    ])
    return fill(translate(message.sentence), Object.fromEntries(values))
  }
}

/** Fills in the values of a message. The sentences in the code are English. */
export const inEnglish = /* @__PURE__ */ createTranslator({})
