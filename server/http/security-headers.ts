import { randomBytes } from 'node:crypto'

import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    /** What the Content-Security-Policy of this answer lets inline scripts and styles carry. */
    nonce: string
  }
}

/** Security headers on every answer. Helmet sets all but the policy, whose nonce we hand on. */
export async function setSecurityHeaders(app: FastifyInstance) {
  app.decorateReply('nonce', '')
  app.addHook('onRequest', async (request, reply) => {
    reply.nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', policy(reply.nonce, request.url))
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Staff follow links that applicants gave: the other side learns no more than the host.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
  })
}

/** Nothing is loaded from or sent to another host; only the map is shown, once it is asked for. */
function policy(nonce: string, url: string) {
  const frames = url.startsWith('/api/') ? "'none'" : 'https://www.openstreetmap.org'
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `frame-src ${frames}`,
    "img-src 'self' data:",
    "object-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
  ].join('; ')
}
