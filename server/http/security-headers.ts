import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

/** What lets scripts and styles in a page itself pass: `'nonce-…'`, or their hashes. */
export interface InlineSources {
  scripts: string
  styles: string
}

declare module 'fastify' {
  interface FastifyReply {
    /** What the Content-Security-Policy of this answer lets inline scripts and styles carry. */
    nonce: string
  }
}

/** Security headers on every answer that comes from a route, or from there being none. */
export function setSecurityHeaders(app: FastifyInstance) {
  app.decorateReply('nonce', '')
  app.addHook('onRequest', async (request, reply) => {
    reply.nonce = randomBytes(16).toString('base64')
    const source = `'nonce-${reply.nonce}'`
    reply.headers(securityHeaders(request.url, { scripts: source, styles: source }))
  })
}

const noInline: InlineSources = { scripts: '', styles: '' }

/** The headers for an answer at an address; nothing inline works in it but what `inline` names. */
export function securityHeaders(url: string, inline = noInline) {
  return {
    'content-security-policy': contentSecurityPolicy(url, inline),
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
  }
}

/** The one style element that the pages of the API's documentation write into themselves. */
const documentationStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** Nothing is loaded from or sent to another host; only the map is shown, once it is asked for. */
export function contentSecurityPolicy(url: string, { scripts, styles }: InlineSources) {
  const documentation = url.startsWith('/api/docs') ? ` ${documentationStyle}` : ''
  const frames = url.startsWith('/api/') ? "'none'" : 'https://www.openstreetmap.org'
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `frame-src ${frames}`,
    "img-src 'self' data:",
    "object-src 'none'",
    `script-src 'self' ${scripts}`.trim(),
    `style-src 'self' ${styles}${documentation}`.trim(),
    "worker-src 'self'",
  ].join('; ')
}
