import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'

const { app, token, db } = await startApi()
await addMadeUpApplications(db, 60)

const calls = {
  'a page of a list': `/api${api.attachments.list.path}?limit=25`,
  'a whole list': `/api${api.attachments.list.path}`,
  'an export': `/api${api.attachments.export.path}`,
}

const encodings = [
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const

test.each(Object.entries(calls))(
  '%s is sent in the best encoding that the browser accepts',
  async (_what, url) => {
    const headers = { authorization: `Bearer ${token}` }
    const plain = await app.inject({ url, headers })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    for (const [encoding, accepted, decode] of encodings) {
      const answer = await app.inject({ url, headers: { ...headers, 'accept-encoding': accepted } })
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringContaining('accept-encoding'),
      })
      expect(decode(answer.rawPayload).toString()).toBe(plain.body)
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    }
  },
)

test('a script of the build is sent in each encoding, and uncompressed', async () => {
  const { app: site } = await startApi({}, { pages: 'build' })
  const assets = 'build/client/assets'
  const name = readdirSync(assets)
    .find((file) => file.endsWith('.js.br'))!
    .slice(0, -'.br'.length)
  const built = readFileSync(`${assets}/${name}`)
  const url = `/assets/${name}`
  expect((await site.inject(url)).rawPayload.equals(built)).toBe(true)
  // Zstandard is for answers that are compressed each time.
  for (const [encoding, , decode] of encodings.slice(1)) {
    const answer = await site.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(decode(answer.rawPayload).equals(built)).toBe(true)
  }
})
