import { onTestFinished, expect, test, vi } from 'vitest'

import { documentMessages } from '../../contract/document/document-messages.ts'
import {
  nextChunkSize,
  uploadFile,
  type UploadFile,
  type UploadProgress,
} from '../../app/offline/documents/upload.ts'
import { startApi } from '../support/api.ts'

// The phone's client of the upload protocol, against the real server.

const { app, db } = await startApi()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const direct = globalThis.fetch

const pdf = new Uint8Array(300_000).fill(32)
pdf.set(new TextEncoder().encode('%PDF-1.4\n'))
pdf.set(new TextEncoder().encode('%%EOF\n'), pdf.length - 6)

interface Sent {
  method: string
  offset: string | null
  bytes: number
}

/** Sends the requests of the client to the server. `meet` may answer in its place, or fail. */
function connect(
  meet?: (path: string, init: RequestInit, sent: Sent[]) => Promise<Response> | void,
) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { method = 'GET', headers, body } = init
    const bytes = body instanceof ArrayBuffer ? body.byteLength : 0
    sent.push({ method, offset: new Headers(headers).get('Upload-Offset'), bytes })
    return meet?.(path, init, sent) ?? direct(url + path, init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return sent
}

async function upload(changes: Partial<UploadFile> = {}) {
  const progress: (UploadProgress | null)[] = []
  const file = { name: 'Wasifu wangu.pdf', purpose: 'cv', bytes: pdf.buffer, upload: null } as const
  const result = await uploadFile(
    { ...file, ...changes },
    {
      onProgress: async (reached) => void progress.push(reached),
      signal: new AbortController().signal,
    },
  )
  return { result, progress }
}

test('a file is sent in chunks that grow, and its name arrives', async () => {
  const sent = connect()
  const { result, progress } = await upload({ name: 'Barua ya Amina – 2026.pdf' })
  expect(result).toEqual({ key: progress.at(-1)?.key })
  expect(sent.map(({ method, bytes }) => [method, bytes])).toEqual([
    ['POST', 0],
    ['PATCH', 65_536],
    ['PATCH', 131_072],
    ['PATCH', 103_392],
  ])
  expect(progress.map((at) => at?.offset)).toEqual([0, 65_536, 196_608, 300_000])
  const row = await newestDocument()
  expect(row).toMatchObject({ name: 'Barua ya Amina – 2026.pdf', size: 300_000, purpose: 'cv' })
})

test('a chunk grows on a quick link, and shrinks on a slow one', () => {
  expect(nextChunkSize(65_536, 800)).toBe(131_072)
  expect(nextChunkSize(1_048_576, 800)).toBe(1_048_576)
  expect(nextChunkSize(65_536, 10_500)).toBe(65_536)
  expect(nextChunkSize(65_536, 30_000)).toBe(32_768)
  expect(nextChunkSize(16_384, 30_000)).toBe(16_384)
})

test('after a broken connection, only the bytes that have not arrived are sent', async () => {
  const sent = connect((path, init, before) => {
    const patches = before.filter(({ method }) => method === 'PATCH').length
    if (init.method !== 'PATCH' || patches % 2 === 0) return undefined
    // Half of the chunk arrives, and the reply is lost.
    const half = (init.body as ArrayBuffer).slice(0, 20_000)
    return direct(url + path, { ...init, body: half }).then(() => {
      throw new TypeError('The connection was reset')
    })
  })
  const { result } = await upload()
  expect(result).toHaveProperty('key')
  const patches = sent.filter(({ method }) => method === 'PATCH')
  expect(patches.length).toBeGreaterThan(4)
  expect(patches[1]?.offset).toBe('20000')
  expect(await newestDocument()).toMatchObject({ size: 300_000, state: 'unchecked' })
})

test('another attempt continues an upload, even in another process', async () => {
  connect((_, { method }, before) =>
    method !== 'POST' && before.length > 2
      ? Promise.reject(new TypeError('No network'))
      : undefined,
  )
  const first = await upload()
  expect(first.result).toEqual({ lastReply: 'none', pause: 0, hasProgress: true })
  const sent = connect()
  const { result } = await upload({ upload: first.progress.at(-1)! })
  expect(result).toEqual({ key: first.progress[0]?.key })
  expect(sent.slice(0, 2)).toMatchObject([{ method: 'HEAD' }, { method: 'PATCH', offset: '65536' }])
})

test('an upload that the server no longer has begins anew', async () => {
  connect()
  const old = { key: 'k'.repeat(43), offset: 100_000 }
  const { result, progress } = await upload({ upload: old })
  expect(progress[0]).toBeNull()
  expect(progress[1]).toMatchObject({ offset: 0 })
  expect(result).toEqual({ key: progress.at(-1)?.key })
})

test('a finished upload is not sent again', async () => {
  connect()
  const { progress } = await upload()
  const sent = connect()
  const again = await upload({ upload: { key: progress[0]!.key, offset: 0 } })
  expect(again.result).toEqual({ key: progress[0]?.key })
  expect(sent.map(({ method }) => method)).toEqual(['HEAD'])
})

test('a refused file comes back with its sentence', async () => {
  connect()
  const bytes = new TextEncoder().encode('Just a text').buffer
  expect((await upload({ bytes, name: 'cv' })).result).toEqual({ refusal: documentMessages.other })
})

test('without a reply of the server, the attempt ends', async () => {
  const portal = new Response('<h1>Sign in</h1>', { headers: { 'Content-Type': 'text/html' } })
  for (const meet of [() => Promise.reject(new TypeError('No network')), async () => portal]) {
    const sent = connect(meet)
    expect((await upload()).result).toEqual({ lastReply: 'none', pause: 0 })
    expect(sent).toHaveLength(1)
  }
})

test('a connection that brings no byte more ends the attempt', async () => {
  const sent = connect((_, { method }) =>
    method === 'PATCH' ? Promise.reject(new TypeError('The connection was reset')) : undefined,
  )
  expect((await upload()).result).toEqual({ lastReply: 'none', pause: 0 })
  expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(3)
})

test('a server that asks to wait is obeyed', async () => {
  const busy = () =>
    Response.json({ message: 'Later, please' }, { status: 503, headers: { 'Retry-After': '7' } })
  connect(async () => busy())
  expect((await upload()).result).toEqual({ lastReply: { message: 'Later, please' }, pause: 7000 })
})

test('an upload can be stopped, and what has arrived is kept', async () => {
  connect()
  const stop = new AbortController()
  let last: UploadProgress | null = null
  const file = { name: 'cv.pdf', purpose: 'cv', bytes: pdf.buffer, upload: null } as const
  const result = await uploadFile(file, {
    onProgress: async (reached) => {
      last = reached
      if (reached?.offset) stop.abort()
    },
    signal: stop.signal,
  })
  expect(result).toMatchObject({ lastReply: 'none' })
  expect(last).toMatchObject({ offset: 65_536 })
})

function newestDocument() {
  return db
    .selectFrom('documents')
    .select(['name', 'size', 'purpose', 'state'])
    .orderBy('_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
