import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { addVary, hasCurrentVersion, sendStaticFile, type StaticFile } from './static-files.ts'

const compress = promisify(zstdCompress)

/**
 * Seconds that a browser may store a page as a dictionary. Chromium derives that from
 * `stale-while-revalidate`, which it ignores for navigations: these always revalidate, as with
 * `no-cache`.
 */
const dictionaryLifetime = 30 * 24 * 60 * 60
const cacheControl = `private, max-age=0, stale-while-revalidate=${dictionaryLifetime}`

/** More than there are pairs of prerendered pages, so only deltas of outdated pages are evicted. */
const maxCachedDeltas = 1000

/** The first bytes of every `dcz` answer; the SHA-256 of the dictionary follows. */
const magic = Buffer.from('5e2a4d1820000000', 'hex')

/**
 * Compression Dictionary Transport (RFC 9842): sends a page as its delta to a page that the browser
 * already has. Only the current versions of pages that are the same for everybody are dictionaries.
 * Requests with another dictionary get the usual answers.
 */
export function pageDictionaries(files: Iterable<readonly [path: string, file: StaticFile]>) {
  const byPath = new Map<string, StaticFile>()
  const byName = new Map<string, StaticFile>()
  const deltas = new Map<string, Promise<Buffer>>()
  for (const [path, file] of files) add(path, file)
  return { add, sendFile, encode }

  /** Adds a page as a dictionary and removes the previous one at this path. */
  function add(path: string, page: StaticFile) {
    const previous = byPath.get(path)
    if (previous === page || !page.dictionaryName) return
    if (previous) byName.delete(previous.dictionaryName)
    byPath.set(path, page)
    byName.set(page.dictionaryName, page)
  }

  /** Sends a file. A page travels as a delta if possible, and becomes the next dictionary. */
  function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
    return file.dictionaryName && supportsDictionaries(request)
      ? sendPage(request, reply, file)
      : sendStaticFile(request, reply, file)
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, page: StaticFile) {
    reply.header('use-as-dictionary', 'match="/*", match-dest=("document")')
    reply.header('cache-control', cacheControl)
    addVary(reply, 'available-dictionary')
    const dictionary = hasCurrentVersion(request, page) ? undefined : dictionaryOf(request)
    const delta = dictionary && (await cachedDelta(page, dictionary))
    return sendStaticFile(request, reply, { ...page, delta })
  }

  /** Encodes the body of a page for one visitor: a delta if possible, else the HTML itself. */
  async function encode(reply: FastifyReply, html: Buffer) {
    const dictionary = dictionaryOf(reply.request)
    const isUncached = reply.getHeader('cache-control') === 'no-store'
    if (!dictionary || !isUncached || !isPage(reply)) return html
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
    const [oldest] = deltas.keys()
    if (oldest && deltas.size >= maxCachedDeltas) deltas.delete(oldest)
    const delta = deltaOf(body, dictionary)
    deltas.set(key, delta)
    delta.catch(() => deltas.delete(key))
    return delta
  }
}

/**
 * Chromium sends `dcz` only when it has a dictionary, and `Sec-CH-UA` only on secure connections.
 * Other browsers are excluded: with the Cache-Control above they may show a stale page. So is a
 * proxy that removes `zstd`: it may cache the answer.
 */
function supportsDictionaries({ headers }: FastifyRequest) {
  return headers['sec-ch-ua'] !== undefined && /\bzstd\b/.test(headers['accept-encoding'] ?? '')
}

function isPage(reply: FastifyReply) {
  return String(reply.getHeader('content-type')).startsWith('text/html')
}

async function deltaOf(html: Buffer, { body, dictionaryName }: StaticFile) {
  const hash = Buffer.from(dictionaryName.slice(1, -1), 'base64')
  const encoded = await compress(html, {
    dictionary: body,
    // A known length saves memory.
    pledgedSrcSize: html.length,
    // 0.5 to 1 ms, as Brotli's level 4. Twenty times as long would save a twentieth of the bytes.
    params: { [constants.ZSTD_c_compressionLevel]: 9 },
  })
  return Buffer.concat([magic, hash, encoded])
}
