import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { AwsV4Signer } from 'aws4fetch'

import type { Spooled } from './spool.ts'
import { StoreError } from '../domain-error.ts'
import { childText, readXml } from './xml-reader.ts'

/** Limits of requests to the S3 service, in milliseconds. */
export interface S3Timing {
  /** Time without a byte in either direction after which a connection is closed. */
  silence: number
  /** The longest pause before the second attempt. It doubles with each further attempt. */
  pause: number
  /** Time after which no further attempt begins, because somebody waits for the answer. */
  maxTime: number
}

const usual: S3Timing = { silence: 10_000, pause: 200, maxTime: 12_000 }
const maxAttempts = 3
/** Bytes of an answer that is read as a whole. A page of a list has about 300 KB. */
const maxText = 4_000_000

/** A request. All of them are idempotent, so each can be repeated. */
interface Call<T> {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The name of the object; without it, the request is about the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Spooled
  /** Reads a successful answer. The request is repeated if this throws. */
  read: (answer: IncomingMessage) => T | Promise<T>
}

/**
 * Requests to a bucket, signed with AWS signature version 4. `call` returns undefined if the object
 * does not exist, and rejects with a StoreError if the service does not work.
 */
export function s3Client(address: string, timing: Partial<S3Timing> = {}) {
  const { silence, pause, maxTime } = { ...usual, ...timing }
  const { url, bucket, ...credentials } = parseAddress(address)
  const isSecure = url.startsWith('https:')
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 64 })

  return { location: url, bucket, call }

  async function call<T>(request: Call<T>): Promise<T | undefined> {
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        return await tryOnce(request)
      } catch (error) {
        const isLast = attempt === maxAttempts || performance.now() - startedAt > maxTime
        if (isLast || !isWorthRepeating(error)) throw describe(error, request.method)
      }
      await sleep(pause * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))
    }
  }

  async function tryOnce<T>(request: Call<T>): Promise<T | undefined> {
    const answer = await send(request)
    const { statusCode: status = 0 } = answer
    if (status >= 200 && status < 300) return request.read(answer)
    const code = errorCode(await readText(answer).catch(() => ''))
    if (status === 404 && code === 'NoSuchKey') return undefined
    throw new Refusal(status, code)
  }

  /** Sends a request. Resolves when the head of the answer has arrived. */
  async function send({ method, key, query, headers, body }: Call<unknown>) {
    const target = new URL(key === undefined ? url : `${url}/${encodeURIComponent(key)}`)
    target.search = Object.entries(query ?? {})
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .join('&')
    const signed = await new AwsV4Signer({
      ...credentials,
      service: 's3',
      method,
      url: target.href,
      headers: {
        ...headers,
        'x-amz-content-sha256': body?.sha256 ?? hashOfNothing,
        ...(method === 'PUT' && { 'content-length': String(body?.size ?? 0) }),
      },
    }).sign()
    const options = { method, agent, timeout: silence, headers: Object.fromEntries(signed.headers) }
    const request = (isSecure ? requestHttps : requestHttp)(target, options)
    return new Promise<IncomingMessage>((resolve, reject) => {
      let answer: IncomingMessage | undefined
      request.on('response', (response) => {
        answer = response
        // The service may refuse a file before it has read all of it.
        response.on('end', () => request.writableFinished || request.destroy())
        resolve(response)
      })
      request.on('error', reject)
      request.on('timeout', () => {
        // Unread bytes mean that the reader is slow, not the service.
        if (answer && answer.readableLength > 0) request.socket?.setTimeout(silence)
        else (answer ?? request).destroy(describe(silenceError, method))
      })
      if (body) pipeline(body.read(), request).catch(reject)
      else request.end()
    })
  }

  /** The error for an operator. */
  function describe(error: unknown, method: string) {
    if (error instanceof StoreError) return error
    const { message, code } = error as Error & { code?: string }
    const isFull = error instanceof Refusal && error.isFull
    return new StoreError(isFull ? 'full' : 'away', `${method} ${url}: ${message || code}`)
  }
}

const silenceError = new Error('the service is silent')

/** An answer of the service with an error status. */
class Refusal extends Error {
  readonly status: number
  readonly isFull: boolean

  constructor(status: number, code: string) {
    super(`answered ${status} ${code}`.trim())
    this.status = status
    this.isFull = status === 507 || /Quota|StorageFull|InsufficientStorage|TooLarge/.test(code)
  }
}

function isWorthRepeating(error: unknown) {
  if (!(error instanceof Refusal)) return true
  return !error.isFull && (error.status >= 500 || error.status === 429)
}

/** Reads an answer as text, so that its connection can be used again. Rejects if it is cut off. */
export async function readText(answer: IncomingMessage) {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk
    if (text.length > maxText) throw new Error('the answer is too long')
  }
  return text
}

/** The code of an error, such as `NoSuchKey`. The other elements repeat parts of the signature. */
function errorCode(body: string) {
  try {
    return /^\w{1,64}$/.exec(childText(readXml(body), 'Code') ?? '')?.[0] ?? ''
  } catch {
    return ''
  }
}

const hashOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Parses `https://KEY:SECRET@host/bucket?region=…`. The URL in the result has no credentials. */
function parseAddress(address: string) {
  const { origin, pathname, username, password, searchParams } = new URL(address)
  const bucket = pathname.replaceAll('/', '')
  return {
    url: `${origin}/${bucket}`,
    bucket,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') || 'us-east-1',
  }
}
