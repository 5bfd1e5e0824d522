import { randomBytes } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Sources for the Content-Security-Policy that allow inline code: `'nonce-…'`, or hashes. */
export interface InlineSources {
  scripts: string
  styles: string
}

/** Parts of the site with different security headers. `docs` is the documentation of the API. */
type Area = 'pages' | 'api' | 'docs'

/** Sets the security headers on every answer of a route, and on the answer 404. */
export function setSecurityHeaders(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const headers = { ...securityHeaders(request.url), ...hsts(request) }
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    done()
  })
}

const strictTransport = { 'strict-transport-security': 'max-age=31536000' }

/** `Strict-Transport-Security`, only for requests over TLS (RFC 6797, section 7.2). */
export function hsts({ protocol }: FastifyRequest) {
  return protocol === 'https' ? strictTransport : undefined
}

/** Sets a CSP that allows inline scripts and styles with a new nonce, and returns the nonce. */
export function allowInline(reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64')
  const source = `'nonce-${nonce}'`
  const policy = contentSecurityPolicy('pages', { scripts: source, styles: source })
  reply.header('content-security-policy', policy)
  return nonce
}

/** Allows pages of this site to show an answer in a frame. */
export function allowOwnFrames(reply: FastifyReply) {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(noFrames, "frame-ancestors 'self'"))
  reply.header('x-frame-options', 'SAMEORIGIN')
}

const noFrames = "frame-ancestors 'none'"

/** The CSP of applicants' documents: a browser that shows one runs nothing and loads nothing. */
export const documentPolicy = "sandbox; default-src 'none'"

const noInline: InlineSources = { scripts: '', styles: '' }

/** The hash of the only inline style of Swagger UI. */
const documentationStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

const headersOf = { pages: headersIn('pages'), api: headersIn('api'), docs: headersIn('docs') }

/** The headers for an answer without inline scripts and styles. */
export function securityHeaders(url: string) {
  return headersOf[areaOf(url)]
}

function headersIn(area: Area) {
  return {
    'content-security-policy': contentSecurityPolicy(area, noInline),
    'x-content-type-options': 'nosniff',
    // When staff follow a link in an application, the other site gets our host name, but no path.
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
 * The Content-Security-Policy of an area. `scripts` and `styles` are sources for inline code, which
 * only pages have. No area loads from another host or sends data to another host, except for the
 * map, which a visitor must open. The back office shows previews of pages in a frame.
 */
export function contentSecurityPolicy(area: Area, { scripts, styles }: InlineSources) {
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    noFrames,
    `frame-src ${area === 'pages' ? "'self' https://www.openstreetmap.org" : "'none'"}`,
    "img-src 'self' data:",
    "object-src 'none'",
    `script-src 'self' ${scripts}`.trim(),
    `style-src 'self' ${area === 'docs' ? documentationStyle : styles}`.trim(),
    "worker-src 'self'",
  ].join('; ')
}
