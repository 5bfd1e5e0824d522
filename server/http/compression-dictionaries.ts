import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { addVary, hasAlready, sendStaticFile, type StaticFile } from './static-files.ts'

const compress = promisify(zstdCompress)

/**
 * How long a browser may hold a page as a dictionary, in seconds. Chromium reckons that by how long
 * the page may be shown out of date, which it does with no page that somebody goes to: it asks for
 * each, as with `no-cache`.
 */
const held = 30 * 24 * 60 * 60
const cacheControl = `private, max-age=0, stale-while-revalidate=${held}`

/** More than there are pairs of prerendered pages: what is dropped is of pages that have changed. */
const keptDifferences = 1000

/** What every answer begins with that is encoded as `dcz`; then comes the dictionary's hash. */
const magic = Buffer.from('5e2a4d1820000000', 'hex')

/**
 * Pages as what differs from a page that the browser has already: Compression Dictionary Transport,
 * RFC 9842. A dictionary is a page that is the same for everybody, and only while it is so now: with
 * any other one, answers are what they are without.
 */
export function pageDictionaries(files: Iterable<readonly [path: string, file: StaticFile]>) {
  const byPath = new Map<string, StaticFile>()
  const byName = new Map<string, StaticFile>()
  const differences = new Map<string, Promise<Buffer>>()
  for (const [path, file] of files) add(path, file)
  return { add, sendFile, encode }

  /** Takes a page as a dictionary, in place of the one that was at this path before. */
  function add(path: string, page: StaticFile) {
    const before = byPath.get(path)
    if (before === page || !page.dictionaryName) return
    if (before) byName.delete(before.dictionaryName)
    byPath.set(path, page)
    byName.set(page.dictionaryName, page)
  }

  /** Sends a file; a page in as few bytes as can be, and offered as a dictionary for the next one. */
  function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
    return file.dictionaryName && takesDictionaries(request)
      ? sendOffered(request, reply, file)
      : sendStaticFile(request, reply, file)
  }

  async function sendOffered(request: FastifyRequest, reply: FastifyReply, page: StaticFile) {
    reply.header('use-as-dictionary', 'match="/*", match-dest=("document")')
    reply.header('cache-control', cacheControl)
    addVary(reply, 'available-dictionary')
    const dictionary = hasAlready(request, page) ? undefined : heldBy(request)
    const difference = dictionary && (await keptDifference(page, dictionary))
    return sendStaticFile(request, reply, { ...page, difference })
  }

  /** The body to send for a page that no cache may keep. */
  async function encode(reply: FastifyReply, html: Buffer) {
    const dictionary = heldBy(reply.request)
    const isKeptNowhere = reply.getHeader('cache-control') === 'no-store'
    if (!dictionary || !isKeptNowhere || !isPage(reply)) return html
    reply.header('content-encoding', 'dcz')
    return differenceOf(html, dictionary)
  }

  function heldBy({ headers }: FastifyRequest) {
    const name = headers['available-dictionary']
    if (typeof name !== 'string' || !/\bdcz\b/.test(headers['accept-encoding'] ?? '')) {
      return undefined
    }
    return byName.get(name)
  }

  function keptDifference({ body, etag }: StaticFile, dictionary: StaticFile) {
    const key = etag + dictionary.etag
    const kept = differences.get(key)
    if (kept) return kept
    const [oldest] = differences.keys()
    if (oldest && differences.size >= keptDifferences) differences.delete(oldest)
    const difference = differenceOf(body, dictionary)
    differences.set(key, difference)
    difference.catch(() => differences.delete(key))
    return difference
  }
}

/**
 * Chromium says `dcz` only once it holds a dictionary, and names itself where the connection is
 * safe. Other browsers are offered none: with Cache-Control as above they may show a page out of
 * date. Neither is a proxy that lets fewer encodings through, and may keep what it gets.
 */
function takesDictionaries({ headers }: FastifyRequest) {
  return headers['sec-ch-ua'] !== undefined && /\bzstd\b/.test(headers['accept-encoding'] ?? '')
}

function isPage(reply: FastifyReply) {
  return String(reply.getHeader('content-type')).startsWith('text/html')
}

async function differenceOf(html: Buffer, { body, dictionaryName }: StaticFile) {
  const hash = Buffer.from(dictionaryName.slice(1, -1), 'base64')
  const encoded = await compress(html, {
    dictionary: body,
    // With less memory than for a body of unknown length.
    pledgedSrcSize: html.length,
    // Half a millisecond to one, as Brotli's level 4; twenty times as long saves a twentieth.
    params: { [constants.ZSTD_c_compressionLevel]: 9 },
  })
  return Buffer.concat([magic, hash, encoded])
}
