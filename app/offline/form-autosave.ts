import { isSameAnswer, listOf, type Payload, payloadOf } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { getDraftStatus, setDraftStatus } from '../lib/draft-status.ts'
import { randomKey } from '../lib/random-key.ts'
import { submittedEvent, track, trackOnNextPage } from '../lib/track.ts'
import { requestBackgroundSync } from './background-sync.ts'
import { hasSavedApplications } from './register-worker.ts'
import {
  claimEvent,
  dequeue,
  type Draft,
  enqueue,
  newDraft,
  onChange,
  type QueuedApplication,
  readSavedApplications,
  remove,
  saveAnswers,
  type SavedApplication,
  toQueued,
} from './saved-applications.ts'
import { longestRetryAfter, sendQueue, submit } from './send-queue.ts'

export interface AutosaveStatus {
  /** State of the answers in the form; 'failed' if this browser cannot save them. */
  saved: 'untouched' | 'saving' | 'saved' | 'failed'
  /** The other applications on this phone, the oldest first. */
  others: SavedApplication[]
  /** Whether the browser sends queued applications after this page is closed. */
  inBackground: boolean
}

interface Options {
  /** Names of the form's checkboxes. */
  flags: readonly string[]
  /** Values of an empty form. */
  defaults: Record<string, unknown>
  /** Whether the server rendered answers that were sent without scripts: they win over a draft. */
  answered: boolean
  /** The idempotency key that was sent with those. */
  sentKey: string | null
  /** Runs after other values were put into the form; undefined `errors` have not changed. */
  onShown: (values: Record<string, unknown>, errors?: FormErrors | null) => void
  onStatus: (status: AutosaveStatus) => void
}

/** Shortest pause between two automatic tries of this page, in milliseconds. */
const shortestPause = 5000

/** Firefox has it since the end of 2023. */
const activation = navigator.userActivation as UserActivation | undefined

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

type SendResult = 'refused' | 'waiting' | { referenceId: string }

export type FormAutosave = ReturnType<typeof createFormAutosave>

/**
 * Autosave: stores the answers of a form in IndexedDB as they are typed, restores them, and sends
 * the queue while the page is open. Tabs with the same form share one draft.
 */
