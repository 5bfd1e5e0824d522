import { referenceIdPattern, submissionPath } from '../../contract/constants.ts'
import type { Payload } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { abortAfter } from '../lib/abort-after.ts'
import {
  markReceived,
  markRefused,
  postpone,
  type QueuedApplication,
  readSavedApplications,
} from './saved-applications.ts'

/** Timeout of one attempt in milliseconds. The next attempt uses the same idempotency key. */
const timeout = 30_000
/** Exponential backoff in milliseconds: `firstPause` doubles up to `longestPause`. */
const firstPause = 5000
const longestPause = 600_000
/** Longest pause (ms) that a server can ask for. More comes from a wrong clock. */
export const longestRetryAfter = 86_400_000
const retryableStatuses = new Set([408, 425, 429])

/** Failed attempts that could not be stored because the disk is full. */
const unstoredTries = new Map<string, QueuedApplication>()

/**
 * Sends the queued applications that are due, one after the other. `ignoreBackoff` also sends those
 * whose last attempt got no reply, for example when the network is back.
 */
export function sendQueue({ ignoreBackoff }: { ignoreBackoff: boolean }): Promise<void> {
  return withLock(async () => {
    for (const entry of await readSavedApplications()) {
      if (entry.state !== 'waiting') continue
      const unstored = unstoredTries.get(entry.id)
      const queued = unstored?.at === entry.at ? unstored : entry
      const { notBefore, met } = queued
      const wait = notBefore - Date.now()
      const isDue = wait <= 0 || wait > longestRetryAfter
      if (isDue || (ignoreBackoff && met === 'nobody')) await send(queued)
    }
  })
}

/**
 * Web Lock: tabs and service worker take turns. Without it the idempotency key avoids duplicates.
 */
function withLock(work: () => Promise<void>) {
  return navigator.locks ? navigator.locks.request('applications', work) : work()
}

async function send(queued: QueuedApplication) {
  const result = await submit(queued)
  const { met, pause } = 'met' in result ? result : { met: queued.met, pause: 0 }
  const notBefore = Date.now() + Math.max(backoff(queued.tries), pause)
  try {
    if ('referenceId' in result) await markReceived(queued, result.referenceId)
    else if ('refusal' in result) await markRefused(queued, result.refusal, result)
    else await postpone(queued, notBefore, met)
    unstoredTries.delete(queued.id)
  } catch {
    unstoredTries.set(queued.id, { ...queued, tries: queued.tries + 1, notBefore, met })
  }
}

type SubmitResult =
  | { referenceId: string }
  /** `newKey`: the server has received other answers under this idempotency key. */
  | { refusal: FormErrors; newKey: boolean }
  /** `pause`: the milliseconds that the server asks to wait at least. */
  | { met: QueuedApplication['met']; pause: number }

/** Makes one attempt to send an application. */
export async function submit({
  key,
  values,
}: Pick<QueuedApplication, 'key' | 'values'>): Promise<SubmitResult> {
  const response = await post(key, values).catch(() => undefined)
  if (!response) return { met: 'nobody', pause: 0 }
  const { ok, status, headers } = response
  const body = await jsonOf(response)
  const { referenceId, message, fields } = Object(body)
  if (ok && referenceIdPattern.test(referenceId)) return { referenceId }
  const said = typeof message === 'string' ? message : ''
  const isRefusal = status >= 400 && status < 500 && !retryableStatuses.has(status)
  if (isRefusal && body !== undefined) {
    return { refusal: { message: said, fields: Object(fields) }, newKey: status === 409 }
  }
  return { met: { said }, pause: parseRetryAfter(headers.get('Retry-After') ?? '') }
}

/**
 * The body of a reply from our server. Undefined if a proxy or a captive portal (Wi-Fi sign-in page)
 * has replied, or if the reply is incomplete. Our Content-Security-Policy refuses other origins.
 */
async function jsonOf(response: Response): Promise<unknown> {
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return undefined
  return response.json().catch(() => undefined)
}

function post(key: string, values: Payload) {
  return fetch(`/api${submissionPath}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(values),
    signal: abortAfter(timeout),
  })
}

/** Exponential backoff with jitter, so that many phones do not retry at the same moment. */
function backoff(tries: number) {
  return Math.min(firstPause * 2 ** tries, longestPause) * (1 + Math.random() / 4)
}

/** Milliseconds of a `Retry-After` header, which holds seconds or a date. */
function parseRetryAfter(header: string) {
  const pause = Number(header) * 1000 || Date.parse(header) - Date.now() || 0
  return Math.min(pause, longestRetryAfter)
}
