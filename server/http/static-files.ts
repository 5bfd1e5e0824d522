import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { publicUrlPlaceholder } from '../../contract/constants.ts'
import { chooseEncoding, type Encoded, type Encoding, suffixes } from './encodings.ts'
import {
  contentSecurityPolicy,
  hsts,
  type InlineSources,
  securityHeaders,
} from './security-headers.ts'

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
  /** The compressed body; undefined if each answer is compressed separately. */
  encoded: Encoded | undefined
  /** The body as its difference (delta) to a page that the browser has as a dictionary. */
  delta?: Buffer | undefined
  /** The header `Available-Dictionary` of browsers that have this page; empty for other files. */
  dictionaryName: string
  etag: string
  /** Headers of every answer. The CSP of a page allows its inline scripts and styles. */
  headers: Readonly<Record<string, string>>
}

/** The files of the build, by URL path. */
export interface StaticFiles {
  files: ReadonlyMap<string, StaticFile>
  /** The text of pages and files with the placeholder of the public URL. */
  templates: ReadonlyMap<string, Buffer>
}

export function readStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  const templates = new Map<string, Buffer>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = join(entry.parentPath, entry.name)
    const relativePath = `/${relative(folder, file).split(sep).join('/')}`
    const path = relativePath.replace(/\/?index\.html$/, '') || '/'
    const body = readFileSync(file)
    if (body.includes(publicUrlPlaceholder)) templates.set(path, body)
    else files.set(path, builtFile(type, body, readEncoded(file), cachingOf(path)))
  }
  return { files, templates }
}

/** Keeps no uncompressed script or style in memory: hardly any browser asks for it. */
function builtFile(type: string, body: Buffer, encoded: BuiltEncodings, caching: string) {
  const file = staticFile(type, body, encoded, caching)
  const { br } = encoded
  if (!br || file.type === types['.html']) return file
  return Object.defineProperty(file, 'body', { get: () => brotliDecompressSync(br) })
}

/** The file of a page, or of a text such as the sitemap. Browsers revalidate it each time. */
export function pageFile(path: string, body: Buffer, encoded: Encoded | undefined) {
  return staticFile(types[extname(path) || '.html'] ?? '', body, encoded, 'no-cache')
}

/** Sends a file as a delta, compressed, uncompressed, or as 304 without a body. */
export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
) {
  const { type, encoded, delta } = file
  if (encoded && 'br' in encoded) addVary(reply, 'accept-encoding')
  const headers: HeaderValues = { ...file.headers, ...hsts(request), ...reply.getHeaders() }
  if (hasCurrentVersion(request, file)) return reply.code(304).headers(headers).send()
  if (!delta && !encoded) return reply.headers(headers).type(type).send(file.body)
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const best = delta || !encoding ? undefined : await encoded?.[encoding]
  const content = delta ?? best ?? file.body
  // Bypasses Fastify's hooks, which would change nothing and double the processor time.
  reply.hijack()
  headers['content-type'] = type
  if (delta) headers['content-encoding'] = 'dcz'
  else if (best) headers['content-encoding'] = encoding
  headers['content-length'] = content.length
  reply.raw.writeHead(200, headers).end(content)
  return reply
}

/**
 * Whether the browser has the current content of a file in its cache: If-None-Match (RFC 9110, 13.1.2)
 * with weak comparison. A proxy that compresses again makes an ETag weak.
 */
export function hasCurrentVersion({ headers }: FastifyRequest, { etag }: StaticFile) {
  const given = headers['if-none-match'] ?? ''
  // The quoted part of each ETag. A comma may stand inside.
  return given.trim() === '*' || given.match(/"[^"]*"/g)?.includes(etag) === true
}

export function addVary(reply: FastifyReply, name: string) {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, ${name}` : name)
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
  encoded: Encoded | undefined,
  cacheControl: string,
): StaticFile {
  const hash = createHash('sha256').update(body).digest()
  const isPage = type === types['.html']
  const etag = `"${hash.toString('base64url').slice(0, 22)}"`
  return {
    type,
    body,
    encoded,
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

type BuiltEncodings = { readonly [Name in Encoding]?: Buffer | undefined }

/**
 * The compressed versions of a file that the build has written beside it. Nearly all browsers accept
 * Brotli: the others are read when they are asked for.
 */
function readEncoded(file: string): BuiltEncodings {
  if (!existsSync(file + suffixes.br)) return {}
  return {
    br: readFileSync(file + suffixes.br),
    get gzip() {
      // A new build may have replaced the file since the start.
      return existsSync(file + suffixes.gzip) ? readFileSync(file + suffixes.gzip) : undefined
    },
  }
}
