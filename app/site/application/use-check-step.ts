import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Payload } from '../../forms/payload.ts'

/** Answers that have passed the checks, for the applicant to look over. */
interface Checked {
  values: Payload
  /** The names of the records that were chosen from lists. */
  chosen: Record<string, string>
  CheckAnswers: typeof import('./check-answers.tsx').CheckAnswers
}

/**
 * The answers to check, as a step of the page's history: Back leads to the form. While `isSending`,
 * the step stays.
 */
export function useCheckStep(isSending: boolean) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [goal, setGoal] = useState<{ id: string } | null>(null)
  /** Set at once, while the state follows later: other answers must not go out for these. */
  const isOpen = useRef(false)

  function open(checked: Checked) {
    setChecked(checked)
    setGoal(null)
    history.scrollRestoration = 'manual'
    history.pushState({ check: true }, '')
    isOpen.current = true
  }

  /** Closes the step without a way back; `id` gets the focus. */
  function close(id: string) {
    isOpen.current = false
    setChecked(null)
    setGoal({ id })
  }

  /** Leads back to the form, or to the part in its place; `id` gets the focus. */
  function leave(id = '') {
    if (!isOpen.current) return
    close(id)
    history.back()
  }

  // The browser's own Back arrives here, too.
  const arrive = useEffectEvent(() => {
    if (history.state?.check) return
    if (isSending && isOpen.current) return history.forward()
    history.scrollRestoration = 'auto'
    if (isOpen.current) close('to-check')
  })
  useEffect(() => {
    const page = new AbortController()
    addEventListener('popstate', () => arrive(), { signal: page.signal })
    // A reload leads from the answers to the form.
    if (history.state?.check) history.back()
    return () => page.abort()
  }, [])

  useEffect(() => {
    const target = goal && document.getElementById(goal.id)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView()
  }, [goal])

  return {
    checked,
    isOpen: () => isOpen.current,
    open,
    close,
    leave,
    focus: (id: string) => setGoal({ id }),
  }
}

/** The names of the chosen options in the selects of a form. */
export function chosenIn(form: HTMLFormElement) {
  const selects = [...form.elements].filter((control) => control instanceof HTMLSelectElement)
  return Object.fromEntries(
    selects.map(({ name, selectedOptions: [option] }) => [name, option?.text ?? '']),
  )
}
