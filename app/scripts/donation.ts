// Donation form: custom amount and thank-you message. It sends nothing.

const donationForm = document.querySelector<HTMLFormElement>('form[data-donation]')
if (donationForm) donate(donationForm)

function donate(form: HTMLFormElement) {
  const custom = form.querySelector<HTMLInputElement>('[name=custom]')
  const thanks = form.querySelector<HTMLElement>('[data-thanks]')
  const body = form.querySelector<HTMLElement>('[data-body]')
  const chosen = (name: string) => (form.elements.namedItem(name) as RadioNodeList).value

  const enable = () => {
    if (custom) custom.disabled = chosen('amount') !== 'custom'
  }
  form.addEventListener('change', enable)
  // After Back, the browser may restore the user's choices.
  addEventListener('pageshow', enable)
  enable()

  const thank = () => {
    const amount = chosen('amount')
    if (!thanks || !body) return
    body.textContent = (body.dataset['body'] ?? '')
      .replace('{amount}', () => (amount === 'custom' ? (custom?.value ?? '') : amount))
      .replace('{project}', () => chosen('project') || (body.dataset['otherwise'] ?? ''))
    thanks.hidden = false
    thanks.scrollIntoView({ block: 'nearest' })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    thank()
  })

  // If the form was submitted before this script ran, the page was reloaded with its query.
  const sent = new URLSearchParams(location.search)
  if (!sent.has('amount')) return
  history.replaceState(null, '', location.pathname)
  for (const name of ['amount', 'project']) {
    const choices = form.elements.namedItem(name) as RadioNodeList
    const isChanged = Array.from(choices).some(
      (choice) => choice instanceof HTMLInputElement && choice.checked !== choice.defaultChecked,
    )
    if (!isChanged) choices.value = sent.get(name) ?? ''
  }
  enable()
  if (chosen('amount') !== 'custom') thank()
}
