import { createHash } from 'node:crypto'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'

import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { choicesOf, formTo, startApi, submission } from '../support/api.ts'

const { app, ask, token } = await startApi({}, { pages: 'build' })
const choices = await choicesOf(ask)

const landing = '/industrial-attachment'
const form = `${landing}/apply`

/** Headers of Chromium on a secure connection. */
const chromium = {
  'sec-ch-ua': '"Chromium";v="156"',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

/** Headers of Chromium that has `page` as a dictionary. */
function holding(page: string) {
  const hash = createHash('sha256').update(page).digest('base64')
  return {
    ...chromium,
    'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
    'available-dictionary': `:${hash}:`,
  }
}

type RequestCase = [name: string, request: InjectOptions]

const get = (url: string): RequestCase => [`GET ${url}`, { url }]
const post = (url: string, fields: object): RequestCase => [`POST ${url}`, formTo(url, fields)]

/** Pages that are the same for everybody, and pages for one visitor. */
const common = [landing, form, '/', '/about', `/sw${form}`].map(get)
const personal = [
  post(form, { ...submission(choices), step: 'check' }),
  post(form, { first_name: 'Zawadi' }),
  post(`${landing}/status`, { reference: 'SPH-2026-00000000', contact: '0712345678' }),
  get(`${landing}/success?reference=SPH-2026-00000000&received=2026-11-20`),
  get('/nothing/here'),
]
const pages = [...common, ...personal]

test.each(pages)('%s is sent as a delta to a page that the browser has', async (_name, request) => {
  const known = (await app.inject(landing)).body
  const plain = await send(request, {})
  const short = await send(request, holding(known))

  expect(short.statusCode).toBe(plain.statusCode)
  expect(short.headers['content-encoding']).toBe('dcz')
  expect(withoutNonce(decoded(short.rawPayload, known))).toBe(withoutNonce(plain.body))
  const { rawPayload: usual } = await send(request, chromium)
  expect(short.rawPayload.length).toBeLessThan(usual.length)
  expect(Number(short.headers['content-length'])).toBe(short.rawPayload.length)
})

test.each(common)(
  '%s is offered as a dictionary, and no shared cache may store it',
  async (_name, request) => {
    for (const headers of await everyKind()) {
      expect((await send(request, headers)).headers).toMatchObject({
        'use-as-dictionary': 'match="/*", match-dest=("document")',
        'cache-control': expect.stringMatching(/^private, max-age=0, stale-while-revalidate=\d+$/),
        vary: expect.stringMatching(/available-dictionary.*accept-encoding/),
      })
    }
  },
)

test.each(personal)('%s is never offered as a dictionary or cached', async (_name, request) => {
  // The browser's Back button shows the answers of the form again.
  const cacheControl = request.url === form ? 'private, no-cache' : 'no-store'
  for (const headers of await everyKind()) {
    const answer = await send(request, headers)
    expect(answer.headers).toMatchObject({ 'cache-control': cacheControl })
    expect(answer.headers).not.toHaveProperty('use-as-dictionary')
  }
})

async function everyKind() {
  const known = (await app.inject(landing)).body
  return [chromium, holding(known), holding('a page of another deployment')]
}

test.each(pages)('%s is sent as usual if the dictionary is unknown', async (_name, request) => {
  const plain = await send(request, {})
  const answer = await send(request, holding('a page of another deployment'))
  const decode = { br: brotliDecompressSync, zstd: zstdDecompressSync }[
    answer.headers['content-encoding'] as 'br' | 'zstd'
  ]
  expect(withoutNonce(decode(answer.rawPayload).toString())).toBe(withoutNonce(plain.body))
})

test.each([
  ['another browser', { 'accept-encoding': 'gzip, deflate, br, zstd' }],
  ['a proxy that chose the encodings', { ...chromium, 'accept-encoding': 'gzip, br' }],
])('%s is offered no dictionary', async (_who, headers) => {
  for (const [, request] of common) {
    const answer = await send(request, headers)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' })
    expect(answer.headers['vary']).toMatch(/^(cookie, )?accept-encoding$/)
    expect(answer.headers).not.toHaveProperty('use-as-dictionary')
  }
})

test('an unchanged page is answered 304 and stays a dictionary', async () => {
  const first = await send({ url: form }, chromium)
  const headers = { ...holding(first.body), 'if-none-match': String(first.headers.etag) }
  const again = await send({ url: form }, headers)
  expect([again.statusCode, again.body]).toEqual([304, ''])
  for (const name of ['cache-control', 'use-as-dictionary', 'vary', 'etag']) {
    expect(again.headers[name]).toBe(first.headers[name])
  }
})

/** The form shows a changed list within a second. */
const listsAge = { timeout: 5000 }

test('a changed form is sent as a delta, and its old version is no longer a dictionary', async () => {
  const before = (await app.inject(form)).body
  const landingPage = (await app.inject(landing)).body
  await ask(api.institutions.create, { token, body: { name: 'Chuo Kipya', county: 'Lamu' } })

  await expect.poll(async () => (await app.inject(form)).body, listsAge).toContain('Chuo Kipya')
  const changed = await send({ url: form }, holding(landingPage))
  expect(decoded(changed.rawPayload, landingPage)).toContain('Chuo Kipya')
  for (const url of [form, landing]) {
    expect((await send({ url }, holding(before))).headers['content-encoding']).toBe('br')
  }
  const now = (await app.inject(form)).body
  expect((await send({ url: landing }, holding(now))).headers['content-encoding']).toBe('dcz')
})

function send(request: InjectOptions, headers: Record<string, string>) {
  return app.inject({ ...request, headers: { ...request.headers, ...headers } })
}

/** RFC 9842, section 5: magic number, hash of the dictionary, Zstandard frame. */
function decoded(body: Buffer, dictionary: string) {
  expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(body.subarray(8, 40)).toEqual(createHash('sha256').update(dictionary).digest())
  return zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(dictionary) }).toString()
}

/** Removes the nonce and the ids, which differ in each answer to one visitor. */
function withoutNonce(html: string) {
  return html
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '')
}
