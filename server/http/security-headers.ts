import { randomBytes } from 'node:crypto'

import type { FastifyInstance, FastifyReply } from 'fastify'

/** CSP sources that allow inline scripts and styles: `'nonce-…'`, or their hashes. */
export interface InlineSources {
  scripts: string
  styles: string
}

/** The headers differ for pages, the API, and the API's documentation. */
type Area = 'pages' | 'api' | 'docs'

/** Sets the security headers on every answer of a route, and on 404. */
export function setSecurityHeaders(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(securityHeaders(request.url))) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    done()
  })
}

/** Sets a CSP that allows inline scripts and styles with a new nonce, and returns the nonce. */
export function allowInline(reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64')
  const source = `'nonce-${nonce}'`
  const policy = contentSecurityPolicy('pages', { scripts: source, styles: source })
  reply.header('content-security-policy', policy)
  return nonce
}

const noInline: InlineSources = { scripts: '', styles: '' }

/** The one inline style of Swagger UI. */
const documentationStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

const headersOf = { pages: headersIn('pages'), api: headersIn('api'), docs: headersIn('docs') }

/** The headers for an answer without inline scripts and styles. */
export function securityHeaders(url: string) {
  return headersOf[areaOf(url)]
}

function headersIn(area: Area) {
  return {
    'content-security-policy': contentSecurityPolicy(area, noInline),
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    // Staff follow links from applications: these sites get our host name, no path.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // The next three are for old browsers, some of which do not support frame-ancestors.
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
 * The Content-Security-Policy of an area. `scripts` and `styles` are sources for inline code: only
 * pages pass any. No area loads from or sends to another host, except for the map, which a visitor opens on purpose.
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
