import { randomBytes } from 'node:crypto'

import type { FastifyInstance, FastifyReply } from 'fastify'

/** What lets scripts and styles in a page itself pass: `'nonce-…'`, or their hashes. */
export interface InlineSources {
  scripts: string
  styles: string
}

/** What the headers depend on: pages, the API, and the pages of its documentation. */
type Area = 'pages' | 'api' | 'docs'

/** Security headers on every answer that comes from a route, or from there being none. */
export function setSecurityHeaders(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(securityHeaders(request.url))) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    done()
  })
}

/** Lets those inline scripts and styles of a page work that carry the nonce, which is new. */
export function allowInline(reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64')
  const source = `'nonce-${nonce}'`
  const policy = contentSecurityPolicy('pages', { scripts: source, styles: source })
  reply.header('content-security-policy', policy)
  return nonce
}

const noInline: InlineSources = { scripts: '', styles: '' }

/** The one style element that the pages of the API's documentation write into themselves. */
const documentationStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

const headersOf = { pages: headersIn('pages'), api: headersIn('api'), docs: headersIn('docs') }

/** The headers for an answer at an address; nothing inline works in it. */
export function securityHeaders(url: string) {
  return headersOf[areaOf(url)]
}

function headersIn(area: Area) {
  return {
    'content-security-policy': contentSecurityPolicy(area, noInline),
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    // Staff follow links that applicants gave: the other side learns no more than the host.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // For browsers that do not know frame-ancestors, and against the mistakes of old ones.
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  } as const
}

function areaOf(url: string): Area {
  if (url.startsWith('/api/docs')) return 'docs'
  return url.startsWith('/api/') ? 'api' : 'pages'
}

/**
 * The policy for an answer in an area; in pages what is named works inline, and nothing else.
 * Nothing is loaded from or sent to another host; only the map is shown, once it is asked for.
 */
export function contentSecurityPolicy(area: Area, { scripts, styles }: InlineSources) {
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `frame-src ${area === 'pages' ? 'https://www.openstreetmap.org' : "'none'"}`,
    "img-src 'self' data:",
    "object-src 'none'",
    `script-src 'self' ${scripts}`.trim(),
    `style-src 'self' ${area === 'docs' ? documentationStyle : styles}`.trim(),
    "worker-src 'self'",
  ].join('; ')
}
