import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Payload } from '../../forms/payload.ts'
import type { ShownQuestions } from '../../forms/shown-questions.ts'

/** Valid answers that the applicant checks before sending. */
interface Checked {
  values: Payload
  /** Names of the chosen options, by field name. */
  chosen: Record<string, string>
  /** The questions of the chosen intake, and how many were added since the answers were begun. */
  asked: ShownQuestions | undefined
  added: number
  CheckAnswers: typeof import('./check-answers.tsx').CheckAnswers
}

/**
 * Step in which the applicant checks the answers. It is an entry in the browser's history: Back
 * returns to the form. While `isSending` is true, Back does nothing.
 */
export function useCheckStep(isSending: boolean) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [focusTarget, setFocusTarget] = useState<{ id: string } | null>(null)
  /** A ref changes at once, unlike state: after the step is closed, nothing more is sent. */
  const isOpen = useRef(false)

  function open(answers: Checked) {
    setChecked(answers)
    setFocusTarget(null)
    history.scrollRestoration = 'manual'
    history.pushState({ check: true }, '')
    isOpen.current = true
  }

  /** Closes the step but keeps its history entry. The element with the given id gets the focus. */
  function close(id: string) {
    isOpen.current = false
    setChecked(null)
    setFocusTarget({ id })
  }

  /** Closes the step and goes back. The element with the given id gets the focus. */
  function leave(id = '') {
    if (!isOpen.current) return
    close(id)
    history.back()
  }

  // Handles the browser's Back button, too.
  const onPopState = useEffectEvent(() => {
    // Forward to a closed step would leave the form on its entry: the next Back would do nothing.
    if (history.state?.check) return isOpen.current ? undefined : history.back()
    if (isSending && isOpen.current) return history.forward()
    history.scrollRestoration = 'auto'
    if (isOpen.current) close('to-check')
  })
  useEffect(() => {
    const page = new AbortController()
    addEventListener('popstate', () => onPopState(), { signal: page.signal })
    // A reload during the step returns to the form.
    if (history.state?.check) history.back()
    return () => page.abort()
  }, [])

  useEffect(() => {
    const target = focusTarget && document.getElementById(focusTarget.id)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView()
  }, [focusTarget])

  return {
    checked,
    isOpen: () => isOpen.current,
    open,
    close,
    leave,
    focus: (id: string) => setFocusTarget({ id }),
  }
}

/** Names of the chosen options of a form's selects, by field name. */
export function chosenIn(form: HTMLFormElement) {
  const selects = [...form.elements].filter((control) => control instanceof HTMLSelectElement)
  return Object.fromEntries(
    selects.map(({ name, selectedOptions: [option] }) => [name, option?.text ?? '']),
  )
}
