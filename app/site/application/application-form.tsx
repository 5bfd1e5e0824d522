import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  applicationFlags,
  AvailabilityFields,
  DepartmentField,
  DocumentFields,
  LinkFields,
  PersonalFields,
  StatementFields,
  StudyFields,
  useApplicationLabels,
} from '../../forms/application-fields.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { CheckboxField, type Values } from '../../forms/fields.tsx'
import { type Payload, payloadOf } from '../../forms/payload.ts'
import { PlaceOfStudyFields } from '../../forms/place-of-study.tsx'
import { type FormErrors, useForm } from '../../forms/use-form.ts'
import { useLanguage, withElements } from '../../lib/language.tsx'
import { receiptPath } from '../../lib/receipt.ts'
import type { FormLists } from '../../page-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { SectionId } from './check-answers.tsx'
import { Consent } from './consent.tsx'
import { useKeeping } from './use-form-autosave.ts'

/** Said in the banner when fields are missing or wrong, with and without scripts. */
export const checkFields = 'Please check these fields and try again.'

/** Said in the banner when sending fails without a sentence from the server. */
export const notSubmitted = 'Failed to submit application. Please check all fields and try again.'

/** What may stay empty; a box that is not ticked is an answer as well. */
const optional = ['middle_name', 'github_url', 'can_attend_onsite', 'agree_communications']

/** How long a page that is being left is taken to be so, in milliseconds: nothing tells it of a stop. */
const patience = 15_000

interface Props {
  /** Null in the browser where the page holds them already. */
  lists: Pick<FormLists, 'institutions' | 'departments'> | null
  /** Only on the server. */
  courses?: FormLists['courses'] | undefined
  /** What an empty form begins with. */
  defaults: Values
  /** What was sent without scripts, the idempotency key with it, and what is wrong with it. */
  answers: Values | null
  sentKey: string | null
  refusal: FormErrors | null
}

/** What the server has received, and where that is confirmed. */
interface Receipt {
  referenceId: string
  path: string
}

/** What has passed the checks, for the applicant to look over. */
interface Checked {
  values: Payload
  /** The names of what was chosen from lists. */
  chosen: Record<string, string>
  CheckAnswers: typeof import('./check-answers.tsx').CheckAnswers
}

/**
 * The public application form; without scripts it posts to its own page. With them it is kept on
 * the phone as it is filled in; its answers are looked over in the same page, a step of the history
 * from which Back leads to the form; and it is sent as soon as there is network.
 */
