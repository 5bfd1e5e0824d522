import { listOf } from './payload.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The controls of a form that a user can fill in. A search field has no name and is none of them. */
export function controlsOf(form: HTMLFormElement) {
  return [...form.elements].filter(isControl)
}

export function isControl(element: unknown): element is Control {
  if (element instanceof HTMLInputElement) return element.type !== 'hidden' && element.name !== ''
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
}

export function hasValue(control: Control, value: unknown) {
  const shown = isTicked(control) ? control.checked : control.value
  return shown === valueFor(control, value)
}

export function setValue(control: Control, value: unknown) {
  const next = valueFor(control, value)
  if (isTicked(control)) control.checked = next === true
  else if (control instanceof HTMLSelectElement) chooseOption(control, String(next))
  else control.value = String(next)
}

/** Chooses an option of a select, or the first one if the select does not have it. */
export function chooseOption(select: HTMLSelectElement | null, value: string) {
  if (!select) return
  select.value = value
  if (select.selectedIndex < 0) select.selectedIndex = 0
}

/** Chooses an option as a hand does: the page hears of it. */
export function pickOption(select: HTMLSelectElement | null, value: string) {
  chooseOption(select, value)
  for (const kind of ['input', 'change']) {
    select?.dispatchEvent(new Event(kind, { bubbles: true }))
  }
}

function valueFor(control: Control, value: unknown) {
  if (isRadio(control)) {
    // An older draft has no answer to this question: it gets the one of an empty form.
    return value === undefined ? control.defaultChecked : value === control.value
  }
  if (isCheckbox(control)) return value === true || listOf(value).includes(control.value)
  return typeof value === 'string' ? value : ''
}

/** Whether a control is checked instead of having a value that changes. */
function isTicked(control: Control): control is HTMLInputElement {
  return isCheckbox(control) || isRadio(control)
}

function isRadio(control: Control): control is HTMLInputElement {
  return control.type === 'radio'
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox'
}
