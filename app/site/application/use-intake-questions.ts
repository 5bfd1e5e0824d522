import { type RefObject, useSyncExternalStore } from 'react'
import { begunWithControl } from '../../../contract/intake/extra-controls.ts'
import type { Values } from '../../forms/fields.tsx'
import { addedQuestions } from '../../forms/shown-questions.ts'
import { askedBy, idsIn, type IntakeChoice, intakeIn } from './intake-choices.ts'

interface Options {
  choices: readonly IntakeChoice[] | null
  /** Values that a script has put into the form; null before. */
  shown: Values | null
  /** Values that the form has at first. */
  initial: Values
}

/** The questions of the intake that is chosen in the form. */
export function useIntakeQuestions(
  form: RefObject<HTMLFormElement | null>,
  { choices, shown, initial }: Options,
) {
  const first = intakeIn(choices ?? [], initial['intake'])
  // Scripts and browsers choose an intake without an event: the control itself knows it.
  const intake = useSyncExternalStore(
    onAnyChange,
    () => chosenIn(form.current) ?? first,
    () => first,
  )

  const all = idsIn(choices)
  const began = shown ? shown[begunWithControl] : all
  const asked = askedBy(choices, intake)
  return {
    intake,
    asked,
    /** Ids of the questions that the form had when the answers were begun. */
    begunWith: typeof began === 'string' ? began : '',
    /** The number of questions that were added since. */
    added: asked ? addedQuestions(asked.questions, began).length : 0,
  }
}

function onAnyChange(listener: () => void) {
  document.addEventListener('change', listener)
  return () => document.removeEventListener('change', listener)
}

function chosenIn(form: HTMLFormElement | null) {
  const control = form?.elements.namedItem('intake')
  return control instanceof HTMLSelectElement ? control.value : undefined
}
