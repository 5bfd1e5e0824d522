import type { UploadPurpose } from '../../contract/intake/paper-kinds.ts'
import type { Payload } from '../forms/payload.ts'
import { track } from '../lib/track.ts'
import {
  type ChosenDocument,
  deleteDocuments,
  deleteDocumentsOf,
  newDocument,
  readContent,
  storeDocument,
} from './documents/chosen-documents.ts'
import { DraftSaver } from './draft-saver.ts'
import { PageQueue } from './page-queue.ts'
import {
  openInForm,
  type RestoreOptions,
  restoreAfterBack,
  restoreDraft,
  showRefused,
} from './restore-draft.ts'
import {
  dequeue,
  newDraft,
  readSavedApplications,
  remove,
  type SavedApplication,
} from './saved-applications.ts'
import { sendDraft, trackOnce } from './send-draft.ts'

export interface AutosaveStatus extends Pick<PageQueue, 'documents' | 'inBackground'> {
  saved: Exclude<DraftSaver['state'], 'loading'>
  isRestored: boolean
  /** The other applications on this phone, the oldest first. */
  others: SavedApplication[]
  /** The `id` of the application in the form. */
  application: string
}

/** Files that an applicant has chosen as one document. */
interface DocumentChoice {
  field: string
  purpose: UploadPurpose
  files: File[]
  /** Whether the files are further photos of the document, and do not replace it. */
  isAddition: boolean
  /** Bytes of a document at most. */
  limit: number
}

interface Options extends RestoreOptions {
  onStatus: (status: AutosaveStatus) => void
}

/**
 * Autosave of the form: restores the answers (restore-draft.ts), saves them in IndexedDB as they are
 * typed (draft-saver.ts), and sends them (send-draft.ts).
 */
export class FormAutosave {
  readonly #options: Options
  readonly #page = new AbortController()
  readonly #queue: PageQueue
  readonly #saver: DraftSaver
  readonly #loaded: Promise<void>
  #lastChoice: Promise<unknown> = Promise.resolve()
  /** True if a new person has asked for an empty form: it stays empty. */
  #isNewPerson = false
  /** Ends the sending of the answers in the form. */
  #stop = new AbortController()

  constructor(form: HTMLFormElement, options: Options) {
    this.#options = options
    const { signal } = this.#page
    this.#saver = new DraftSaver(form, { ...options, onState: () => this.#report() }, signal)
    this.#queue = new PageQueue(signal, () => this.#onUpdate())
    this.#loaded = restoreDraft(form, options, this.#saver, this.#queue)
    const comeBack = () => this.#loaded.then(() => restoreAfterBack(this.#saver, this.#queue))
    addEventListener('pageshow', ({ persisted }) => persisted && void comeBack(), { signal })
  }

  stop() {
    this.#page.abort()
  }

  /** The idempotency key of the answers in the form. */
  key() {
    return this.#saver.draft.key
  }

  /** Deletes the answers from the form and from the phone. */
  async clear() {
    await this.#saver.saving
    const { draft } = this.#saver
    const entries = await readSavedApplications().catch(() => [draft])
    if (entries.some(({ id }) => id === draft.id)) await remove(draft)
    else await deleteDocumentsOf(draft.id)
    this.#saver.show(newDraft())
  }

  /** Opens a saved application in the form. Rejects if the current answers cannot be saved. */
  async open(application: SavedApplication) {
    await openInForm(application, this.#saver)
    await this.#queue.refresh()
  }

  /** Empties the form and keeps its answers as a draft. Rejects if they cannot be saved. */
  async startNew() {
    await this.#saver.saveAll()
    this.#isNewPerson = true
    this.#saver.show(newDraft())
    await this.#queue.refresh()
  }

  /** Makes chosen files small and keeps them as a document of the answers. Returns an error, or ''. */
  choose({ field, purpose, files, isAddition, limit }: DocumentChoice) {
    return this.#inTurn(async (application) => {
      const { prepareDocument } = await import('./documents/prepare-document.ts')
      const before = isAddition && this.#documentOf(application, field)
      const bytes = before && (await readContent(before))
      const earlier = before && bytes ? { ...before, bytes } : null
      const prepared = await prepareDocument(files, earlier, limit)
      if ('refusal' in prepared) return prepared.refusal
      await storeDocument(newDocument(application, { field, purpose }, prepared), prepared.bytes)
      await this.#queue.refresh()
      this.#saver.saveSoon()
      return ''
    })
  }

  /** Removes a document of the answers. False if there is none. */
  removeDocument(field: string) {
    return this.#inTurn(async (application) => {
      const document = this.#documentOf(application, field)
      if (!document) return false
      await deleteDocuments([document])
      await this.#queue.refresh()
      return true
    })
  }

  /** Queue of choices: the last one wins, and a phone decodes one photo at a time. */
  async #inTurn<Result>(work: (application: string) => Promise<Result>) {
    await this.#loaded
    const { id } = this.#saver.draft
    const end = this.#lastChoice.then(() => work(id))
    this.#lastChoice = end.catch(() => {})
    return end
  }

  #documentOf(application: string, field: string) {
    const isIt = (one: ChosenDocument) => one.application === application && one.field === field
    return this.#queue.documents.find(isIt)
  }

  /** Sends the answers now or puts them into the send queue. Null if they were not accepted yet. */
  async send(values: Payload) {
    await this.#loaded
    this.#stop = new AbortController()
    const options = { ...this.#options, signal: this.#stop.signal }
    return sendDraft(values, this.#saver, this.#queue, options)
  }

  /** Stops sending: the answers become a draft again. What has arrived of its documents stays. */
  async stopSending() {
    await dequeue(this.#saver.draft).catch(() => {})
    this.#stop.abort()
  }

  #onUpdate() {
    for (const other of this.#others()) {
      if (other.state !== 'received' || !other.untold) continue
      // The next page tracks the submission of this form. Other submissions are tracked here.
      if (other.was !== this.#saver.draft.id) void trackOnce(other, track)
    }
    this.#report()
    if (!this.#isNewPerson) void showRefused(this.#saver, this.#queue)
  }

  #report() {
    const { state, isRestored, draft } = this.#saver
    if (state === 'loading') return
    const { inBackground, documents } = this.#queue
    const status = { saved: state, isRestored, inBackground, documents, others: this.#others() }
    this.#options.onStatus({ ...status, application: draft.id })
  }

  #others() {
    return this.#queue.entries.filter(({ id }) => id !== this.#saver.draft.id)
  }
}
