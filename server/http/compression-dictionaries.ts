import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { addVary, hasCurrentVersion, type StaticFile } from './static-files.ts'

const compress = promisify(zstdCompress)

/**
 * Seconds for which a browser may keep a page as a dictionary. Chromium takes this time from
 * `stale-while-revalidate`. For navigations it ignores that value and always revalidates the page,
 * as with `no-cache`.
 */
const dictionaryLifetime = 30 * 24 * 60 * 60
const cacheControl = `private, max-age=0, stale-while-revalidate=${dictionaryLifetime}`

/** More than the number of pairs of pages of the site, so that only a long run fills the cache. */
const maxCachedDeltas = 3000

/** The magic number at the start of a `dcz` answer. The SHA-256 of the dictionary follows. */
const magic = Buffer.from('5e2a4d1820000000', 'hex')

/**
 * Compression Dictionary Transport (RFC 9842): sends a page as its delta to a page that the browser
 * already has. Dictionaries are the current versions of pages that are the same for everybody. A
 * request with any other dictionary gets the page without a delta.
 */
export function pageDictionaries() {
  const byName = new Map<string, StaticFile>()
  const deltas = new Map<string, Promise<Buffer>>()
  return { add, remove, useFor, encode }

  /** Files that are no pages have no name, and are no dictionaries. */
  function add(page: StaticFile) {
    if (page.dictionaryName) byName.set(page.dictionaryName, page)
  }

  function remove(page: StaticFile) {
    byName.delete(page.dictionaryName)
  }

  /** Offers a page as the browser's next dictionary, and adds the delta to the one that it has. */
  async function useFor(request: FastifyRequest, reply: FastifyReply, page: StaticFile) {
    if (!page.dictionaryName || !supportsDictionaries(request)) return page
    reply.header('use-as-dictionary', 'match="/*", match-dest=("document")')
    reply.header('cache-control', cacheControl)
    addVary(reply, 'available-dictionary')
    const dictionary = hasCurrentVersion(request, page) ? undefined : dictionaryOf(request)
    return dictionary ? { ...page, delta: await cachedDelta(page, dictionary) } : page
  }

  /** Encodes the body of a page for one visitor: a delta if possible, else the HTML itself. */
  async function encode(reply: FastifyReply, html: Buffer) {
    const dictionary = dictionaryOf(reply.request)
    const isForOne = /^(no-store|private, no-cache)$/.test(String(reply.getHeader('cache-control')))
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!dictionary || !isForOne || !isPage) return html
    reply.header('content-encoding', 'dcz')
    return deltaOf(html, dictionary)
  }

  function dictionaryOf({ headers }: FastifyRequest) {
    const name = headers['available-dictionary']
    if (typeof name !== 'string' || !/\bdcz\b/.test(headers['accept-encoding'] ?? '')) {
      return undefined
    }
    return byName.get(name)
  }

  function cachedDelta({ body, etag }: StaticFile, dictionary: StaticFile) {
    const key = etag + dictionary.etag
    const cached = deltas.get(key)
    if (cached) return cached
    if (deltas.size >= maxCachedDeltas) deltas.clear()
    const delta = deltaOf(body, dictionary)
    deltas.set(key, delta)
    delta.catch(() => deltas.delete(key))
    return delta
  }
}

/**
 * Chromium sends `dcz` only when it has a dictionary, and `Sec-CH-UA` only on secure connections.
 * Other browsers are excluded, because with the `cacheControl` above they may show a stale page. A
 * request without `zstd` has passed a proxy that may cache the answer, and is excluded, too.
 */
function supportsDictionaries({ headers }: FastifyRequest) {
  return headers['sec-ch-ua'] !== undefined && /\bzstd\b/.test(headers['accept-encoding'] ?? '')
}

async function deltaOf(html: Buffer, { body, dictionaryName }: StaticFile) {
  const hash = Buffer.from(dictionaryName.slice(1, -1), 'base64')
  const encoded = await compress(html, {
    dictionary: body,
    // zstd needs less memory if it knows the length of the input.
    pledgedSrcSize: html.length,
    // Level 9 takes 0.5 to 1 ms, like Brotli's level 4. A level that takes twenty times as long
    // saves only 5 % of the bytes.
    params: { [constants.ZSTD_c_compressionLevel]: 9 },
  })
  return Buffer.concat([magic, hash, encoded])
}
