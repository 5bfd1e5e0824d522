import type { Messages } from '../../forms/use-form.ts'

/** First invalid control in document order. */
export function firstRefused(messages: Messages, form: HTMLFormElement) {
  const control = [...form.elements].find((control) => messages[control.getAttribute('name') ?? ''])
  return control instanceof HTMLElement ? control : undefined
}

/** Focuses the first invalid control, so that screen readers announce its error. */
export function focusRefused(messages: Messages, form: HTMLFormElement) {
  firstRefused(messages, form)?.focus()
}
