import { payloadOf } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { setDraftStatus } from '../lib/draft-status.ts'
import { controlsOf, isControl, setValue } from '../forms/form-controls.ts'
import { type Draft, newDraft, saveDraft } from './saved-applications.ts'
import { lockDraft, type WebLock } from './web-lock.ts'

export interface SaverOptions {
  /** Names of the form's checkboxes. */
  flags: readonly string[]
  /** Values of an empty form. */
  defaults: Record<string, unknown>
  /** Called after values were put into the form. Without `errors` the form keeps its errors. */
  onShown: (values: Record<string, unknown>, errors?: FormErrors | null) => void
  onState?: () => void
}

interface ShowOptions {
  /** The lock of the draft, if this tab has it already. */
  lock?: WebLock | undefined
  /** Names of the fields that keep their values. */
  typed?: ReadonlySet<string>
  keepsErrors?: boolean
}

/** Saves the draft in the form after each change. It holds the draft's lock: see web-lock.ts. */
export class DraftSaver {
  draft = newDraft()
  /** State of the answers in the form; 'failed' if this browser cannot save them. */
  state: 'loading' | 'untouched' | 'saving' | 'saved' | 'failed' = 'loading'
  /** True if the form shows answers that were saved earlier, perhaps by another person. */
  isRestored = false
  /** Undefined while nothing is being saved. */
  saving: Promise<void> | undefined
  readonly #form: HTMLFormElement
  readonly #options: SaverOptions
  readonly #page: AbortSignal
  #lock: WebLock | undefined

  /** `page` is aborted when the form is removed from the page. */
  constructor(form: HTMLFormElement, options: SaverOptions, page: AbortSignal) {
    this.#form = form
    this.#options = options
    this.#page = page
    // Safari keeps the locks of a page that Back can return to.
    addEventListener('pagehide', () => this.#lock?.release(), { signal: page })
    page.addEventListener('abort', () => this.#lock?.release())
  }

  /** Begins to listen. The form shows a draft, or values that were typed before this code ran. */
  start(state: DraftSaver['state'], { hasChanges }: { hasChanges: boolean }) {
    this.#lock ??= this.lock(this.draft)
    const onInput = ({ target }: Event) => void (isControl(target) && this.saveSoon())
    this.#form.addEventListener('input', onInput, { signal: this.#page })
    if (hasChanges) this.saveSoon()
    else this.#setState(state)
  }

  /** Locks a draft for this tab. If another tab takes the draft over, the form gives it up. */
  lock({ id }: Pick<Draft, 'id'>, how?: { steal: boolean }) {
    return lockDraft(id, { ...how, onLost: () => void this.#giveUp(id) })
  }

  /** Locks the draft again after Back. False if another tab has it in its form. */
  async lockAgain() {
    const { id } = this.draft
    this.#lock = this.lock(this.draft)
    const isGranted = await this.#lock.isGranted
    if (!isGranted) await this.#giveUp(id)
    return isGranted
  }

  /** Shows a draft in the form. */
  show(draft: Draft, { lock, typed, keepsErrors = false }: ShowOptions = {}) {
    if (lock || draft.id !== this.draft.id || !this.#lock) {
      this.#lock?.release()
      this.#lock = lock ?? this.lock(draft)
    }
    this.draft = draft
    const isEmpty = Object.keys(draft.values).length === 0
    this.isRestored = !isEmpty
    const values = { ...(isEmpty ? this.#options.defaults : draft.values) }
    const current: Record<string, unknown> = this.#answers()
    for (const control of controlsOf(this.#form)) {
      if (typed?.has(control.name)) values[control.name] = current[control.name]
      else setValue(control, values[control.name])
    }
    this.#options.onShown(values, keepsErrors ? undefined : draft.refusal)
    setDraftStatus(null)
    this.#setState(isEmpty ? 'untouched' : 'saved')
  }

  saveSoon() {
    this.saving ??= this.#save().finally(() => (this.saving = undefined))
  }

  /** Rejects if not all of the answers can be saved. */
  async saveAll() {
    if (this.state === 'failed') this.saveSoon()
    await this.saving
    if (this.state === 'failed') throw new Error('Not all of the answers are saved')
  }

  async #save() {
    this.#setState('saving')
    // A reload before the end of this save keeps the values that the browser restores.
    setDraftStatus('unsaved')
    try {
      do {
        const draft = { ...this.draft, values: this.#answersToSave(), at: Date.now() }
        await saveDraft(draft)
        if (this.draft.id !== draft.id) return // The form shows another draft now.
        this.draft = draft
      } while (JSON.stringify(this.draft.values) !== JSON.stringify(this.#answersToSave()))
      setDraftStatus(null)
      this.#setState('saved')
    } catch {
      setDraftStatus('unsaved')
      this.#setState('failed')
    }
  }

  /** Another tab has taken over the draft. */
  async #giveUp(id: string) {
    await this.saving
    if (this.draft.id !== id || this.#page.aborted) return
    if (this.state !== 'failed') return this.show(newDraft())
    // Answers that could not be saved exist only in this tab: they become a new application.
    this.draft = { ...newDraft(), values: this.draft.values }
    this.#lock = this.lock(this.draft)
    this.saveSoon()
  }

  #setState(state: DraftSaver['state']) {
    this.state = state
    this.#options.onState?.()
  }

  /** Adds the saved course: its disabled control has no value while the courses are loading. */
  #answersToSave() {
    const { institution, course } = this.draft.values
    const answers = this.#answers()
    const isLoading = course !== undefined && answers['institution'] === institution
    return isLoading ? { course, ...answers } : answers
  }

  #answers() {
    return payloadOf(new FormData(this.#form), this.#options.flags)
  }
}
