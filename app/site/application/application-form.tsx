import { useRef, useState } from 'react'
import { flagNames, isOptional, questionNames, questionOf } from '../../../contract/questions.ts'
import { useApplicationLabels } from '../../forms/application-fields.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { Values } from '../../forms/fields.tsx'
import { type Payload, payloadOf } from '../../forms/payload.ts'
import { type FormErrors, useForm } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { receiptPath } from '../../lib/receipt.ts'
import type { FormLists } from '../../page-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Consent } from './consent.tsx'
import { FormSections } from './form-sections.tsx'
import { type Receipt, ReceiptNotice } from './receipt-notice.tsx'
import { sendPlainly, useCarryToOtherLanguage } from './send-plainly.ts'
import { chosenIn, useCheckStep } from './use-check-step.ts'
import { useKeeping } from './use-form-autosave.ts'

/** The banner where fields are missing or wrong, with and without scripts. */
export const checkFields = 'Please check these fields and try again.'

/** The banner where sending fails without a sentence from the server. */
export const notSubmitted = 'Failed to submit application. Please check all fields and try again.'

/** A box that is not ticked is an answer as well, but for the terms. */
const optional = questionNames.filter(
  (name) => isOptional(name, 'form') || questionOf(name).kind === 'flag',
)

/** Milliseconds after which leaving the page counts as cancelled: browsers fire no event then. */
const leavingTimeout = 15_000

interface Props {
  /** Null in the browser where the page holds them already. */
  lists: Pick<FormLists, 'institutions' | 'departments'> | null
  /** Only on the server. */
  courses?: FormLists['courses'] | undefined
  /** The values of an empty form. */
  defaults: Values
  /** A submission without scripts, the idempotency key with it, and its errors. */
  answers: Values | null
  sentKey: string | null
  refusal: FormErrors | null
}

/**
 * The public application form; without scripts it posts to its own page. Scripts save a draft on the
 * phone, show the answers to check in the same page, and send as soon as there is network.
 */
export function ApplicationForm(props: Props) {
  const { lists, courses, defaults, answers, sentKey, refusal } = props
  const { t, message, localPath } = useLanguage()
  const labels = useApplicationLabels()
  const element = useRef<HTMLFormElement>(null)
  const [trouble, setTrouble] = useState('')
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
  const { keeping, loaded } = useKeeping(element, {
    flags: flagNames,
    defaults,
    answered: answers !== null,
    sentKey,
    onShown(values, refusal) {
      setShown(values)
      if (refusal === undefined) return
      form.setErrors(refusal && { ...refusal, message: refusal.message || notSubmitted })
      step.leave(refusal ? '' : 'kept')
    },
  })
  const { others = [], saved } = keeping?.kept ?? {}
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
    const key = refusal?.newKey ? undefined : keeping?.keeper.key()
    sendPlainly(element.current, { step, key, action })
  }

  async function send(values: Payload) {
    if (sending || !step.isOpen()) return
    setSending(true)
    try {
      const keeper = await loaded().catch(() => null)
      if (!keeper) {
        fallBack('')
        return restWhenStopped()
      }
      const sent = await keeper.deliver(values)
      if (typeof sent !== 'string') return confirmReceipt(sent.referenceId)
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

  const waits = others.some((other) => other.state === 'waiting')
  const resting = waits && saved === 'untouched' && !another
  const { checked } = step

  return (
    <>
      {checked ? (
        <checked.CheckAnswers
          {...checked}
          sending={sending}
          onChange={step.leave}
          onSend={() => void send(checked.values)}
        />
      ) : null}
      {receipt ? <ReceiptNotice {...receipt} /> : null}
      {keeping && !checked && !receipt ? (
        <keeping.parts.KeptApplications
          {...keeping}
          onOpened={() => step.focus('personal')}
          onAnother={resting ? showAnother : null}
        />
      ) : null}
      <form
        ref={element}
        id="application"
        method="post"
        aria-label={t('Industrial Attachment Application')}
        hidden={checked !== null || receipt !== null || resting}
        {...form.props}
      >
        <div className="mb-6 space-y-4 empty:hidden">
          <ErrorSummary refusal={form.refusal} labels={labels} />
          {trouble ? (
            <Alert role="alert" className="font-semibold text-danger">
              {message(trouble)}
            </Alert>
          ) : null}
        </div>
        <FormSections
          group={{ labels, optional, defaults: answers ?? defaults, errors: form.fields }}
          lists={lists}
          courses={courses}
          clear={form.clear}
          report={setTrouble}
          shown={shown}
        />
        <Consent />
        <Button
          type="submit"
          id="to-check"
          name="step"
          value="check"
          size="lg"
          className="w-full @min-[40rem]:w-auto"
        >
          {t('Check your answers')}
        </Button>
        {/* Under the button: what comes in later must not move it away from a click. */}
        {keeping ? <keeping.parts.KeptNotice {...keeping} /> : null}
        {keeping ? <keeping.parts.KeptMark {...keeping} /> : null}
      </form>
    </>
  )

  function showAnother() {
    setAnother(true)
    step.focus('personal')
  }
}