export function AttachmentForm(props: Props) {
  const { lists, courses, defaults, answers, sentKey, refusal } = props
  const { t, message, localPath } = useLanguage()
  const labels = useApplicationLabels()
  const element = useRef<HTMLFormElement>(null)
  const [trouble, setTrouble] = useState('')
  const [shown, setShown] = useState<Values | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [sending, setSending] = useState(false)
  const [another, setAnother] = useState(false)
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [goal, setGoal] = useState<{ id: string } | null>(null)
  /** At once, where the state comes a moment later: other answers must not go out for these. */
  const checking = useRef(false)

  const form = useForm({
    schema: async () => (await import('../../../contract/application.ts')).applicationFormInput,
    flags: applicationFlags,
    refusal,
    invalid: checkFields,
    fallback: notSubmitted,
    send: check,
    onUnloaded: () => sendPlainly('check'),
  })
  const { keeping, loaded } = useKeeping(element, {
    flags: applicationFlags,
    defaults,
    answered: answers !== null,
    sentKey,
    onShown(values, refusal) {
      setShown(values)
      if (refusal === undefined) return
      form.setErrors(refusal && { ...refusal, message: refusal.message || notSubmitted })
      leaveCheck(refusal ? '' : 'kept')
    },
  })

  async function check() {
    const parts = await import('./check-answers.tsx').catch(() => null)
    if (!parts) return sendPlainly('check')
    if (!element.current) return
    const { CheckAnswers } = parts
    const values = payloadOf(new FormData(element.current), applicationFlags)
    setChecked({ values, chosen: chosenIn(element.current), CheckAnswers })
    setGoal(null)
    addToHistory()
    checking.current = true
  }

  /** Back to the form, or to what has taken its place; `id` gets the focus. */
  function leaveCheck(id = '') {
    if (!checking.current) return
    checking.current = false
    setChecked(null)
    setGoal({ id })
    history.back()
  }

  // The browser's own Back arrives here, too.
  const arrive = useEffectEvent(() => {
    if (history.state?.check) return
    // What is on its way cannot be changed.
    if (sending && checking.current) return history.forward()
    history.scrollRestoration = 'auto'
    if (!checking.current) return
    checking.current = false
    setChecked(null)
    setGoal({ id: 'to-check' })
  })
  // What cannot be kept goes along to the other language, as without scripts.
  const leave = useEffectEvent((event: MouseEvent) => {
    const { target } = event
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!link || elsewhere || saved !== 'failed' || receipt) return
    if (!element.current || !navigator.onLine) return
    event.preventDefault()
    element.current.action = link.href
    sendPlainly('change')
    element.current.removeAttribute('action')
  })
  useEffect(() => {
    const page = new AbortController()
    const { signal } = page
    addEventListener('popstate', () => arrive(), { signal })
    addEventListener('click', (event) => leave(event), { signal })
    // A reload has led from the answers to the form.
    if (history.state?.check) history.back()
    return () => page.abort()
  }, [])

  useEffect(() => {
    const target = goal && document.getElementById(goal.id)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView()
  }, [goal])

  /** As without scripts, where some of them could not be loaded: browsers do not try that again. */
  function sendPlainly(step: 'check' | 'change' | '') {
    if (!element.current || !navigator.onLine) throw new Error('There is no network')
    // What stays on the phone is the same application when it is sent from there, unless the key is
    // used up.
    const key = refusal?.newKey ? undefined : keeping?.keeper.key()
    const added = { step, ...(key && { idempotency_key: key }) }
    const inputs = Object.entries(added).map(([name, value]) =>
      Object.assign(document.createElement('input'), { type: 'hidden', name, value }),
    )
    element.current.append(...inputs)
    element.current.submit()
    for (const input of inputs) input.remove()
  }

  async function send(values: Payload) {
    if (sending || !checking.current) return
    setSending(true)
    try {
      const keeper = await loaded().catch(() => null)
      if (!keeper) {
        sendPlainly('')
        return restWhenStopped()
      }
      const sent = await keeper.deliver(values)
      if (typeof sent !== 'string') return confirmReceipt(sent.referenceId)
    } catch {
      form.setErrors({ message: notSubmitted, fields: {} })
      leaveCheck()
    }
    setSending(false)
  }

  /** Whoever stops it, or comes back, can send again: the same answers are the same application. */
  function restWhenStopped() {
    const rest = () => setSending(false)
    setTimeout(rest, patience)
    addEventListener('pageshow', rest, { once: true })
  }

  /** Leads to the confirmation, and says the same until it comes: the network may have gone. */
  function confirmReceipt(referenceId: string) {
    const path = localPath(receiptPath(referenceId))
    checking.current = false
    setChecked(null)
    setReceipt({ referenceId, path })
    setGoal({ id: 'receipt' })
    // Whoever comes back finds the form as it is without these answers.
    addEventListener('pageshow', () => location.reload())
    location.replace(path)
  }

  const group = { labels, optional, defaults: answers ?? defaults, errors: form.fields }
  const { others = [], saved } = keeping?.kept ?? {}
  const waits = others.some((other) => other.state === 'waiting')
  const resting = waits && saved === 'untouched' && !another

  return (
    <>
      {checked ? (
        <checked.CheckAnswers
          {...checked}
          sending={sending}
          onChange={leaveCheck}
          onSend={() => void send(checked.values)}
        />
      ) : null}
      {receipt ? <ReceiptNotice {...receipt} /> : null}
      {keeping && !checked && !receipt ? (
        <keeping.parts.KeptApplications
          {...keeping}
          onOpened={() => setGoal({ id: 'personal' })}
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
        <Section id="personal" title={t('Personal Information')}>
          <PersonalFields {...group} />
        </Section>
        <Section id="academic" title={t('Academic Information')}>
          <PlaceOfStudyFields
            {...group}
            institutions={lists?.institutions ?? null}
            courses={courses}
            clear={form.clear}
            report={setTrouble}
            shown={shown}
          />
          <StudyFields {...group} />
          <DepartmentField {...group} departments={lists?.departments ?? null} />
        </Section>
        <Section id="documents" title={t('Documents & Availability')}>
          <DocumentFields {...group} />
          <AvailabilityFields {...group} />
        </Section>
        <Section id="statements" title={t('Personal Statements')}>
          <StatementFields {...group} />
        </Section>
        <Section id="links" title={t('Professional Links')}>
          <LinkFields {...group} />
        </Section>
        <Section id="agreements" title={t('Agreements')}>
          <div>
            <CheckboxField {...group} name="agree_terms" label={<Terms />} />
            <CheckboxField {...group} name="agree_communications" />
          </div>
        </Section>
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
    setGoal({ id: 'personal' })
  }
}

/** Looking the answers over is a step: Back leads to the form, but not to where it was scrolled. */
function addToHistory() {
  history.scrollRestoration = 'manual'
  history.pushState({ check: true }, '')
}

function ReceiptNotice({ referenceId, path }: Receipt) {
  const { t } = useLanguage()
  return (
    <Alert id="receipt" tabIndex={-1} tone="notice">
      <h2 className="text-xl text-lagoon-900">{t('Received')}</h2>
      <p>
        {t('Reference ID')}: <b className="font-mono break-words">{referenceId}</b>
      </p>
      <a className="link min-h-11 py-2.5" href={path}>
        {t('Open the confirmation')}
      </a>
    </Alert>
  )
}

interface SectionProps {
  /** By which the answers lead back to it. */
  id: SectionId
  title: string
  children: ReactNode
}

function Section({ id, title, children }: SectionProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="mb-8 min-w-0 rounded-lg border border-line bg-white p-5 @3xl:p-8"
    >
      <legend className="float-left w-full text-2xl text-lagoon-900">{title}</legend>
      <div className="kanga-teeth clear-both mb-6 text-coral-500" />
      <div className="space-y-6">{children}</div>
    </fieldset>
  )
}

/** The names of what is chosen in the selects of records. */
function chosenIn(form: HTMLFormElement) {
  const selects = [...form.elements].filter((control) => control instanceof HTMLSelectElement)
  return Object.fromEntries(
    selects.map(({ name, selectedOptions: [option] }) => [name, option?.text ?? '']),
  )
}

function Terms() {
  const { t } = useLanguage()
  return withElements(t('I agree to the {terms} and the {privacy}'), {
    terms: (
      <a className="link" href="/terms" target="_blank">
        {t('Terms of Service')}
      </a>
    ),
    privacy: (
      <a className="link" href="/privacy" target="_blank">
        {t('Privacy Policy')}
      </a>
    ),
  })
}
