// Donation form: custom amount, thank-you message and links that send a message. It sends nothing.

const donationForm = document.querySelector<HTMLFormElement>('form[data-donation]')
if (donationForm) donate(donationForm)

function donate(form: HTMLFormElement) {
  const custom = form.querySelector<HTMLInputElement>('[name=custom]')
  const thanks = form.querySelector<HTMLElement>('[data-thanks]')
  const body = form.querySelector<HTMLElement>('[data-body]')
  const chosen = (name: string) => (form.elements.namedItem(name) as RadioNodeList).value

  /** Puts the chosen amount and project in place of the names in braces. */
  const fillIn = (text: string) => {
    const amount = chosen('amount')
    return text
      .replace('{amount}', () => (amount === 'custom' ? (custom?.value ?? '') : amount))
      .replace('{project}', () => chosen('project') || (body?.dataset['otherwise'] ?? ''))
  }

  const enable = () => {
    const isCustom = chosen('amount') === 'custom'
    if (custom) custom.disabled = !isCustom
    for (const link of form.querySelectorAll<HTMLAnchorElement>('[data-message]')) {
      const { href = '', message = '', otherwise = '' } = link.dataset
      const isKnown = !isCustom || Boolean(custom?.value)
      link.href = href + encodeURIComponent(isKnown ? fillIn(message) : otherwise)
    }
  }
  form.addEventListener('change', enable)
  form.addEventListener('input', enable)
  // After Back, the browser may restore the user's choices.
  addEventListener('pageshow', enable)
  enable()

  const thank = () => {
    if (!thanks || !body) return
    body.textContent = fillIn(body.dataset['body'] ?? '')
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
