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

/** A file as it is sent, from memory. */
export interface StaticFile {
  type: string
  body: Buffer
  /** The body compressed ahead with Brotli, where the build did so. */
  brotli: Buffer | undefined
  /** In place of the body, for a browser that holds the page from which it differs. */
  difference?: Buffer | undefined
  /** How a browser names a page that it holds as a dictionary; empty for other files. */
  dictionaryName: string
  etag: string
  /** What is said of it in every answer; of a page the policy under which its own scripts work. */
  headers: Readonly<Record<string, string>>
}

type StaticFiles = ReadonlyMap<string, StaticFile>

/** Reads a folder into memory, by the path under which a browser asks for each file. */
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

/** Sends a file, compressed or not at all (304) where the browser allows it. */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const { type, body, brotli, difference } = file
  if (brotli) addVary(reply, 'accept-encoding')
  const headers: HeaderValues = { ...file.headers, ...reply.getHeaders() }
  if (hasAlready(request, file)) return reply.code(304).headers(headers).send()
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const encoded = difference ?? (takesBrotli ? brotli : undefined)
  if (!encoded) return reply.headers(headers).type(type).send(body)
  // There is nothing left to be done to it by hooks; going through them would double our own work.
  reply.hijack()
  headers['content-type'] = type
  headers['content-encoding'] = difference ? 'dcz' : 'br'
  headers['content-length'] = encoded.length
  reply.raw.writeHead(200, headers).end(encoded)
  return reply
}

/** Whether the browser has the file as it is now. */
export function hasAlready({ headers }: FastifyRequest, { etag }: StaticFile) {
  return headers['if-none-match'] === etag
}

export function addVary(reply: FastifyReply, name: string) {
  const others = reply.getHeader('vary')
  reply.header('vary', others ? `${String(others)}, ${name}` : name)
}

/** A page that the browser asks for again each time, and gets only when it has changed. */
export function pageFile(html: string, brotli?: Buffer): StaticFile {
  return staticFile(types['.html'] ?? '', Buffer.from(html), brotli, 'no-cache')
}

function read(file: string, path: string, type: string): StaticFile {
  return staticFile(type, readFileSync(file), readIfThere(`${file}.br`), cachingOf(path))
}

function cachingOf(path: string) {
  // The names of built assets carry a hash of their content.
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // Some browsers ask for the icon on every page.
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

/** The hashes of a page's own scripts and styles; data blocks need none. */
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

function readIfThere(file: string) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
