import type { ErrorMessage } from '../../contract/language/translate.ts'
import type { FormErrors } from '../forms/use-form.ts'

/** The server's message, or 'none' if there was no reply. */
export type LastReply = 'none' | { message: ErrorMessage }

/** The server does not accept the answers. */
export interface Refusal {
  refusal: FormErrors
}

/** Result of an attempt that must be repeated. `pause`: milliseconds that the server asks to wait. */
export interface FailedAttempt {
  lastReply: LastReply
  pause: number
  /** True if some bytes of a document have arrived. */
  hasProgress?: true
}

export const noReply: FailedAttempt = { lastReply: 'none', pause: 0 }

/** Longest pause (ms) that a server can ask for. More comes from a wrong clock. */
export const longestRetryAfter = 86_400_000

const retryableStatuses = new Set([408, 425, 429])

/** Whether a repeat of the request would get the same error. */
export function isRefusal(status: number) {
  return status >= 400 && status < 500 && !retryableStatuses.has(status)
}

export function failedAttempt({ headers }: Response, body: unknown): FailedAttempt {
  return {
    lastReply: { message: messageIn(body) },
    pause: parseRetryAfter(headers.get('Retry-After') ?? ''),
  }
}

/** The message of a reply: the sentence with its values, or what an older server has filled in. */
export function messageIn(body: unknown): ErrorMessage {
  const { message, sentence, values } = Object(body)
  if (sentence && values) return { sentence, values }
  return typeof message === 'string' ? message : ''
}

export function isJson({ headers }: Response) {
  return headers.get('Content-Type')?.startsWith('application/json') ?? false
}

/**
 * The body of a reply from our server. Undefined if a proxy or a captive portal (Wi-Fi sign-in page)
 * has replied, or if the reply is incomplete. Our Content-Security-Policy refuses other origins.
 */
export async function readJson(response: Response): Promise<unknown> {
  return isJson(response) ? response.json().catch(() => undefined) : undefined
}

/** Milliseconds of a `Retry-After` header, which holds seconds or a date. */
function parseRetryAfter(header: string) {
  const pause = Number(header) * 1000 || Date.parse(header) - Date.now() || 0
  return Math.min(pause, longestRetryAfter)
}
