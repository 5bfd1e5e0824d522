import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test, vi } from 'vitest'

import { publicPaths } from '../../content/paths.ts'
import { publicUrlPlaceholder } from '../../contract/constants.ts'
import { formTo, startApi } from '../support/api.ts'

vi.setConfig({ testTimeout: 60_000 }) // each page is compressed at its first request

const urls = ['https://www.example.org', 'http://vijana.example.com:8080']
const sites = await Promise.all(
  urls.map(async (PUBLIC_URL) => {
    const { app } = await startApi({ PUBLIC_URL }, { pages: 'build' })
    return { url: PUBLIC_URL, app }
  }),
)
const unset = await startApi({ TRUST_PROXY: 'loopback' }, { pages: 'build' })
const [first, second] = sites as [(typeof sites)[0], (typeof sites)[0]]

/** Pages that search engines do not index, rendered for one visitor. */
const hidden = [
  '/login',
  '/set-password',
  '/industrial-attachment/status',
  '/sw/industrial-attachment/status',
  '/industrial-attachment/success',
  '/404',
]

test.each(sites)('one build serves $url', async ({ url, app }) => {
  for (const path of [...publicPaths, ...hidden]) {
    const { body } = await app.inject(path)
    expect(body).not.toContain(publicUrlPlaceholder)
    const head = headOf(body)
    expect(head).toMatchObject({
      canonical: url + path,
      'og:url': url + path,
      'og:image': expect.stringMatching(new RegExp(`^${url}/social/\\w+\\.png$`)),
      'twitter:image': head['og:image'],
    })
    expect(JSON.parse(head['json-ld']!)).toMatchObject({ '@context': 'https://schema.org' })
    const others = [...head['json-ld']!.matchAll(/"(https?:[^"]+)"/g)].map(([, found]) => found!)
    expect(others.some((found) => found.startsWith(url))).toBe(true)
  }
  const sitemap = (await app.inject('/sitemap.xml')).body
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found]) => found)
  expect(listed).toEqual(publicPaths.map((path) => url + path))
  expect(sitemap).toContain(`hreflang="sw" href="${url}/sw/industrial-attachment"`)
  expect((await app.inject('/robots.txt')).body).toContain(`Sitemap: ${url}/sitemap.xml\n`)
})

test('the ETag of a page changes with the public URL', async () => {
  const [one, other] = await Promise.all([first.app.inject('/'), second.app.inject('/')])
  expect(one.headers.etag).not.toBe(other.headers.etag)
  const headers = { 'if-none-match': String(one.headers.etag) }
  expect((await first.app.inject({ url: '/', headers })).statusCode).toBe(304)
  expect((await second.app.inject({ url: '/', headers })).statusCode).toBe(200)
})

test('pages rendered for one visitor contain the public URL', async () => {
  const { body } = await first.app.inject(formTo('/industrial-attachment/apply', {}))
  expect(headOf(body)['canonical']).toBe(`${first.url}/industrial-attachment/apply`)
  expect(body).not.toContain(publicUrlPlaceholder)
})

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

test.each(['/', '/industrial-attachment/apply', '/sitemap.xml', '/icon.svg'])(
  '%s is the same in every encoding',
  async (url) => {
    const plain = await first.app.inject(url)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    for (const [encoding, decode] of Object.entries(decoders)) {
      const headers = { 'accept-encoding': encoding }
      const answer = await first.app.inject({ url, headers })
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(answer.rawPayload.length),
        vary: expect.stringContaining('accept-encoding'),
      })
      expect(decode(answer.rawPayload).toString()).toBe(plain.body)
    }
  },
)

test('without PUBLIC_URL, pages have the host of the request, however many hosts there are', async () => {
  for (const host of ['a.example', 'b.example:3000', 'c.example', 'd.example', 'e.example']) {
    for (const path of ['/', '/about', '/industrial-attachment/apply', '/login']) {
      const { body } = await unset.app.inject({ url: path, headers: { host } })
      const head = headOf(body)
      expect([head['canonical'], head['og:url']]).toEqual([
        `http://${host}${path}`,
        `http://${host}${path}`,
      ])
      expect(head['og:image']).toMatch(`http://${host}/social/`)
      expect(body).not.toContain(publicUrlPlaceholder)
    }
  }
})

test('without PUBLIC_URL, the host that a trusted proxy reports is used', async () => {
  const headers = {
    host: '127.0.0.1:3000',
    'x-forwarded-host': 'www.example.org',
    'x-forwarded-proto': 'https',
  }
  const trusted = await unset.app.inject({ url: '/about', headers })
  expect(headOf(trusted.body)['canonical']).toBe('https://www.example.org/about')
  const remoteAddress = '203.0.113.9'
  const untrusted = await unset.app.inject({ url: '/about', headers, remoteAddress })
  expect(headOf(untrusted.body)['canonical']).toBe('http://127.0.0.1:3000/about')
})

/** The canonical URL, the meta elements and the structured data of a page. */
function headOf(html: string) {
  const head: Record<string, string> = {}
  for (const [, name = '', content = ''] of html.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)"/g,
  )) {
    head[name] = content
  }
  head['canonical'] = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? ''
  head['json-ld'] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)?.[1] ?? ''
  return head
}