export function createFormAutosave(form: HTMLFormElement, options: Options) {
  const { flags, defaults, answered, sentKey, onShown, onStatus } = options
  let draft = newDraft()
  /** Whether IndexedDB has the draft. */
  let isStored = false
  let others: SavedApplication[] = []
  let saved: AutosaveStatus['saved'] = 'untouched'
  let inBackground = false
  /** IDs of the applications for which background sync was requested. */
  const requested = new Set<string>()
  let isSending = false
  let saving: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Names of the fields whose values are newer than the stored ones. */
  const dirty = new Set<string>()

  const page = new AbortController()
  const { signal } = page
  form.addEventListener('input', onInput, { signal })
  addEventListener('online', () => trySending({ ignoreBackoff: true }), { signal })
  document.addEventListener('visibilitychange', () => trySending({ ignoreBackoff: false }), {
    signal,
  })
  // A new service worker has taken over, or the last one is gone.
  navigator.serviceWorker?.addEventListener('controllerchange', () => requestMissingSync(), {
    signal,
  })
  const loaded = load()
  let refreshing = loaded
  const stopListening = onChange(() => (refreshing = refreshing.then(() => refresh())))
  trySending({ ignoreBackoff: true })

  return {
    stop() {
      clearTimeout(timer)
      page.abort()
      stopListening()
    },

    /** Deletes the answers from the form and from the phone. */
    async clear() {
      await saving
      if (isStored) await remove(draft)
      markClean()
      if (!isStored) show(newDraft())
    },

    /** Takes an application into the form; rejects if the answers there cannot be saved first. */
    async open(application: SavedApplication) {
      if (dirty.size > 0) saveSoon()
      await saving
      if (dirty.size > 0) throw new Error('Not all of the answers are saved')
      if (application.state === 'waiting') await dequeue(application)
      const entries = await readSavedApplications()
      const found = entries.find(({ id }) => id === application.id)
      if (found?.state !== 'draft') return
      isStored = true
      show(found)
      await refresh()
    },

    remove: (application: SavedApplication) => remove(application),

    /** The idempotency key of the answers in the form. */
    key: () => draft.key,

    /** Sends the answers now, or queues them until they can be sent. */
    async send(values: Payload): Promise<SendResult> {
      await saving
      isSending = true
      let result: SendResult | undefined
      try {
        draft = { ...draft, refusal: null }
        const isQueued = await enqueue(draft, values).then(
          () => true,
          () => false,
        )
        result = await (isQueued ? sendQueued(values) : sendDirectly(values))
      } finally {
        // The page is being left for the confirmation: the form stays as it is.
        isSending = typeof result === 'object'
      }
      if (!isSending) await refresh()
      return result
    },
  }

  async function sendQueued(values: Payload): Promise<SendResult> {
    const { id } = draft
    isStored = true
    // The queue has all answers, even those that could not be saved before.
    markClean()
    void requestSync([id])
    await sendQueue({ ignoreBackoff: true }).catch(() => {})
    const entries = await readSavedApplications().catch(() => [toQueued(draft, values)])
    const own = entries.find((entry) => entry.id === id)
    const received = entries.filter((entry) => entry.state === 'received' && entry.was === id)
    // If the entry is still there, the receipts belong to an older version of it.
    const newest = own ? undefined : received.at(-1)
    if (newest) {
      await trackOnce(newest, trackOnNextPage)
      return { referenceId: newest.id }
    }
    if (own && isDraft(own)) return 'refused'
    if (own) others = [...others, own]
    isStored = false
    show(newDraft())
    report('untouched')
    return 'waiting'
  }

  /** The only try of a browser that cannot queue. */
  async function sendDirectly(values: Payload): Promise<SendResult> {
    const result = await submit({ key: draft.key, values })
    if ('referenceId' in result) {
      if (isStored) await remove(draft).catch(() => {})
      markClean()
      setDraftStatus('received')
      trackOnNextPage(submittedEvent)
      return result
    }
    if ('refusal' in result) {
      if (result.newKey) draft = { ...draft, key: randomKey() }
      onShown(values, result.refusal)
    } else {
      const message = result.met === 'nobody' ? '' : result.met.said
      onShown(values, { message, fields: {} })
    }
    return 'refused'
  }

  function onInput({ target }: Event) {
    if (!isControl(target)) return
    dirty.add(target.name)
    // The choice of an institution resets its course.
    if (target.name === 'institution') dirty.add('course')
    saveSoon()
  }

  function saveSoon() {
    saving ??= save().finally(() => (saving = undefined))
  }

  async function save() {
    report('saving')
    await loaded
    try {
      while (dirty.size > 0) {
        const names = [...dirty]
        const values = answers()
        const edited = (draft = { ...draft, at: Date.now() })
        await saveAnswers(edited, values, names)
        // Another draft is in the form now; the dirty fields belong to it.
        if (draft.id !== edited.id) continue
        isStored = true
        const now = answers()
        for (const name of names) if (isSameAnswer(now[name], values[name])) dirty.delete(name)
      }
      markClean()
      report('saved')
    } catch {
      setDraftStatus('unsaved')
      report('failed')
    }
  }

  function markClean() {
    dirty.clear()
    setDraftStatus(null)
  }

  /** Restores a draft. Fields that were filled in before the scripts ran keep their values. */
  async function load() {
    const wasUsed = await hasSavedApplications()
    const entries = await readSavedApplications().catch(() => undefined)
    const hasDrafts = entries?.some(isDraft) ?? false
    const status = getDraftStatus()
    const wasSent = status === 'received' || (entries !== undefined && wasUsed)
    const isStale = status !== 'unsaved' && (hasDrafts || (wasSent && mayBeRestored()))
    for (const control of controls()) if (isTyped(control, isStale)) dirty.add(control.name)
    // The browser has restored values that were sent or cleared since.
    if (isStale && !hasDrafts && dirty.size === 0) {
      markClean()
      show(newDraft())
    }
    await refresh({ isFirst: true })
    if (dirty.size > 0) saveSoon()
  }

  /** The draft of answers that were sent without scripts; others may be another person's. */
  function draftOfSent(drafts: Draft[]) {
    const own = drafts.find(({ key }) => key === sentKey)
    // After a reload without a key, the newest draft is of this page.
    return own ?? (mayBeRestored() ? drafts.at(-1) : undefined)
  }

  /** Brings the form up to date with IndexedDB after a change by any tab or by the worker. */
  async function refresh({ isFirst = false } = {}) {
    if (isSending) return
    const entries = await readSavedApplications().catch(() => undefined)
    if (!entries) return report('failed')
    const drafts = entries.filter(isDraft)
    const own = drafts.find(({ id }) => id === draft.id)
    const newest = isFirst && answered ? draftOfSent(drafts) : drafts.at(-1)
    if (own) {
      if (!isShown(own)) show(own)
    } else if (isStored) {
      isStored = false
      show(newDraft())
    } else if (newest && (isFirst || (dirty.size === 0 && newest.at > draft.at))) {
      isStored = true
      show(newest, { hasErrors: isFirst && answered })
    }
    others = entries.filter(({ id }) => id !== draft.id)
    for (const other of others) {
      if (other.state === 'received' && other.untold) void trackOnce(other, track)
    }
    requestMissingSync(requested)
    if (!saving) report(dirty.size > 0 ? saved : isStored ? 'saved' : 'untouched')
    scheduleRetry()
  }

  /**
   * Puts a draft into the controls. Dirty ones keep what was typed; if the draft is the same one, the
   * focused one does, too. `hasErrors`: the page shows the server's errors already.
   */
  function show(next: Draft, { hasErrors = false } = {}) {
    const isSameDraft = next.id === draft.id
    const isUnchanged = hasErrors || (isSameDraft && hasSameErrors(next.refusal, draft.refusal))
    const isEmpty = Object.keys(next.values).length === 0
    const values: Record<string, unknown> = isEmpty ? { ...defaults } : { ...next.values }
    draft = next
    const current = answers()
    for (const control of controls()) {
      if (dirty.has(control.name) || (isSameDraft && control === document.activeElement)) {
        values[control.name] = current[control.name]
      } else setValue(control, values[control.name])
    }
    onShown(values, isUnchanged ? undefined : next.refusal)
  }

  /** Whether the controls have the values of the draft, except for dirty ones and the focused one. */
  function isShown(own: Draft) {
    return (
      hasSameErrors(own.refusal, draft.refusal) &&
      controls().every(
        (control) =>
          dirty.has(control.name) ||
          control === document.activeElement ||
          valueOf(control) === valueFor(control, own.values[control.name]),
      )
    )
  }

  function scheduleRetry() {
    clearTimeout(timer)
    const times = others.filter(isQueued).map(({ notBefore }) => notBefore)
    if (times.length === 0 || signal.aborted) return
    const wait = Math.max(Math.min(...times) - Date.now(), shortestPause)
    // A try that changes nothing in IndexedDB causes no change event.
    const retry = () => void sendQueue({ ignoreBackoff: false }).then(scheduleRetry, scheduleRetry)
    timer = setTimeout(retry, Math.min(wait, longestRetryAfter))
  }

  function trySending(how: { ignoreBackoff: boolean }) {
    sendQueue(how).catch(() => {})
  }

  /** Requests background sync for the queued applications, except those of `done`. */
  function requestMissingSync(done = new Set<string>()) {
    const ids = others.filter(isQueued).map(({ id }) => id)
    const missing = ids.filter((id) => !done.has(id))
    if (missing.length > 0) void requestSync(missing)
  }

  async function requestSync(ids: string[]) {
    for (const id of ids) requested.add(id)
    inBackground = await requestBackgroundSync().catch(() => false)
    report(saved)
  }

  function report(now: AutosaveStatus['saved']) {
    saved = now
    onStatus({ saved, others, inBackground })
  }

  /** Whether a person filled in the control before the scripts ran. */
  function isTyped(control: Control, isStale: boolean) {
    if (answered) return true
    if (valueOf(control) === valueFor(control, defaults[control.name])) return false
    // A stale value without a touch was restored by the browser itself.
    return !isStale || (activation?.hasBeenActive ?? form.contains(document.activeElement))
  }

  function controls() {
    return [...form.elements].filter(isControl)
  }

  function answers() {
    return payloadOf(new FormData(form), flags)
  }
}

/** Sends the analytics event of a received application, unless another page has. */
async function trackOnce(received: SavedApplication, by: typeof track) {
  if (await claimEvent(received).catch(() => false)) by(submittedEvent)
}

/** Whether the browser may have restored the values of a form: not on a new visit. */
function mayBeRestored() {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type !== 'navigate'
}

function hasSameErrors(one: FormErrors | null, other: FormErrors | null) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isDraft(entry: SavedApplication): entry is Draft {
  return entry.state === 'draft'
}

function isQueued(entry: SavedApplication): entry is QueuedApplication {
  return entry.state === 'waiting'
}

/** Whether a person can fill in the element. */
function isControl(element: unknown): element is Control {
  if (element instanceof HTMLInputElement) return element.type !== 'hidden'
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
}

function valueOf(control: Control) {
  return isCheckbox(control) ? control.checked : control.value
}

function setValue(control: Control, value: unknown) {
  if (isCheckbox(control)) control.checked = valueFor(control, value) === true
  else control.value = String(valueFor(control, value))
}

/** The value of a control that shows a stored value. */
function valueFor(control: Control, value: unknown) {
  if (isCheckbox(control)) return value === true || listOf(value).includes(control.value)
  return typeof value === 'string' ? value : ''
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox'
}
