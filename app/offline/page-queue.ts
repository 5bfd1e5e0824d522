import { type ChosenDocument, deleteOrphans, readDocuments } from './documents/chosen-documents.ts'
import {
  isWaiting,
  onChange,
  type QueuedPaper,
  readSavedEntries,
  type SavedApplication,
} from './saved-applications.ts'
import { longestRetryAfter } from './replies.ts'
import { sendQueue } from './send-queue.ts'

/** Shortest pause in milliseconds between two automatic attempts of this page. */
const shortestPause = 5000

/** The saved applications on this phone. While a page is open, it sends the queued applications. */
export class PageQueue {
  /** Saved applications, the oldest first. */
  entries: SavedApplication[] = []
  /** Papers that the status page sends, and those that the server has refused. */
  papers: QueuedPaper[] = []
  /** The documents of all applications on this phone. */
  documents: ChosenDocument[] = []
  /** True if the browser sends the queue after this page is closed. */
  inBackground = false
  /** Ids of the applications for which background sync was requested. */
  readonly #requested = new Set<string>()
  readonly #page: AbortSignal
  readonly #onUpdate: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(page: AbortSignal, onUpdate: () => void) {
    this.#page = page
    this.#onUpdate = onUpdate
    const stopListening = onChange(() => void this.refresh())
    page.addEventListener('abort', () => {
      clearTimeout(this.#timer)
      stopListening()
    })
    this.#listen()
    trySending({ retriesUnanswered: true })
  }

  /** Reads the saved applications; undefined if this browser has no IndexedDB. */
  async refresh() {
    const all = await readSavedEntries().catch(() => undefined)
    const entries = all?.filter((entry) => entry.state !== 'paper')
    this.documents = await readDocuments()
    if (all && entries) {
      this.papers = all.filter((entry) => entry.state === 'paper')
      void deleteOrphans(this.documents, all).catch(() => {})
      this.update(entries)
    } else this.#onUpdate()
    return entries
  }

  update(entries: SavedApplication[]) {
    this.entries = entries
    this.#onUpdate()
    this.#scheduleRetry()
    void this.#requestSync()
  }

  #listen() {
    const options = { signal: this.#page }
    addEventListener('online', () => trySending({ retriesUnanswered: true }), options)
    // A page that is being left would take the lock of the send queue with it.
    const onVisibility = () =>
      document.visibilityState === 'visible' && trySending({ retriesUnanswered: false })
    document.addEventListener('visibilitychange', onVisibility, options)
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      void this.refresh()
      trySending({ retriesUnanswered: true })
    }
    addEventListener('pageshow', onPageShow, options)
    // A change of the service worker loses the requests for background sync.
    const onNewWorker = () => {
      this.#requested.clear()
      void this.#requestSync()
    }
    navigator.serviceWorker?.addEventListener('controllerchange', onNewWorker, options)
  }

  #scheduleRetry() {
    clearTimeout(this.#timer)
    const times = this.#queued().map(({ notBefore }) => notBefore)
    if (times.length === 0 || this.#page.aborted) return
    const wait = Math.max(Math.min(...times) - Date.now(), shortestPause)
    // Schedules the next attempt even if nothing was stored: only a stored change calls `update`.
    const schedule = () => this.#scheduleRetry()
    const retry = () => void sendQueue({ retriesUnanswered: false }).then(schedule, schedule)
    this.#timer = setTimeout(retry, Math.min(wait, longestRetryAfter))
  }

  /** Requests background sync once per application: each request makes the browser send at once. */
  async #requestSync() {
    const missing = this.#queued().filter(({ id }) => !this.#requested.has(id))
    if (missing.length === 0) return
    for (const { id } of missing) this.#requested.add(id)
    this.inBackground = await requestBackgroundSync().catch(() => false)
    this.#onUpdate()
  }

  #queued() {
    return [...this.entries, ...this.papers].filter(isWaiting)
  }
}

function trySending(how: { retriesUnanswered: boolean }) {
  sendQueue(how).catch(() => {})
}

interface BackgroundSync extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Asks the browser to wake the service worker when there is network. False if it cannot do so. */
async function requestBackgroundSync() {
  const registration: BackgroundSync | undefined = await navigator.serviceWorker?.ready
  if (!registration?.sync || !registration.active) return false
  await activated(registration.active)
  await registration.sync.register('applications')
  // With the setting OFFLINE=off the service worker unregisters itself when it activates.
  return (await navigator.serviceWorker.getRegistration()) !== undefined
}

function activated(worker: ServiceWorker) {
  return new Promise<void>((resolve) => {
    const check = () => worker.state === 'activating' || resolve()
    worker.addEventListener('statechange', check)
    check()
  })
}
