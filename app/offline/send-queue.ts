import { paperPath, referenceIdPattern, submissionPath } from '../../contract/constants.ts'
import { submissionOf } from '../../contract/intake/extra-controls.ts'
import type { Payload } from '../forms/payload.ts'
import { abortAfter } from '../lib/abort-after.ts'
import { renewUploads, sendDocuments } from './documents/send-documents.ts'
import {
  type FailedAttempt,
  failedAttempt,
  isRefusal,
  longestRetryAfter,
  messageIn,
  noReply,
  readJson,
  type Refusal,
} from './replies.ts'
import {
  isQueued,
  isWaiting,
  lastReplyOf,
  markPaperRefused,
  markReceived,
  markRefused,
  onChange,
  postpone,
  type QueueEntry,
  readSavedEntries,
  removeSent,
  storedReply,
  storeUploadKeys,
} from './saved-applications.ts'
import { takeLock } from './web-lock.ts'

/** Timeout of one attempt in milliseconds. The next attempt uses the same idempotency key. */
const timeout = 30_000
/** Milliseconds to wait for another tab, or the service worker, that sends. */
const lockTimeout = 15_000
/** Exponential backoff in milliseconds: `firstPause` doubles up to `longestPause`. */
const firstPause = 5000
const longestPause = 600_000

/** Failed attempts that could not be stored because the disk is full. */
const unstoredTries = new Map<string, QueueEntry>()

interface SendOptions {
  /** Also sends if the last attempt got no reply, for example when the network is back. */
  retriesUnanswered: boolean
  /** Milliseconds to wait for another sender. */
  wait?: number
  /** Sends even if another tab, or the service worker, does not end. The idempotency key avoids duplicates. */
  isByHand?: boolean
}

/** Sends the queued applications and papers that are due, one after the other. Rejects if it cannot begin. */
export function sendQueue({ retriesUnanswered, ...options }: SendOptions): Promise<void> {
  return withLock(options, async () => {
    for (const entry of await readSavedEntries()) {
      if (!isWaiting(entry)) continue
      const unstored = unstoredTries.get(entry.id)
      const queued = unstored?.at === entry.at ? unstored : entry
      const wait = queued.notBefore - Date.now()
      const isDue = wait <= 0 || wait > longestRetryAfter
      if (isDue || (retriesUnanswered && lastReplyOf(queued) === 'none')) await send(queued)
    }
  })
}

/** Whether this page, or this service worker, holds the lock. */
let hasLock = false

/**
 * Tabs and service worker take turns. Without the lock the idempotency key avoids duplicates. A page
 * that is left releases the lock: Safari keeps the locks of pages that Back can return to.
 */
async function withLock(
  { wait = lockTimeout, isByHand = false }: Omit<SendOptions, 'retriesUnanswered'>,
  work: () => Promise<void>,
) {
  // This page's own sending ends by its timeouts. A second one beside it would upload the same bytes again.
  const lock = takeLock('applications', isByHand && hasLock ? {} : { wait })
  const isGranted = await lock.isGranted
  if (!isGranted && !isByHand) throw new Error('Another page sends')
  hasLock ||= isGranted
  const end = new AbortController()
  const left = new Promise<void>((resolve) => addEventListener('pagehide', () => resolve(), end))
  await Promise.race([work(), left]).finally(() => {
    end.abort()
    if (isGranted) hasLock = false
    lock.release()
  })
}

async function send(queued: QueueEntry) {
  const stop = new AbortController()
  // An applicant may stop the upload, or change or discard the application, in any tab.
  const check = async () => (await isQueued(queued).catch(() => true)) || stop.abort()
  const stopListening = onChange(() => void check())
  try {
    await record(queued, await attempt(queued, stop.signal))
  } finally {
    stopListening()
  }
}

/** Uploads the documents and submits the application. Uploads that were lost are repeated once. */
async function attempt(queued: QueueEntry, signal: AbortSignal): Promise<SubmitResult> {
  const result = await uploadAndSubmit(queued, signal)
  const isLost = 'refusal' in result && (await renewUploads(queued.id, result.refusal))
  return isLost ? uploadAndSubmit(queued, signal) : result
}

async function uploadAndSubmit(queued: QueueEntry, signal: AbortSignal): Promise<SubmitResult> {
  const { id, key, state } = queued
  const path = state === 'paper' ? paperPath : submissionPath
  const sent = await sendDocuments(id, queued.values, signal)
  if (!('values' in sent)) return sent
  // Stored before the submission, so that every repeat has the same content.
  await storeUploadKeys(queued, sent.values).catch(() => {})
  return signal.aborted ? noReply : submit({ key, values: sent.values }, path)
}

async function record(queued: QueueEntry, result: SubmitResult) {
  const { lastReply = lastReplyOf(queued), pause = 0 } = 'pause' in result ? result : {}
  // Bytes of a document have arrived: the link works, and the next attempt comes soon.
  const earlier = 'hasProgress' in result ? 0 : queued.tries
  const notBefore = Date.now() + Math.max(backoff(earlier), pause)
  const postponed = { tries: earlier + 1, notBefore, met: storedReply(lastReply) }
  try {
    if ('referenceId' in result) await recordSuccess(queued, result.referenceId)
    else if ('refusal' in result) await recordRefusal(queued, result.refusal)
    else await postpone(queued, postponed)
    unstoredTries.delete(queued.id)
  } catch {
    unstoredTries.set(queued.id, { ...queued, ...postponed })
  }
}

function recordSuccess(queued: QueueEntry, referenceId: string) {
  return queued.state === 'paper' ? removeSent(queued) : markReceived(queued, referenceId)
}

function recordRefusal(queued: QueueEntry, refusal: Refusal['refusal']) {
  return queued.state === 'paper' ? markPaperRefused(queued, refusal) : markRefused(queued, refusal)
}

type SubmitResult = { referenceId: string } | Refusal | FailedAttempt

/** Makes one attempt to send an application, or a paper. */
export async function submit(
  { key, values }: Pick<QueueEntry, 'key' | 'values'>,
  path: string = submissionPath,
): Promise<SubmitResult> {
  const response = await post(path, key, values).catch(() => undefined)
  if (!response) return noReply
  const { ok, status } = response
  const body = await readJson(response)
  const { referenceId, fields } = Object(body)
  if (ok && referenceIdPattern.test(referenceId)) return { referenceId }
  if (isRefusal(status) && body !== undefined) {
    const refusal = { message: messageIn(body), fields: Object(fields), newKey: status === 409 }
    return { refusal }
  }
  return failedAttempt(response, body)
}

function post(path: string, key: string, values: Payload) {
  return fetch(`/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(submissionOf(values)),
    signal: abortAfter(timeout),
  })
}

/** Exponential backoff with jitter, so that many phones do not retry at the same moment. */
function backoff(tries: number) {
  return Math.min(firstPause * 2 ** tries, longestPause) * (1 + Math.random() / 4)
}
