import { referenceIdPattern, submissionPath } from '../../contract/constants.ts'
import type { Payload } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { abortAfter } from '../lib/abort-after.ts'
import { keptApplications, postpone, receive, refuse, type Waiting } from './saved-applications.ts'

/** Longest wait for an answer, in milliseconds: what hangs is tried again under the same key. */
const patience = 30_000
/** The first pause after a try that met nobody, and the longest, in milliseconds. */
const firstPause = 5000
const longestPause = 600_000
/** The longest pause that a server may ask for. What is to wait longer was put off by a wrong clock. */
export const longestAsked = 86_400_000
/** Refusals that time cures. */
const passing = new Set([408, 425, 429])

/** What became of tries that could not be noted on the phone. */
const unnoted = new Map<string, Waiting>()

/**
 * Sends what waits and may be tried now, one after the other, and never from two tabs at once.
 * `insist` tries at once, too, what met nobody the last time: the network has come back.
 */
export function sendWaiting({ insist }: { insist: boolean }): Promise<void> {
  return alone(async () => {
    for (const kept of await keptApplications()) {
      if (kept.state !== 'waiting') continue
      const last = unnoted.get(kept.id)
      const waiting = last?.at === kept.at ? last : kept
      const { notBefore, met } = waiting
      const wait = notBefore - Date.now()
      if (wait <= 0 || wait > longestAsked || (insist && met === 'nobody')) await send(waiting)
    }
  })
}

/** The tabs and the worker take turns, where the browser has locks; the idempotency key does the rest. */
function alone(work: () => Promise<void>) {
  return navigator.locks ? navigator.locks.request('applications', work) : work()
}

async function send(waiting: Waiting) {
  const outcome = await attempt(waiting)
  const { met, pause } = 'met' in outcome ? outcome : { met: waiting.met, pause: 0 }
  const notBefore = Date.now() + Math.max(pauseAfter(waiting.tries), pause)
  try {
    if ('referenceId' in outcome) await receive(waiting, outcome.referenceId)
    else if ('refusal' in outcome) await refuse(waiting, outcome.refusal, outcome)
    else await postpone(waiting, notBefore, met)
    unnoted.delete(waiting.id)
  } catch {
    unnoted.set(waiting.id, { ...waiting, tries: waiting.tries + 1, notBefore, met })
  }
}

type Outcome =
  | { referenceId: string }
  /** The key is used up where other answers were received under it. */
  | { refusal: FormErrors; newKey: boolean }
  /** Milliseconds that the server asks to wait at least. */
  | { met: Waiting['met']; pause: number }

/** Sends an application once. */
export async function attempt({ key, values }: Pick<Waiting, 'key' | 'values'>): Promise<Outcome> {
  const response = await post(key, values).catch(() => undefined)
  if (!response) return { met: 'nobody', pause: 0 }
  const { ok, status, headers } = response
  const answer = Object(await response.json().catch(() => null))
  if (ok && referenceIdPattern.test(answer.referenceId)) return { referenceId: answer.referenceId }
  // A proxy's or a hotel's own page is no answer of ours: those come with a sentence.
  const message = typeof answer.message === 'string' ? answer.message : ''
  if (message && status >= 400 && status < 500 && !passing.has(status)) {
    return { refusal: { message, fields: Object(answer.fields) }, newKey: status === 409 }
  }
  return { met: { said: message }, pause: pauseAsked(headers.get('Retry-After') ?? '') }
}

function post(key: string, values: Payload) {
  return fetch(`/api${submissionPath}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(values),
    signal: abortAfter(patience),
  })
}

/** Doubles, and differs from phone to phone: they do not come back all at the same moment. */
function pauseAfter(tries: number) {
  return Math.min(firstPause * 2 ** tries, longestPause) * (1 + Math.random() / 4)
}

/** Milliseconds that `Retry-After` asks for: it holds seconds, or a date. */
function pauseAsked(retryAfter: string) {
  const asked = Number(retryAfter) * 1000 || Date.parse(retryAfter) - Date.now() || 0
  return Math.min(asked, longestAsked)
}
