import { type Payload, payloadOf } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { getDraftStatus, setDraftStatus } from '../lib/draft-status.ts'
import { randomKey } from '../lib/random-key.ts'
import { submittedEvent, track, trackOnNextPage } from '../lib/track.ts'
import { type DraftLock, lockDraft } from './draft-lock.ts'
import { type ChosenDocument, deleteDocuments } from './documents/chosen-documents.ts'
import { chooseDocument, type DocumentChoice } from './documents/choose-document.ts'
import { sendDocuments } from './documents/send-documents.ts'
import { controlsOf, hasValue, isControl, setValue } from './form-controls.ts'
import { PageQueue } from './page-queue.ts'
import { hasSavedApplications } from './register-worker.ts'
import {
  claimEvent,
  dequeue,
  type Draft,
  enqueue,
  newDraft,
  readSavedApplications,
  remove,
  saveDraft,
  type SavedApplication,
  toQueued,
} from './saved-applications.ts'
import type { FailedAttempt } from './replies.ts'
import { type Refusal, sendQueue, submit } from './send-queue.ts'

export interface AutosaveStatus {
  /** State of the answers in the form; 'failed' if this browser cannot save them. */
  saved: 'untouched' | 'saving' | 'saved' | 'failed'
  /** The other applications on this phone, the oldest first. */
  others: SavedApplication[]
  /** The `id` of the application in the form. */
  application: string
  /** The documents of all applications. */
  documents: ChosenDocument[]
  /** True if the form shows answers that were saved earlier, perhaps by another person. */
  isRestored: boolean
  /** True if the browser sends queued applications after this page is closed. */
  inBackground: boolean
}

interface Options {
  /** Names of the form's checkboxes. */
  flags: readonly string[]
  /** Values of an empty form. */
  defaults: Record<string, unknown>
  /** True if the form shows answers that were sent without scripts. They replace a draft. */
  answered: boolean
  /** The idempotency key that was sent with the answers. */
  sentKey: string | null
  /** Called after values were put into the form. Without `errors` the form keeps its errors. */
  onShown: (values: Record<string, unknown>, errors?: FormErrors | null) => void
  onStatus: (status: AutosaveStatus) => void
}

/** Missing in Firefox versions older than the end of 2023. */
const activation = navigator.userActivation as UserActivation | undefined

/**
 * Autosave: saves the answers in IndexedDB as they are typed, restores them, and puts them into the
 * send queue. draft-lock.ts ensures that a draft is in the form of only one tab.
 */
export class FormAutosave {
  readonly #form: HTMLFormElement
  readonly #options: Options
  readonly #page = new AbortController()
  readonly #queue: PageQueue
  readonly #loaded: Promise<void>
  #draft = newDraft()
  #lock: DraftLock | undefined
  #isRestored = false
  /** True if a new person has asked for an empty form: it stays empty. */
  #isNewPerson = false
  #state: 'loading' | AutosaveStatus['saved'] = 'loading'
  #saving: Promise<void> | undefined
  /** Ends the sending of the answers in the form. */
  #stop = new AbortController()

