import { uploadsPath } from '../../../contract/constants.ts'
import type { UploadPurpose } from '../../../contract/intake/paper-kinds.ts'
import type { ErrorMessage } from '../../../contract/language/translate.ts'
import { abortAfter } from '../../lib/abort-after.ts'
import {
  type FailedAttempt,
  failedAttempt,
  isJson,
  isRefusal,
  messageIn,
  noReply,
  readJson,
} from '../replies.ts'

// Client of the resumable upload protocol tus 1.0. It works in pages and in the service worker.

/** Progress of an upload: its key and its offset. */
export interface UploadProgress {
  /** The upload key: the last part of the upload's address, and the only right to it. */
  key: string
  /** Bytes that the server has acknowledged. */
  offset: number
}

export interface UploadFile {
  name: string
  purpose: UploadPurpose
  bytes: ArrayBuffer
  /** Progress of an earlier attempt; null to begin. */
  upload: UploadProgress | null
}

type UploadResult =
  | { key: string }
  /** The server does not accept the file; the sentence is for the applicant. */
  | { refusal: ErrorMessage }
  | FailedAttempt

interface Options {
  /** Called with each acknowledged offset, and with null if the server has lost the upload. */
  onProgress: (upload: UploadProgress | null) => Promise<void>
  signal: AbortSignal
}

/** Bytes of a chunk. Small ones cost little when the connection breaks. */
const firstChunk = 65_536
const smallestChunk = 16_384
const largestChunk = 1_048_576
/** After a chunk that took less (ms) than `quick` the next is larger, after a `slow` one smaller. */
const quick = 5000
const slow = 20_000
/** Timeouts in milliseconds. A chunk may be on its way when the connection becomes slow. */
const timeout = 30_000
const chunkTimeout = 120_000
/** Broken connections in a row without one more byte acknowledged, after which an attempt ends. */
const mostFailures = 3

/**
 * Uploads a file in chunks, or continues its upload. After a broken connection it asks for the offset
 * and continues there. An attempt ends if the server does not reply; the next attempt continues.
 */
export async function uploadFile(
  file: UploadFile,
  { onProgress, signal }: Options,
): Promise<UploadResult> {
  const size = file.bytes.byteLength
  let { upload } = file
  let chunkSize = firstChunk
  let ended = noReply
  let failures = 0

  async function advance(to: UploadProgress) {
    if (upload && to.offset > upload.offset) {
      failures = 0
      ended = { ...noReply, hasProgress: true }
    }
    upload = to
    await onProgress(to)
    return to
  }

  for (; failures < mostFailures; failures++) {
    const begun: Reply | undefined = upload
      ? await readOffset(upload, signal)
      : await create(file, signal)
    if (!begun) return ended
    // A HEAD has no error message: the reply to the bytes of a new upload has it.
    if (upload && (isGone(begun) || 'refusal' in begun.error)) {
      upload = null
      await onProgress(null)
      continue
    }
    if (!begun.upload) return begun.error
    let current = await advance(begun.upload)
    while (current.offset < size) {
      const { offset } = current
      const began = Date.now()
      const reply = await append(current, file.bytes.slice(offset, offset + chunkSize), signal)
      if (reply?.upload && reply.upload.offset > offset) {
        current = await advance(reply.upload)
        chunkSize = nextChunkSize(chunkSize, Date.now() - began)
      } else if (!reply || reply.upload || isGone(reply) || isWrongOffset(reply)) {
        chunkSize = Math.max(chunkSize / 2, smallestChunk)
        break
      } else return reply.error
    }
    if (current.offset >= size) return { key: current.key }
  }
  return ended
}

/** Size of the chunk after one that took so many milliseconds. */
export function nextChunkSize(size: number, milliseconds: number) {
  if (milliseconds < quick) return Math.min(size * 2, largestChunk)
  return milliseconds > slow ? Math.max(size / 2, smallestChunk) : size
}

function create({ name, purpose, bytes }: UploadFile, signal: AbortSignal) {
  const metadata = `filename ${base64(name)},purpose ${base64(purpose)}`
  const headers = { 'Upload-Length': String(bytes.byteLength), 'Upload-Metadata': metadata }
  return ask('POST', '', { headers, signal: abortAfter(timeout, signal) })
}

function readOffset({ key }: UploadProgress, signal: AbortSignal) {
  return ask('HEAD', key, { headers: {}, signal: abortAfter(timeout, signal) })
}

function append({ key, offset }: UploadProgress, chunk: ArrayBuffer, signal: AbortSignal) {
  const headers = {
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
  }
  return ask('PATCH', key, { headers, body: chunk, signal: abortAfter(chunkTimeout, signal) })
}

/** A reply of our server. */
interface Reply {
  status: number
  /** Undefined after an error. */
  upload: UploadProgress | undefined
  error: { refusal: ErrorMessage } | FailedAttempt
}

interface Request {
  headers: Record<string, string>
  body?: ArrayBuffer
  signal: AbortSignal
}

/** Undefined if there was no reply, or if a proxy or a captive portal has replied. */
async function ask(
  method: string,
  key: string,
  { headers, ...request }: Request,
): Promise<Reply | undefined> {
  const response = await fetch(`/api${uploadsPath}${key && `/${key}`}`, {
    ...request,
    method,
    // Errors are translated when they are shown.
    headers: { 'Tus-Resumable': '1.0.0', 'Accept-Language': 'en', ...headers },
    cache: 'no-store',
  }).catch(() => undefined)
  if (!response || !(response.headers.has('Tus-Resumable') || isJson(response))) return undefined
  const { status } = response
  const body = await readJson(response)
  return {
    status,
    upload: response.ok ? progressIn(response.headers, key) : undefined,
    error: isRefusal(status) ? { refusal: messageIn(body) } : failedAttempt(response, body),
  }
}

function progressIn(headers: Headers, given: string): UploadProgress | undefined {
  const key = given || headers.get('Location')?.split('/').at(-1)
  const offset = given ? Number(headers.get('Upload-Offset') ?? NaN) : 0
  return key && offset >= 0 ? { key, offset } : undefined
}

const isGone = ({ status }: Reply) => status === 404 || status === 410

const isWrongOffset = ({ status }: Reply) => status === 409 || status === 423

/** Base64 of a text in UTF-8. */
function base64(text: string) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
