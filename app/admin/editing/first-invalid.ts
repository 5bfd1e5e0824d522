import type { Messages } from '../../forms/use-form.ts'

/** The form's first control with an error message. */
export function firstInvalid(messages: Messages, form: HTMLFormElement) {
  const control = [...form.elements].find((one) => messages[one.getAttribute('name') ?? ''])
  return control instanceof HTMLElement ? control : undefined
}

/** Focuses the first control with an error message, so that screen readers read the message. */
export function focusInvalid(messages: Messages, form: HTMLFormElement) {
  firstInvalid(messages, form)?.focus()
}
