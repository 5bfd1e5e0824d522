import { splitValues } from '../../contract/application/questions.ts'

/** Form values in the API's format: text as typed, a checkbox as true or false. */
export type Payload = Record<string, string | boolean | string[]>

/**
 * Reads a form. `flags` names its single checkboxes, because browsers omit unticked ones. A name
 * with several values, such as a group of checkboxes, becomes a list.
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

/** Converts an answer of a form, draft or the API that may have several values to a list. */
export function listOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.map(String)
  return typeof answer === 'string' ? splitValues(answer) : []
}
