import { useRef, useState } from 'react'
import { flagNames } from '../../../contract/questions.ts'
import type { Values } from '../../forms/fields.tsx'
import { type Payload, payloadOf } from '../../forms/payload.ts'
import { type FormErrors, useForm } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { receiptPath } from '../../lib/receipt.ts'
import type { Receipt } from './receipt-notice.tsx'
import { sendPlainly, useCarryToOtherLanguage } from './send-plainly.ts'
import { chosenIn, useCheckStep } from './use-check-step.ts'
import { useFormAutosave } from './use-form-autosave.ts'

/** The banner where fields are missing or wrong, with and without scripts. */
export const checkFields = 'Please check these fields and try again.'

/** The banner where sending fails without a sentence from the server. */
export const notSubmitted = 'Failed to submit application. Please check all fields and try again.'

/** Milliseconds after which leaving the page counts as cancelled: browsers fire no event then. */
const leavingTimeout = 15_000

export interface SentForm {
  defaults: Values
  /** A submission without scripts, the idempotency key with it, and its errors. */
  answers: Values | null
  sentKey: string | null
  refusal: FormErrors | null
}

/** The state of the application form: its check, its draft on the phone, and its submission. */
export function useApplicationForm({ defaults, answers, sentKey, refusal }: SentForm) {
  const { localPath } = useLanguage()
  const element = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState<Values | null>(null)
  const [sending, setSending] = useState(false)
  const [another, setAnother] = useState(false)
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const step = useCheckStep(sending)
  const form = useForm({
    schema: async () => (await import('../../../contract/application.ts')).applicationFormInput,
    flags: flagNames,
    refusal,
    invalid: checkFields,
    fallback: notSubmitted,
    send: check,
    onUnloaded: () => fallBack('check'),
  })
  const { autosave, load } = useFormAutosave(element, {
    flags: flagNames,
    defaults,
    answered: answers !== null,
    sentKey,
    onShown(values, errors) {
      setShown(values)
      if (errors === undefined) return
      form.setErrors(errors && { ...errors, message: errors.message || notSubmitted })
      step.leave(errors ? '' : 'kept')
    },
  })
  const { others = [], saved } = autosave?.status ?? {}
  useCarryToOtherLanguage(element, saved === 'failed' && !receipt, (address) =>
    fallBack('change', address),
  )

  async function check() {
    const parts = await import('./check-answers.tsx').catch(() => null)
    if (!parts) return fallBack('check')
    if (!element.current) return
    const values = payloadOf(new FormData(element.current), flagNames)
    step.open({ values, chosen: chosenIn(element.current), CheckAnswers: parts.CheckAnswers })
  }

  /** Browsers do not try again to load a script that failed. */
  function fallBack(step: 'check' | 'change' | '', action?: string) {
    // The draft on the phone is the same application when it is sent from there, unless the key is
    // used up.
    const key = refusal?.newKey ? undefined : autosave?.controller.key()
    sendPlainly(element.current, { step, key, action })
  }

  async function send(values: Payload) {
    if (sending || !step.isOpen()) return
    setSending(true)
    try {
      const controller = await load().catch(() => null)
      if (!controller) {
        fallBack('')
        return restWhenStopped()
      }
      const receipt = await controller.send(values)
      if (receipt) return confirmReceipt(receipt.referenceId)
    } catch {
      form.setErrors({ message: notSubmitted, fields: {} })
      step.leave()
    }
    setSending(false)
  }

  /** After a cancelled navigation or Back the form can be sent again: a repeat counts once. */
  function restWhenStopped() {
    const rest = () => setSending(false)
    setTimeout(rest, leavingTimeout)
    addEventListener('pageshow', rest, { once: true })
  }

  /** Opens the confirmation, and says the same until it comes: the network may have gone. */
  function confirmReceipt(referenceId: string) {
    const path = localPath(receiptPath(referenceId))
    setReceipt({ referenceId, path })
    step.close('receipt')
    // Back leads to a form without these answers.
    addEventListener('pageshow', () => location.reload())
    location.replace(path)
  }

  const hasQueued = others.some((other) => other.state === 'waiting')
  return {
    element,
    form,
    step,
    autosave,
    /** Answers that the form was filled with from outside. */
    shown,
    sending,
    receipt,
    /** Whether a queued application takes the place of the empty form. */
    isResting: hasQueued && saved === 'untouched' && !another,
    send,
    showAnother: () => {
      setAnother(true)
      step.focus('personal')
    },
  }
}
