import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flagNames } from '../../../contract/application/questions.ts'
import { extraControl, withoutOthers } from '../../../contract/intake/extra-controls.ts'
import type { CheckedQuestion } from '../../../contract/intake/extra-answers.ts'
import type { Values } from '../../forms/fields.tsx'
import { type Payload, payloadOf } from '../../forms/payload.ts'
import { type FormErrors, type Messages, useForm } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { receiptPath } from '../../lib/receipt.ts'
import type { FormLists, KeptFiles } from '../../page-context.ts'
import { checkFields, deletedRecords, notSubmitted } from './form-messages.ts'
import {
  departmentError,
  fileQuestionsOf,
  type IntakeChoice,
  missingPapers,
  overIntake,
} from './intake-choices.ts'
import { sendingOf } from './sending-progress.tsx'
import { sendPlainly, useCarryToOtherLanguage } from './send-plainly.ts'
import { chosenIn, useCheckStep } from './use-check-step.ts'
import { documentsIn, useDocumentFiles } from './use-document-files.ts'
import { useAskedPapers } from './use-asked-papers.ts'
import { useIntakeQuestions } from './use-intake-questions.ts'
import { useFormAutosave } from './use-form-autosave.ts'

/** After this long (ms) a navigation counts as cancelled, because browsers fire no event for it. */
const leavingTimeout = 15_000

/** A submission that the server has received. `path` is the path of its confirmation page. */
export interface Receipt {
  referenceId: string
  path: string
}

export interface SentForm {
  defaults: Values
  /** Answers sent without scripts. `sentKey` is their idempotency key, `refusal` their errors. */
  answers: Values | null
  sentKey: string | null
  refusal: FormErrors | null
  /** Files that were sent without scripts, by the field of their upload key. */
  files: KeptFiles
  /** The size in MB up to which a document may be sent. */
  documentMaxMb: number
  /** The intakes to choose from; null if the foundation has none. */
  choices: IntakeChoice[] | null
  /** Whether applicants can choose SMS. */
  isSmsOffered: boolean
}

