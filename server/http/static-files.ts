import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { contentSecurityPolicy, type InlineSources, securityHeaders } from './security-headers.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.data': 'text/x-script; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

type HeaderValues = Record<string, number | string | string[] | undefined>

/** A file in memory, ready to be sent. */
export interface StaticFile {
  type: string
  body: Buffer
  /** The body as the build compressed it with Brotli. */
  brotli: Buffer | undefined
  /** The body as its difference (delta) to a page that the browser has as a dictionary. */
  delta?: Buffer | undefined
  /** The header `Available-Dictionary` of browsers that have this page; empty for other files. */
  dictionaryName: string
  etag: string
  /** Headers of every answer. The CSP of a page allows its inline scripts and styles. */
  headers: Readonly<Record<string, string>>
}

type StaticFiles = ReadonlyMap<string, StaticFile>

/** Reads the files of a folder into memory, by URL path. */
export function readStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    files.set(path.replace(/\/?index\.html$/, '') || '/', read(file, path, type))
  }
  return files
}

/** Sends a file as a delta, as Brotli, uncompressed, or as 304 without a body. */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const { type, body, brotli, delta } = file
  if (brotli) addVary(reply, 'accept-encoding')
  const headers: HeaderValues = { ...file.headers, ...reply.getHeaders() }
  if (hasCurrentVersion(request, file)) return reply.code(304).headers(headers).send()
  const acceptsBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const encoded = delta ?? (acceptsBrotli ? brotli : undefined)
  if (!encoded) return reply.headers(headers).type(type).send(body)
  // Bypasses Fastify's hooks, which would change nothing and double the processor time.
  reply.hijack()
  headers['content-type'] = type
  headers['content-encoding'] = delta ? 'dcz' : 'br'
  headers['content-length'] = encoded.length
  reply.raw.writeHead(200, headers).end(encoded)
  return reply
}

/** Whether the browser has the current content of a file in its cache. */
export function hasCurrentVersion({ headers }: FastifyRequest, { etag }: StaticFile) {
  return headers['if-none-match'] === etag
}

export function addVary(reply: FastifyReply, name: string) {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, ${name}` : name)
}

/** A page that browsers revalidate each time they show it. */
export function pageFile(html: string, brotli?: Buffer): StaticFile {
  return staticFile(types['.html'] ?? '', Buffer.from(html), brotli, 'no-cache')
}

function read(file: string, path: string, type: string): StaticFile {
  return staticFile(type, readFileSync(file), readIfExists(`${file}.br`), cachingOf(path))
}

function cachingOf(path: string) {
  // The name of a built asset contains a hash of its content, so the content never changes.
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // Some browsers request the icon with every page.
  return path.startsWith('/icon') ? 'public, max-age=86400' : 'no-cache'
}

function staticFile(
  type: string,
  body: Buffer,
  brotli: Buffer | undefined,
  cacheControl: string,
): StaticFile {
  const hash = createHash('sha256').update(body).digest()
  const isPage = type === types['.html']
  const etag = `"${hash.toString('base64url').slice(0, 22)}"`
  return {
    type,
    body,
    brotli,
    dictionaryName: isPage ? `:${hash.toString('base64')}:` : '',
    etag,
    headers: {
      ...securityHeaders('/'),
      ...(isPage && {
        'content-security-policy': contentSecurityPolicy('pages', inlineSources(body.toString())),
      }),
      'cache-control': cacheControl,
      etag,
    },
  }
}

/** CSP hashes of the inline scripts and styles of a page; data blocks need none. */
function inlineSources(page: string): InlineSources {
  const scripts = page.matchAll(
    /<script(?! type="application| [^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g,
  )
  const styles = page.matchAll(/<style[^>]*>([^]*?)<\/style>/g)
  return { scripts: hashesOf(scripts), styles: hashesOf(styles) }
}

function hashesOf(elements: Iterable<RegExpExecArray>) {
  return Array.from(elements, ([, content = '']) => {
    const hash = createHash('sha256').update(content).digest('base64')
    return `'sha256-${hash}'`
  }).join(' ')
}

function readIfExists(file: string) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
