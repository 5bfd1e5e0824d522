/** Removes the error that the server has rendered for the earlier value of a control, also from its banner. */
export function removeFieldError(control: HTMLElement) {
  const error = document.getElementById(`${control.id}-error`)
  if (!error) return
  error.parentElement!.classList.remove('border-l-4', 'border-danger', 'pl-4')
  error.remove()
  control.removeAttribute('aria-invalid')
  document.querySelector(`[role=alert] [href="#${control.id}"]`)?.closest('[role=alert]')?.remove()
}
