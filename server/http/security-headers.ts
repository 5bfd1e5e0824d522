import type { FastifyHelmetOptions } from '@fastify/helmet'

/** Nothing is loaded from, sent to or shown in another host; inline scripts need a nonce. */
export const securityHeaders: FastifyHelmetOptions = {
  enableCSPNonces: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
    },
  },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // The proxy that ends TLS decides on HSTS; over plain HTTP browsers ignore it.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  frameguard: { action: 'deny' },
}