  constructor(form: HTMLFormElement, options: Options) {
    this.#form = form
    this.#options = options
    this.#queue = new PageQueue(this.#page.signal, () => this.#onUpdate())
    this.#loaded = this.#load()
    // Safari keeps the locks of a page that Back can return to.
    const { signal } = this.#page
    addEventListener('pagehide', () => this.#lock?.release(), { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && void this.#comeBack(), { signal })
  }

  stop() {
    this.#page.abort()
    this.#lock?.release()
  }

  /** The idempotency key of the answers in the form. */
  key() {
    return this.#draft.key
  }

  /** Deletes the answers from the form and from the phone. */
  async clear() {
    await this.#saving
    const entries = await readSavedApplications().catch(() => [this.#draft])
    if (entries.some(({ id }) => id === this.#draft.id)) await remove(this.#draft)
    else await deleteDocuments(this.#ownDocuments())
    this.#show(newDraft())
  }

  /** Opens a saved application in the form. Rejects if the current answers cannot be saved. */
  async open(application: SavedApplication) {
    await this.#saveAll()
    if (application.state === 'waiting') await dequeue(application)
    const lock = this.#lockDraft(application, { steal: true })
    await lock.isGranted
    const entries = await readSavedApplications()
    const found = entries.filter(isDraft).find(({ id }) => id === application.id)
    if (found) this.#show(found, { lock })
    else lock.release()
    await this.#queue.refresh()
  }

  /** Empties the form and keeps its answers as a draft. Rejects if they cannot be saved. */
  async startNew() {
    await this.#saveAll()
    this.#isNewPerson = true
    this.#show(newDraft())
    await this.#queue.refresh()
  }

  /** Takes another application out of the send queue. What has arrived of its documents stays. */
  async stopSendingOf(application: SavedApplication) {
    if (application.state === 'waiting') await dequeue(application)
  }

  /** Deletes another saved application, even if it is open in another tab. */
  async remove(application: SavedApplication) {
    const lock = lockDraft(application.id, () => {}, { steal: true })
    await lock.isGranted
    lock.release()
    await remove(application)
  }

  /** Keeps chosen files as a document of the answers in the form. Returns an error, or ''. */
  async choose(choice: DocumentChoice) {
    await this.#loaded
    const error = await chooseDocument(this.#draft.id, choice)
    await this.#queue.refresh()
    if (!error) this.#saveSoon()
    return error
  }

  async removeDocument(document: ChosenDocument) {
    await deleteDocuments([document])
    await this.#queue.refresh()
  }

  /** Stops sending: the answers become a draft again. What has arrived of its documents stays. */
  async stopSending() {
    const entries = await readSavedApplications().catch(() => [])
    const own = entries.find(({ id }) => id === this.#draft.id)
    if (own?.state === 'waiting') await dequeue(own).catch(() => {})
    this.#stop.abort()
  }

  /** Sends the answers now or puts them into the send queue. Null if they were not accepted yet. */
  async send(values: Payload): Promise<{ referenceId: string } | null> {
    await this.#loaded
    await this.#saving
    const draft = (this.#draft = { ...this.#draft, refusal: null })
    this.#stop = new AbortController()
    // No other tab can send the files that only the memory of this page has.
    const isInMemory = this.#ownDocuments().some((document) => document.isInMemory)
    const sent = isInMemory ? await sendDocuments(draft.id, values, this.#stop.signal) : { values }
    if (!('values' in sent)) return this.#showFailure(draft, values, sent)
    const isQueued = await enqueue(draft, sent.values).then(
      () => true,
      () => false,
    )
    return isQueued ? this.#sendQueued(draft, sent.values) : this.#sendDirectly(draft, sent.values)
  }

  async #sendQueued(draft: Draft, values: Payload) {
    // The queue holds all answers, including answers that could not be saved as a draft.
    setDraftStatus(null)
    const sending = sendQueue({ ignoreBackoff: true, isByHand: true }).catch(() => {})
    await Promise.race([sending, this.#stopped()])
    const entries = await readSavedApplications().catch(() => [toQueued(draft, values)])
    const own = entries.find(({ id }) => id === draft.id)
    const received = entries.filter(({ state }) => state === 'received').filter(isReceiptOf(draft))
    // If the entry is still stored, a receipt belongs to answers that were sent earlier.
    const newest = own ? undefined : received.at(-1)
    if (newest) {
      await trackOnce(newest, trackOnNextPage)
      return { referenceId: newest.id }
    }
    // Another tab may have removed the application from the queue and opened it.
    const isHere = own?.id === this.#draft.id
    if (own && isDraft(own) && isHere) this.#show(own, { lock: this.#lock })
    else this.#show(newDraft())
    this.#queue.update(entries)
    return null
  }

  /** Sends once, without a queue, because this browser cannot store the queue. */
  async #sendDirectly(draft: Draft, values: Payload) {
    const sent = await sendDocuments(draft.id, values, this.#stop.signal)
    if (!('values' in sent)) return this.#showFailure(draft, values, sent)
    const result = await submit({ key: draft.key, values: sent.values })
    if (!('referenceId' in result)) return this.#showFailure(draft, values, result)
    await remove(draft).catch(() => {})
    setDraftStatus('received')
    trackOnNextPage(submittedEvent)
    return result
  }

  /** Shows the answers again if they could not be sent from this page. */
  #showFailure(draft: Draft, values: Payload, failure: Refusal | FailedAttempt) {
    if (this.#stop.signal.aborted) this.#options.onShown(values, null)
    else if ('refusal' in failure) {
      if (failure.newKey) this.#draft = { ...draft, key: randomKey() }
      this.#options.onShown(values, failure.refusal)
    } else {
      const message = failure.met === 'nobody' ? '' : failure.met.said
      this.#options.onShown(values, { message, fields: {} })
    }
    return null
  }

  /** Resolves when the applicant stops sending. */
  #stopped() {
    const { signal } = this.#stop
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  }

  /** Restores a draft. Fields that were filled in before this code ran keep their values. */
  async #load() {
    const wasUsed = await hasSavedApplications()
    const entries = await this.#queue.refresh()
    const draft = this.#draftToRestore(entries?.filter(isDraft) ?? [])
    const lock = draft && this.#lockDraft(draft)
    const isOwn = (await lock?.isGranted) ?? false
    const status = getDraftStatus()
    const wasSent = status === 'received' || (entries !== undefined && wasUsed)
    const typed = this.#typedNames({ keepsRestored: status === 'unsaved' || !wasSent })
    if (draft && isOwn) this.#show(draft, { lock, typed })
    // The browser has restored values that were sent or cleared after they were typed.
    else if (this.#hasOtherThan(typed)) this.#show(newDraft(), { typed })
    else this.#lock = this.#lockDraft(this.#draft)
    this.#form.addEventListener('input', (event) => this.#onInput(event), {
      signal: this.#page.signal,
    })
    if (typed.size > 0) this.#saveSoon()
    else this.#report(!entries ? 'failed' : isOwn ? 'saved' : 'untouched')
  }

  /** Takes the draft again after Back. Another page may have changed, sent or taken it. */
  async #comeBack() {
    await this.#loaded
    const { id, at } = this.#draft
    const lock = (this.#lock = this.#lockDraft(this.#draft))
    if (!(await lock.isGranted)) return this.#onLost(id)
    const entries = await this.#queue.refresh()
    if (!entries || this.#draft.id !== id || this.#state !== 'saved') return undefined
    const stored = entries.find((entry) => entry.id === id)
    if (!stored || !isDraft(stored)) this.#show(newDraft())
    else if (stored.at > at) this.#show(stored, { lock })
    return undefined
  }

  /** The draft to restore. A reload after a submit without scripts restores the latest draft. */
  #draftToRestore(drafts: Draft[]) {
    const { answered, sentKey } = this.#options
    const [arrival] = performance.getEntriesByType('navigation')
    const isReload = arrival instanceof PerformanceNavigationTiming && arrival.type === 'reload'
    // Answers that were sent without scripts may be another person's. Only their own draft fits.
    if (answered && !isReload) return drafts.find(({ key }) => key === sentKey)
    return drafts.at(-1)
  }

  /**
   * Names of the fields that were filled in before this code ran. If the user has not touched the
   * page, the browser has restored the values. They are newer than a draft that could not be saved.
   */
  #typedNames({ keepsRestored }: { keepsRestored: boolean }) {
    const { answered, defaults } = this.#options
    const isTouched = activation?.hasBeenActive ?? this.#form.contains(document.activeElement)
    const typed = controlsOf(this.#form).filter((control) => {
      const isFilled = !hasValue(control, defaults[control.name])
      return answered || (isFilled && (keepsRestored || isTouched))
    })
    return new Set(typed.map(({ name }) => name))
  }

  #hasOtherThan(typed: Set<string>) {
    const { defaults } = this.#options
    return controlsOf(this.#form).some(
      (control) => !typed.has(control.name) && !hasValue(control, defaults[control.name]),
    )
  }

  /** Shows a draft in the form. The fields named in `typed` keep their values. */
  #show(draft: Draft, { lock, typed }: { lock?: DraftLock | undefined; typed?: Set<string> } = {}) {
    if (this.#lock !== lock) this.#lock?.release()
    this.#lock = lock ?? this.#lockDraft(draft)
    this.#draft = draft
    const isEmpty = Object.keys(draft.values).length === 0
    this.#isRestored = !isEmpty
    const values = { ...(isEmpty ? this.#options.defaults : draft.values) }
    const current: Record<string, unknown> = this.#answers()
    for (const control of controlsOf(this.#form)) {
      if (typed?.has(control.name)) values[control.name] = current[control.name]
      else setValue(control, values[control.name])
    }
    // After a submit without scripts the page already shows the server's errors.
    this.#options.onShown(values, typed && this.#options.answered ? undefined : draft.refusal)
    setDraftStatus(null)
    this.#report(isEmpty ? 'untouched' : 'saved')
  }

  #lockDraft({ id }: { id: string }, how?: { steal: boolean }) {
    return lockDraft(id, () => void this.#onLost(id), how)
  }

  /** Called when another tab has taken over the draft. */
  async #onLost(id: string) {
    await this.#saving
    if (this.#draft.id !== id || this.#page.signal.aborted) return
    if (this.#state !== 'failed') return this.#show(newDraft())
    // Answers that could not be saved exist only in this tab: they become a new application.
    const { values } = this.#draft
    this.#draft = { ...newDraft(), values }
    this.#lock = this.#lockDraft(this.#draft)
    this.#saveSoon()
  }

  #onInput({ target }: Event) {
    if (isControl(target)) this.#saveSoon()
  }

  async #saveAll() {
    if (this.#state === 'failed') this.#saveSoon()
    await this.#saving
    if (this.#state === 'failed') throw new Error('Not all of the answers are saved')
  }

  #saveSoon() {
    this.#saving ??= this.#save().finally(() => (this.#saving = undefined))
  }

  async #save() {
    this.#report('saving')
    // A reload before the end of this save keeps the values that the browser restores.
    setDraftStatus('unsaved')
    try {
      do {
        const draft = { ...this.#draft, values: this.#answersToSave(), at: Date.now() }
        await saveDraft(draft)
        this.#draft = draft
      } while (!isSame(this.#draft.values, this.#answersToSave()))
      setDraftStatus(null)
      this.#report('saved')
    } catch {
      setDraftStatus('unsaved')
      this.#report('failed')
    }
  }

  #onUpdate() {
    for (const other of this.#others()) {
      if (other.state !== 'received' || !other.untold) continue
      // The next page tracks the submission of this form. Other submissions are tracked here.
      if (!isReceiptOf(this.#draft)(other)) void trackOnce(other, track)
    }
    this.#report(this.#state)
    void this.#takeRefused()
  }

  /** Shows an application that the server has refused, if the form is empty. */
  async #takeRefused() {
    const refused = this.#queue.entries.filter(isDraft).filter(({ refusal }) => refusal)
    const newest = refused.at(-1)
    if (this.#state !== 'untouched' || this.#isNewPerson || !newest) return
    const lock = this.#lockDraft(newest)
    const isGranted = await lock.isGranted
    if (isGranted && this.#state === 'untouched') this.#show(newest, { lock })
    else lock.release()
  }

  #report(state: 'loading' | AutosaveStatus['saved']) {
    this.#state = state
    if (state === 'loading') return
    const { inBackground, documents } = this.#queue
    const [others, isRestored] = [this.#others(), this.#isRestored]
    const status = { saved: state, others, isRestored, inBackground }
    this.#options.onStatus({ ...status, application: this.#draft.id, documents })
  }

  #ownDocuments() {
    return this.#queue.documents.filter(({ application }) => application === this.#draft.id)
  }

  #others() {
    return this.#queue.entries.filter(({ id }) => id !== this.#draft.id)
  }

  /** Adds the saved course: its disabled control has no value while the courses are loading. */
  #answersToSave() {
    const { institution, course } = this.#draft.values
    const answers = this.#answers()
    const isLoading = course !== undefined && answers['institution'] === institution
    return isLoading ? { course, ...answers } : answers
  }

  #answers() {
    return payloadOf(new FormData(this.#form), this.#options.flags)
  }
}

/** Tracks the submission of a received application, unless another page has done so. */
async function trackOnce(received: SavedApplication, by: typeof track) {
  if (await claimEvent(received).catch(() => false)) by(submittedEvent)
}

function isDraft(entry: SavedApplication): entry is Draft {
  return entry.state === 'draft'
}

function isReceiptOf({ id }: Draft) {
  return (entry: SavedApplication) => entry.state === 'received' && entry.was === id
}

function isSame(one: Payload, other: Payload) {
  return JSON.stringify(one) === JSON.stringify(other)
}
