import { type Payload, payloadOf } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { noteAnswers, notedAnswers } from '../lib/draft-status.ts'
import { randomKey } from '../lib/random-key.ts'
import { applied, track, trackNext } from '../lib/track.ts'
import {
  change,
  claim,
  type Draft,
  forget,
  keepAnswers,
  type Kept,
  keptApplications,
  newDraft,
  onChange,
  queue,
  type Waiting,
  waitingOf,
} from './saved-applications.ts'
import { attempt, longestAsked, sendWaiting } from './send-queue.ts'
import { sendInBackground } from './background-sync.ts'
import { isAnythingKept } from './register-worker.ts'

export interface KeptForm {
  /** How the answers in the form are kept; 'failed' where this browser keeps nothing. */
  saved: 'untouched' | 'saving' | 'saved' | 'failed'
  /** What is kept besides them, the oldest first. */
  others: Kept[]
  /** Whether what waits goes out without this page, too. */
  inBackground: boolean
}

interface Options {
  /** The form's checkboxes. */
  flags: readonly string[]
  /** What an empty form begins with. */
  defaults: Record<string, unknown>
  /** Whether the form came with answers of its own: they count more than kept ones. */
  answered: boolean
  /** The idempotency key that was sent with those: by it they are known among what is kept. */
  sentKey: string | null
  /** Hears what the form holds now instead; `refusal` is there where it has changed. */
  onShown: (values: Record<string, unknown>, refusal?: FormErrors | null) => void
  onKept: (kept: KeptForm) => void
}

/** The least pause between two tries that this page makes by itself, in milliseconds. */
const leastPause = 5000

/** Some browsers of 2023 lack it. */
const activation = navigator.userActivation as UserActivation | undefined

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

type Delivered = 'refused' | 'waiting' | { referenceId: string }

export type Keeper = ReturnType<typeof keepForm>

/**
 * Keeps what a form holds on this phone as it is typed, puts back what was kept, and sends what
 * waits as long as the page is open. Tabs with the same form share their application.
 */
