import { getDraftStatus } from '../lib/draft-status.ts'
import type { DraftSaver, SaverOptions } from './draft-saver.ts'
import { controlsOf, hasValue } from '../forms/form-controls.ts'
import type { PageQueue } from './page-queue.ts'
import { hasSavedApplications } from './register-worker.ts'
import { draftAfterBack, draftToRestore, fieldsToKeep, isDraft } from './restore-rule.ts'
import {
  dequeue,
  newDraft,
  readSavedApplications,
  type SavedApplication,
} from './saved-applications.ts'

export interface RestoreOptions extends SaverOptions {
  /** True if the form shows answers that were sent without scripts. They replace a draft. */
  answered: boolean
  /** The idempotency key that was sent with the answers. */
  sentKey: string | null
}

/** Missing in Firefox versions older than the end of 2023. */
const activation = navigator.userActivation as UserActivation | undefined

/** Restores a draft when the page opens, and begins to save. */
export async function restoreDraft(
  form: HTMLFormElement,
  { answered, sentKey, defaults }: RestoreOptions,
  saver: DraftSaver,
  queue: PageQueue,
) {
  const wasUsed = await hasSavedApplications()
  const entries = await queue.refresh()
  const draft = draftToRestore(entries ?? [], { answered, sentKey, wasReloaded: wasReloaded() })
  const lock = draft && saver.lock(draft)
  const isOwn = (await lock?.isGranted) ?? false
  const fields = fieldsToKeep({
    answered,
    isTouched: activation?.hasBeenActive ?? form.contains(document.activeElement),
    hasStore: entries !== undefined && wasUsed,
    status: getDraftStatus(),
  })
  const all = controlsOf(form)
  const filled = all.filter((control) => !hasValue(control, defaults[control.name]))
  const typed = new Set({ all, filled, none: [] }[fields].map(({ name }) => name))
  // After a submit without scripts the page already shows the server's errors.
  if (draft && isOwn) saver.show(draft, { lock, typed, keepsErrors: answered })
  else if (fields === 'none' && filled.length > 0) saver.show(newDraft())
  const state = isOwn ? 'saved' : 'untouched'
  saver.start(entries ? state : 'failed', { hasChanges: typed.size > 0 })
}

function wasReloaded() {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'reload'
}

/**
 * Takes the draft again after Back. Another page may have changed, sent or taken it. What a person types
 * meanwhile is newer, and stays.
 */
export async function restoreAfterBack(saver: DraftSaver, queue: PageQueue) {
  if (!(await saver.lockAgain())) return
  await saver.saving // Leaving the page may have interrupted it.
  const { draft } = saver
  const entries = await queue.refresh()
  if (!entries || saver.draft !== draft || saver.state !== 'saved') return
  const changed = draftAfterBack(entries, draft)
  if (changed) saver.show(changed === 'empty' ? newDraft() : changed)
}

/** Shows the latest application that the server has refused, if the form is empty. */
export async function showRefused(saver: DraftSaver, { entries }: PageQueue) {
  const refused = entries.filter(isDraft).filter(({ refusal }) => refusal)
  const latest = refused.at(-1)
  const isEmpty = () => saver.state === 'untouched'
  if (!latest || !isEmpty()) return
  const lock = saver.lock(latest)
  if ((await lock.isGranted) && isEmpty()) saver.show(latest, { lock })
  else lock.release()
}

/** Opens a saved application in the form. Rejects if the current answers cannot be saved. */
export async function openInForm(application: SavedApplication, saver: DraftSaver) {
  await saver.saveAll()
  if (application.state === 'waiting') await dequeue(application)
  const lock = saver.lock(application, { steal: true })
  await lock.isGranted
  const entries = await readSavedApplications()
  const draft = entries.filter(isDraft).find(({ id }) => id === application.id)
  await saver.saving // Keeps what was typed meanwhile.
  if (draft) saver.show(draft, { lock })
  else lock.release()
}