/** State of the application form: validation, draft on the phone, and submission. */
export function useApplicationForm(
  { defaults, answers, sentKey, refusal, files, documentMaxMb, choices }: SentForm,
  lists: FormLists,
) {
  const { localPath } = useLanguage()
  const element = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState<Values | null>(null)
  const [sending, setSending] = useState(false)
  const [another, setAnother] = useState(false)
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const step = useCheckStep(sending)
  const asks = useIntakeQuestions(element, { choices, shown, initial: answers ?? defaults })
  const form = useForm({
    schema: () => schemaFor(choices, asks.asked?.questions ?? []),
    flags: flagNames,
    refusal,
    invalid: checkFields,
    fallback: notSubmitted,
    // useForm "sends" by opening the step; send() below submits.
    send: openCheckStep,
    onUnloaded: () => fallBack('check'),
    onRefused: addMissingPapers,
  })
  const papers = useAskedPapers({ intake: asks.intake, choices, errors: form.fields })
  const { autosave, load } = useFormAutosave(element, {
    flags: flagNames,
    defaults,
    answered: answers !== null,
    sentKey,
    onShown(values, errors) {
      const deleted = deletedRecords(values, lists)
      const over = overIntake(values, choices)
      const cleared = Object.keys(deleted?.fields ?? {}).map((name) => [name, ''])
      setShown({ ...values, ...Object.fromEntries(cleared) })
      if (errors === undefined) return
      form.setErrors(
        errors ? { ...errors, message: errors.message || notSubmitted } : (over ?? deleted),
      )
      step.leave(errors ? '' : 'kept')
    },
  })
  const documents = useDocumentFiles({
    maxMb: documentMaxMb,
    status: autosave?.status,
    load,
    answers: shown ?? answers,
    sentFiles: files,
    extraFields: (choices ?? []).flatMap(({ asked }) =>
      fileQuestionsOf(asked).map(({ _id }) => extraControl(_id)),
    ),
    clear: form.clear,
  })
  const { others = [], saved } = autosave?.status ?? {}
  // A press of the button while a chosen file is prepared counts when the file is in the form.
  const [isPressed, setPressed] = useState(false)
  const isWaiting = isPressed && documents.isPreparing
  useEffect(() => {
    if (isPressed && !isWaiting) document.getElementById('to-check')?.click()
  }, [isPressed, isWaiting])
  useCarryToOtherLanguage(element, saved === 'failed' && !receipt, (address) =>
    fallBack('change', address),
  )

  function submit(event: FormEvent<HTMLFormElement>) {
    setPressed(documents.isPreparing)
    if (documents.isPreparing) event.preventDefault()
    else form.props.onSubmit(event)
  }

  async function openCheckStep({ email }: { email: string }): Promise<void> {
    const parts = await import('./check-answers.tsx').catch(() => null)
    if (!parts) return fallBack('check')
    if (!element.current) return
    const all = { ...payloadOf(new FormData(element.current), flagNames), email }
    const values: Payload = withoutOthers(all, asks.asked?.questions ?? [])
    const wrong = { ...departmentError(values, choices), ...missingPapers(values, papers.asked) }
    if (Object.keys(wrong).length > 0) {
      return form.setErrors({ message: checkFields, fields: wrong })
    }
    const chosen = chosenIn(element.current)
    const { asked, added } = asks
    step.open({ values, chosen, asked, added, CheckAnswers: parts.CheckAnswers })
  }

  /** Applicants see all errors at once. The schema of the form knows no papers. */
  function addMissingPapers(fields: Messages, sent: HTMLFormElement) {
    const missing = missingPapers(payloadOf(new FormData(sent), flagNames), papers.asked)
    if (Object.keys(fields).length === 0 || Object.keys(missing).length === 0) return
    form.setErrors({ message: checkFields, fields: { ...fields, ...missing } })
  }

  /** Submits without scripts, because browsers do not load a script again after a failure. */
  function fallBack(button: 'check' | 'change' | '', action?: string) {
    // With the draft's idempotency key, a later submit of the draft creates no second application.
    // A key that the server has refused is left out.
    const key = refusal?.newKey ? undefined : autosave?.controller.key()
    sendPlainly(element.current, { step: button, key, action })
  }

  async function send(values: Payload) {
    if (sending || !step.isOpen()) return
    setSending(true)
    try {
      const formAutosave = await load().catch(() => null)
      if (!formAutosave) {
        fallBack('')
        return restWhenStopped()
      }
      const received = await formAutosave.send(values)
      if (received) return showReceipt(received.referenceId)
    } catch {
      form.setErrors({ message: notSubmitted, fields: {} })
      step.leave()
    }
    setSending(false)
  }

  /** Enables the form after a cancelled navigation or Back. A repeated submit has no effect. */
  function restWhenStopped() {
    const rest = () => setSending(false)
    setTimeout(rest, leavingTimeout)
    addEventListener('pageshow', rest, { once: true })
  }

  /** Opens the confirmation page. Until it has loaded, this page confirms the submission. */
  function showReceipt(referenceId: string) {
    const path = localPath(receiptPath(referenceId))
    setReceipt({ referenceId, path })
    step.close('receipt')
    // Back leads to this page again: a reload empties the form.
    addEventListener('pageshow', () => location.reload())
    location.replace(path)
  }

  const hasQueued = others.some((other) => other.state === 'waiting')
  return {
    element,
    form,
    submit,
    /** True after a press of the button, while a chosen file is being prepared. */
    isWaiting,
    step,
    autosave,
    documents,
    asks,
    papers,
    /** The documents on this phone that are to be sent; null without one. */
    upload: autosave ? sendingOf(documentsIn(autosave.status)) : null,
    /** Values that a script has put into the form, such as a draft. */
    shown,
    sending,
    receipt,
    /** True if a queued application is shown in place of the empty form. */
    isResting: hasQueued && saved === 'untouched' && !another,
    send,
    showAnother: () => {
      setAnother(true)
      step.focus('personal')
    },
  }
}

/** The schema of the form, which the browser loads only when it is needed. */
async function schemaFor(
  choices: readonly IntakeChoice[] | null,
  asked: readonly CheckedQuestion[],
) {
  const [contract, { withQuestions }] = await Promise.all([
    import('../../../contract/application/application.ts'),
    import('../../../contract/intake/extra-answers.ts'),
  ])
  const isChosen = choices !== null && choices.length > 1
  const schema = isChosen ? contract.applicationFormInputWithIntake : contract.applicationFormInput
  return withQuestions(schema, asked)
}
