import type { Payload } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { setDraftStatus } from '../lib/draft-status.ts'
import { randomKey } from '../lib/random-key.ts'
import { submittedEvent, track, trackOnNextPage } from '../lib/track.ts'
import { sendDocuments } from './documents/send-documents.ts'
import type { DraftSaver, SaverOptions } from './draft-saver.ts'
import type { PageQueue } from './page-queue.ts'
import type { FailedAttempt, Refusal } from './replies.ts'
import { isDraft } from './restore-rule.ts'
import {
  claimEvent,
  type Draft,
  enqueue,
  newDraft,
  readSavedApplications,
  remove,
  type SavedApplication,
  toQueued,
} from './saved-applications.ts'
import { sendQueue, submit } from './send-queue.ts'

interface SendOptions extends Pick<SaverOptions, 'onShown'> {
  /** Aborted when the applicant stops sending. */
  signal: AbortSignal
}

/** Sends the answers of the form or queues them. Null if the server has not accepted them yet. */
export async function sendDraft(
  values: Payload,
  saver: DraftSaver,
  queue: PageQueue,
  { onShown, signal }: SendOptions,
) {
  await saver.saving
  const draft = (saver.draft = { ...saver.draft, refusal: null })
  const own = queue.documents.filter(({ application }) => application === draft.id)
  // No other tab can send the files that only the memory of this page has.
  const isInMemory = own.some((document) => document.isInMemory)
  const sent = isInMemory ? await sendDocuments(draft.id, values, signal) : { values }
  const result = 'values' in sent ? await queueAndSend(draft, sent.values, signal) : sent
  if ('referenceId' in result) return result
  if ('entries' in result) {
    const stored = result.entries.find(({ id }) => id === draft.id)
    // Another tab may have removed the application from the queue and opened it.
    const isHere = saver.draft.id === draft.id
    saver.show(stored && isDraft(stored) && isHere ? stored : newDraft())
    queue.update(result.entries)
  } else {
    if ('refusal' in result && result.refusal.newKey) saver.draft = { ...draft, key: randomKey() }
    onShown(values, signal.aborted ? null : errorsOf(result))
  }
  return null
}

/** The errors of answers that could not be sent from this page. The form shows them again. */
function errorsOf(failure: Refusal | FailedAttempt): FormErrors {
  if ('refusal' in failure) return failure.refusal
  const { lastReply } = failure
  return { message: lastReply === 'none' ? '' : lastReply.message, fields: {} }
}

/** `entries`: all applications on this phone, after a queued one was refused or not sent yet. */
type SendResult =
  | { referenceId: string }
  | { entries: SavedApplication[] }
  | Refusal
  | FailedAttempt

async function queueAndSend(
  draft: Draft,
  values: Payload,
  signal: AbortSignal,
): Promise<SendResult> {
  const isQueued = await enqueue(draft, values).then(
    () => true,
    () => false,
  )
  return isQueued ? sendQueued(draft, values, signal) : sendDirectly(draft, values, signal)
}

/** Sends the whole queue. The reply comes through the store, where `record` of the queue puts it. */
async function sendQueued(draft: Draft, values: Payload, signal: AbortSignal) {
  // The queue holds all answers, including answers that could not be saved as a draft.
  setDraftStatus(null)
  const sending = sendQueue({ retriesUnanswered: true, isByHand: true }).catch(() => {})
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await Promise.race([sending, stopped])
  const entries = await readSavedApplications().catch(() => [toQueued(draft, values)])
  const receipts = entries.filter((entry) => entry.state === 'received' && entry.was === draft.id)
  const receipt = receipts.at(-1)
  // If the draft is still stored, a receipt belongs to answers that were sent earlier.
  if (!receipt || entries.some(({ id }) => id === draft.id)) return { entries }
  await trackOnce(receipt, trackOnNextPage)
  return { referenceId: receipt.id }
}

/** Sends once, without a queue, because this browser cannot store the queue. */
async function sendDirectly(draft: Draft, values: Payload, signal: AbortSignal) {
  const sent = await sendDocuments(draft.id, values, signal)
  if (!('values' in sent)) return sent
  const result = await submit({ key: draft.key, values: sent.values })
  if ('referenceId' in result) {
    await remove(draft).catch(() => {})
    setDraftStatus('received')
    trackOnNextPage(submittedEvent)
  }
  return result
}

/** Tracks the submission of a received application, unless another page has done so. */
export async function trackOnce(received: SavedApplication, by: typeof track) {
  if (await claimEvent(received).catch(() => false)) by(submittedEvent)
}
