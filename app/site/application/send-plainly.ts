import { type RefObject, useEffect, useEffectEvent } from 'react'
import { ownPageAction } from './own-page-action.ts'

interface Submission {
  /** Value of the button that a browser without scripts would use; '' submits the answers. */
  step: 'check' | 'change' | ''
  /** The idempotency key. */
  key: string | undefined
  /** URL to post to; the page's own URL by default. */
  action?: string | undefined
}

/** Submits a form as a browser without scripts does. Used if scripts could not be loaded. */
export function sendPlainly(form: HTMLFormElement | null, { step, key, action }: Submission) {
  if (!form || !navigator.onLine) throw new Error('There is no network')
  const added = { step, ...(key && { idempotency_key: key }) }
  const inputs = Object.entries(added).map(([name, value]) =>
    Object.assign(document.createElement('input'), { type: 'hidden', name, value }),
  )
  form.append(...inputs)
  form.action = action ?? ownPageAction
  form.submit()
  form.action = ownPageAction
  for (const input of inputs) input.remove()
}

/** If this browser cannot save the answers, posts them to the page in the other language. */
export function useCarryToOtherLanguage(
  form: RefObject<HTMLFormElement | null>,
  isNeeded: boolean,
  carryTo: (address: string) => void,
) {
  const follow = useEffectEvent((event: MouseEvent) => {
    const { target } = event
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!link || elsewhere || !isNeeded || !form.current || !navigator.onLine) return
    event.preventDefault()
    carryTo(link.href)
  })
  useEffect(() => {
    const page = new AbortController()
    addEventListener('click', (event) => follow(event), { signal: page.signal })
    return () => page.abort()
  }, [])
}
