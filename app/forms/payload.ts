import { splitValues } from '../../contract/questions.ts'

/** The values of a form, as the API wants it: texts as typed, a checkbox as true or false. */
export type Payload = Record<string, string | boolean | string[]>

/**
 * Reads a form. `flags` are its single checkboxes, which a form leaves out when they are not
 * ticked; a name with several values, as of a group of checkboxes, gives a list.
 */
export function payloadOf(form: FormData, flags: readonly string[]): Payload {
  const payload: Payload = {}
  for (const name of new Set(form.keys())) {
    const [first, ...others] = form.getAll(name).filter((value) => typeof value === 'string')
    if (first !== undefined) payload[name] = others.length > 0 ? [first, ...others] : first
  }
  for (const name of flags) payload[name] = form.has(name)
  return payload
}

/** The values of an answer that may have several, of a form, a draft or the API. */
export function listOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.map(String)
  return typeof answer === 'string' ? splitValues(answer) : []
}
