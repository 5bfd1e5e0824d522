import type { MessageTrouble } from '../../../contract/message/message.ts'
import type { Outcome } from '../messages/carrier.ts'
import type { GatewayCheck } from './gateway.ts'

/** Milliseconds from the beginning of a request to the last byte of its answer. */
export const requestTimeout = 30_000

/** Bytes of an answer that are read. Answers about one SMS have less than 1 KB. */
const longestAnswer = 64 * 1024

interface GatewayRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: URLSearchParams | string
}

/** An answer with a status 2xx. */
interface GatewayAnswer {
  result: 'answered'
  body: string
  /** The gateway's clock, in milliseconds; undefined if the answer has no date. */
  time: number | undefined
}

/** The outcome of an SMS that the gateway has not accepted. */
export type NotSent = Exclude<Outcome, { result: 'sent' }>

/**
 * Sends a request to an SMS gateway, and never repeats it. The connection is not reused: a gateway may
 * close an old one at the same moment, and it would stay unknown whether it has read the request.
 */
export async function requestGateway(
  url: string | URL,
  { headers, ...request }: GatewayRequest,
  timeout = requestTimeout,
): Promise<GatewayAnswer | NotSent> {
  const signal = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      ...request,
      headers: { accept: 'application/json', ...headers, connection: 'close' },
      // Another address would get the key and the phone number.
      redirect: 'manual',
      signal,
    })
    if (response.ok) return { result: 'answered', ...(await read(response)) }
    await response.body?.cancel().catch(() => {})
    return refusalOf(response.status)
  } catch (error) {
    const code = codeOfFailedConnection((error as Error).cause)
    if (code === undefined) return { result: 'no answer' }
    return { result: 'unavailable', trouble: 'unreachable', reply: code }
  }
}

async function read(response: Response) {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > longestAnswer) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  const time = Date.parse(response.headers.get('date') ?? '')
  return {
    body: Buffer.concat(chunks).toString(),
    time: Number.isNaN(time) ? undefined : time,
  }
}

/** The outcome of an SMS by the HTTP status, other than 2xx. */
function refusalOf(status: number): NotSent {
  const reply = String(status)
  const unavailable = (trouble: MessageTrouble) =>
    ({ result: 'unavailable', trouble, reply }) as const
  if (status === 401 || status === 403 || status < 400) return unavailable('not let in')
  if (status === 402) return unavailable('no credit')
  if (status === 429 || status === 503) return unavailable('not now')
  if (status >= 500) return { result: 'no answer' }
  return { result: 'refused', forGood: true, trouble: 'refused', reply }
}

// System calls, codes and messages of connections that were not made. Nothing was sent over them.
const failedCalls = new Set(['connect', 'getaddrinfo'])
const failedCodes =
  /^(UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ENOTFOUND|EAI_\w+|EPROTO|ERR_TLS_\w+|HOSTNAME_MISMATCH|\w*CERT\w*|\w+_SIGNATURE|ERR_SSL_\w*(VERSION|HANDSHAKE)\w*)$/
/** Of a port that `fetch` refuses to call, and of a connection that ends during the TLS handshake. */
const failedMessages = /^(bad port$|Client network socket disconnected before secure TLS)/

/** The code of a connection that was not made; undefined if the request may have arrived. */
function codeOfFailedConnection(error: unknown): string | undefined {
  const { code, syscall, errors, message } = (error ?? {}) as NodeJS.ErrnoException & {
    /** One error for each address of the host. */
    errors?: unknown[]
  }
  if (failedMessages.test(message ?? '')) return code ?? 'BADPORT'
  if (code !== undefined && failedCodes.test(code)) return code
  if (code !== undefined && syscall !== undefined && failedCalls.has(syscall)) return code
  const codes = errors?.map(codeOfFailedConnection) ?? []
  return codes.every((each) => each !== undefined) ? codes[0] : undefined
}

/** Whether a recipient is a phone number with country code (E.164), which never begins with 0. */
export function isInternationalNumber(to: string) {
  return /^\+[1-9]\d{7,14}$/.test(to)
}

/** The outcome of a number that no gateway needs to be asked about. */
export const unknownNumber = {
  result: 'refused',
  forGood: true,
  trouble: 'unknown number',
} as const

/** A code or a word of a gateway; undefined of longer texts, which may contain the number. */
export function wordOf(value: unknown) {
  const word = typeof value === 'string' ? value.replaceAll(/[^\dA-Za-z]/g, '') : ''
  return word !== '' && !/\d{7}/.test(word) ? word.slice(0, 40) : undefined
}

/** The id of a message in an answer or a report. */
export function idOf(value: unknown) {
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : undefined
}

/** Parses an answer; undefined if it is neither a JSON object nor a list. */
export function parseObject(body: string) {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The result of a check that got no answer. */
export function failedCheck(outcome: NotSent): GatewayCheck {
  const isRefused =
    outcome.result === 'refused' ||
    (outcome.result === 'unavailable' && outcome.trouble === 'not let in')
  const reply = outcome.result === 'no answer' ? 'no answer' : (outcome.reply ?? outcome.trouble)
  return { result: isRefused ? 'refused' : 'unreachable', reply }
}