export function keepForm(form: HTMLFormElement, options: Options) {
  const { flags, defaults, answered, sentKey, onShown, onKept } = options
  let draft = newDraft()
  /** Whether the draft is on the phone. */
  let known = false
  let others: Kept[] = []
  let saved: KeptForm['saved'] = 'untouched'
  let inBackground = false
  /** What the browser was asked to send in the background. */
  const asked = new Set<string>()
  let delivering = false
  let saving: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The fields whose values are newer than what is kept. */
  const typed = new Set<string>()

  const page = new AbortController()
  const { signal } = page
  form.addEventListener('input', hear, { signal })
  addEventListener('online', () => trySending({ insist: true }), { signal })
  document.addEventListener('visibilitychange', () => trySending({ insist: false }), { signal })
  // Another worker has come, or the last one has gone.
  navigator.serviceWorker?.addEventListener('controllerchange', () => askAgain(), { signal })
  const started = begin()
  let following = started
  const stopListening = onChange(() => (following = following.then(() => follow())))
  trySending({ insist: true })

  return {
    /** Lets go of the form. */
    stop() {
      clearTimeout(timer)
      page.abort()
      stopListening()
    },

    /** Forgets the answers in the form, here and on the phone. */
    async clear() {
      await saving
      if (known) await forget(draft)
      settle()
      if (!known) show(newDraft())
    },

    /** Takes an application into the form; rejects where what was in it could not be kept. */
    async open(kept: Kept) {
      if (typed.size > 0) saveSoon()
      await saving
      if (typed.size > 0) throw new Error('Not all of the answers are saved')
      if (kept.state === 'waiting') await change(kept)
      const found = (await keptApplications()).find(({ id }) => id === kept.id)
      if (found?.state !== 'draft') return
      known = true
      show(found)
      await follow()
    },

    forget: (kept: Kept) => forget(kept),

    /** The idempotency key of the answers in the form. */
    key: () => draft.key,

    /** Sends the answers now, or keeps them until they can be sent. */
    async deliver(values: Payload): Promise<Delivered> {
      await saving
      delivering = true
      let delivered: Delivered | undefined
      try {
        draft = { ...draft, refusal: null }
        const queued = await queue(draft, values).then(
          () => true,
          () => false,
        )
        delivered = await (queued ? deliverQueued(values) : deliverUnkept(values))
      } finally {
        // The page is left for the confirmation as it is.
        delivering = typeof delivered === 'object'
      }
      if (!delivering) await follow()
      return delivered
    },
  }

  async function deliverQueued(values: Payload): Promise<Delivered> {
    const { id } = draft
    known = true
    // Now all of it is on the phone, what could not be saved before as well.
    settle()
    void askBackground([id])
    await sendWaiting({ insist: true }).catch(() => {})
    const all = await keptApplications().catch(() => [waitingOf(draft, values)])
    const own = all.find((kept) => kept.id === id)
    const received = all.filter((kept) => kept.state === 'received' && kept.was === id)
    // While it is here itself, a receipt is of what was sent before it was changed.
    const newest = own ? undefined : received.at(-1)
    if (newest) {
      await tell(newest, trackNext)
      return { referenceId: newest.id }
    }
    if (own && isDraft(own)) return 'refused'
    if (own) others = [...others, own]
    known = false
    show(newDraft())
    report('untouched')
    return 'waiting'
  }

  /** Where this browser keeps nothing there is one try. */
  async function deliverUnkept(values: Payload): Promise<Delivered> {
    const outcome = await attempt({ key: draft.key, values })
    if ('referenceId' in outcome) {
      if (known) await forget(draft).catch(() => {})
      settle()
      noteAnswers('received')
      trackNext(applied)
      return outcome
    }
    if ('refusal' in outcome) {
      if (outcome.newKey) draft = { ...draft, key: randomKey() }
      onShown(values, outcome.refusal)
    } else {
      const message = outcome.met === 'nobody' ? '' : outcome.met.said
      onShown(values, { message, fields: {} })
    }
    return 'refused'
  }

  function hear({ target }: Event) {
    if (!isControl(target)) return
    typed.add(target.name)
    // Its courses go with the institution.
    if (target.name === 'institution') typed.add('course')
    saveSoon()
  }

  function saveSoon() {
    saving ??= save().finally(() => (saving = undefined))
  }

  async function save() {
    report('saving')
    await started
    try {
      while (typed.size > 0) {
        const names = [...typed]
        const values = answers()
        const kept = (draft = { ...draft, at: Date.now() })
        await keepAnswers(kept, values, names)
        // Another has taken its place meanwhile, with what somebody was just typing.
        if (draft.id !== kept.id) continue
        known = true
        const now = answers()
        for (const name of names) if (now[name] === values[name]) typed.delete(name)
      }
      settle()
      report('saved')
    } catch {
      noteAnswers('unsaved')
      report('failed')
    }
  }

  /** Nothing in the form is newer than what is kept any more. */
  function settle() {
    typed.clear()
    noteAnswers(null)
  }

  /** Puts back what was kept, but for what somebody was quicker with than the scripts. */
  async function begin() {
    const before = await isAnythingKept()
    const all = await keptApplications().catch(() => undefined)
    const drafted = all?.some(isDraft) ?? false
    const noted = notedAnswers()
    const past = noted === 'received' || (all !== undefined && before)
    const stale = noted !== 'unsaved' && (drafted || (past && isRestored()))
    for (const control of controls()) if (isTyped(control, stale)) typed.add(control.name)
    // What the browser itself has put back was sent since, or cleared.
    if (stale && !drafted && typed.size === 0) {
      settle()
      show(newDraft())
    }
    await follow({ first: true })
    if (typed.size > 0) saveSoon()
  }

  /** The draft of what was sent plainly; others may be another person's. */
  function draftOf(drafts: Draft[]) {
    const own = drafts.find(({ key }) => key === sentKey)
    // Sent without a key it was kept after all, by this page before its reload.
    return own ?? (isRestored() ? drafts.at(-1) : undefined)
  }

  /** Brings the form up to what is kept, whoever has changed it. */
  async function follow({ first = false } = {}) {
    if (delivering) return
    const all = await keptApplications().catch(() => undefined)
    if (!all) return report('failed')
    const drafts = all.filter(isDraft)
    const own = drafts.find(({ id }) => id === draft.id)
    const newest = first && answered ? draftOf(drafts) : drafts.at(-1)
    if (own) {
      if (!isShown(own)) show(own)
    } else if (known) {
      known = false
      show(newDraft())
    } else if (newest && (first || (typed.size === 0 && newest.at > draft.at))) {
      known = true
      show(newest, { told: first && answered })
    }
    others = all.filter(({ id }) => id !== draft.id)
    for (const kept of others) if (kept.state === 'received' && kept.untold) void tell(kept, track)
    askAgain(asked)
    if (!saving) report(typed.size > 0 ? saved : known ? 'saved' : 'untouched')
    sendLater()
  }

  /**
   * Puts an application into the form, but for what somebody is just typing; `told` where the page
   * says itself what is wrong with it.
   */
  function show(next: Draft, { told = false } = {}) {
    const same = next.id === draft.id
    const unchanged = told || (same && isSame(next.refusal, draft.refusal))
    const empty = Object.keys(next.values).length === 0
    const values: Record<string, unknown> = empty ? { ...defaults } : { ...next.values }
    draft = next
    for (const control of controls()) {
      if (typed.has(control.name) || (same && control === document.activeElement)) {
        values[control.name] = valueOf(control)
      } else set(control, values[control.name])
    }
    onShown(values, unchanged ? undefined : next.refusal)
  }

  /** Whether the form holds its application as it is kept, but for what somebody is just typing. */
  function isShown(own: Draft) {
    return (
      isSame(own.refusal, draft.refusal) &&
      controls().every(
        (control) =>
          typed.has(control.name) ||
          control === document.activeElement ||
          valueOf(control) === valueFor(control, own.values[control.name]),
      )
    )
  }

  function sendLater() {
    clearTimeout(timer)
    const times = others.filter(isWaiting).map(({ notBefore }) => notBefore)
    if (times.length === 0 || signal.aborted) return
    const pause = Math.min(Math.max(Math.min(...times) - Date.now(), leastPause), longestAsked)
    // A try that could change nothing is told to nobody.
    timer = setTimeout(() => void sendWaiting({ insist: false }).then(sendLater, sendLater), pause)
  }

  function trySending(how: { insist: boolean }) {
    sendWaiting(how).catch(() => {})
  }

  /** Asks the browser to send what waits in the background, but for what it was asked before. */
  function askAgain(but = new Set<string>()) {
    const ids = others.filter(isWaiting).map(({ id }) => id)
    const more = ids.filter((id) => !but.has(id))
    if (more.length > 0) void askBackground(more)
  }

  async function askBackground(ids: string[]) {
    for (const id of ids) asked.add(id)
    inBackground = await sendInBackground().catch(() => false)
    report(saved)
  }

  function report(now: KeptForm['saved']) {
    saved = now
    onKept({ saved, others, inBackground })
  }

  /** Whether a control holds what somebody has typed before this began. */
  function isTyped(control: Control, stale: boolean) {
    if (answered) return true
    const first = defaults[control.name] ?? (isBox(control) ? false : '')
    if (valueOf(control) === first) return false
    // What the browser itself has put back is then older than what was kept.
    return !stale || (activation?.hasBeenActive ?? form.contains(document.activeElement))
  }

  function controls() {
    return [...form.elements].filter(isControl)
  }

  function answers() {
    return payloadOf(new FormData(form), flags)
  }
}

/** Tells that an application was received, now or on the next page, unless another page does. */
async function tell(received: Kept, by: typeof track) {
  if (await claim(received).catch(() => false)) by(applied)
}

/** Whether the browser may have put back what the form held before: not on a new visit. */
function isRestored() {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type !== 'navigate'
}

function isSame(one: FormErrors | null, other: FormErrors | null) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isDraft(kept: Kept): kept is Draft {
  return kept.state === 'draft'
}

function isWaiting(kept: Kept): kept is Waiting {
  return kept.state === 'waiting'
}

/** A control that somebody fills in. */
function isControl(element: unknown): element is Control {
  if (element instanceof HTMLInputElement) return element.type !== 'hidden'
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
}

function valueOf(control: Control) {
  return isBox(control) ? control.checked : control.value
}

function set(control: Control, value: unknown) {
  if (isBox(control)) control.checked = value === true
  else control.value = String(valueFor(control, value))
}

/** What a control holds when it shows a kept value. */
function valueFor(control: Control, value: unknown) {
  if (isBox(control)) return value === true
  return typeof value === 'string' ? value : ''
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox'
}
