import type { Messages } from '../../forms/use-form.ts'

/** The first control of a form, in the order of the page, that has a message. */
export function firstRefused(messages: Messages, form: HTMLFormElement) {
  const control = [...form.elements].find((control) => messages[control.getAttribute('name') ?? ''])
  return control instanceof HTMLElement ? control : undefined
}

/** Leads to it, so that a screen reader tells what is wrong. */
export function focusRefused(messages: Messages, form: HTMLFormElement) {
  firstRefused(messages, form)?.focus()
}
