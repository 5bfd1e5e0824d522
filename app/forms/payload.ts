/** What a form holds, as the API wants it: texts as typed, a checkbox as true or false. */
export type Payload = Record<string, string | boolean>

/** Reads a form; `flags` are its checkboxes, which a form leaves out when they are not ticked. */
export function payloadOf(form: FormData, flags: readonly string[]): Payload {
  const payload: Payload = {}
  for (const [name, value] of form) if (typeof value === 'string') payload[name] = value
  for (const name of flags) payload[name] = form.has(name)
  return payload
}
