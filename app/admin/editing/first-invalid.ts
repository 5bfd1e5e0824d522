import type { Messages } from '../../forms/use-form.ts'

/** The form's first control with an error message. */
export function firstInvalid(messages: Messages, form: HTMLFormElement) {
  const control = [...form.elements].find((one) => messages[one.getAttribute('name') ?? ''])
  return control instanceof HTMLElement ? control : undefined
}

/** Focuses the first control with an error message, so that screen readers read the message. */
export function focusInvalid(messages: Messages, form: HTMLFormElement) {
  const control = firstInvalid(messages, form)
  if (control) focusInMiddle(control)
}

/** Scrolls a control to the middle: its message is below it, and toasts are in the lower corner. */
export function focusInMiddle(control: HTMLElement) {
  control.focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
}
