import type { Messages } from '../../forms/use-form.ts'

/** First invalid control in document order. */
export function firstInvalid(messages: Messages, form: HTMLFormElement) {
  const control = [...form.elements].find((control) => messages[control.getAttribute('name') ?? ''])
  return control instanceof HTMLElement ? control : undefined
}

/** Focuses the first invalid control, so that screen readers announce its error. */
export function focusInvalid(messages: Messages, form: HTMLFormElement) {
  firstInvalid(messages, form)?.focus()
}
