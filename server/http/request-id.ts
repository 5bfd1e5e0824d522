import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

const validId = /^[\w.:-]{8,128}$/

/** Request ids: the `X-Request-Id` of a trusted proxy, else a random UUID. */
export function requestIds(trustProxy: FastifyServerOptions['trustProxy']) {
  const isTrusted = trustFunction(trustProxy)
  return ({ headers, socket }: IncomingMessage) => {
    const given = headers['x-request-id']
    const isAccepted =
      typeof given === 'string' && validId.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
    return isAccepted ? given : randomUUID()
  }
}

/** Sends the request's id, which is also in the log, as the header `X-Request-Id`. */
export function sendRequestId(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

/** Returns a function that tells whether an IP address is a trusted proxy, by `TRUST_PROXY`. */
function trustFunction(trustProxy: FastifyServerOptions['trustProxy']) {
  if (typeof trustProxy === 'function') return trustProxy
  if (typeof trustProxy !== 'string') return () => trustProxy === true
  return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()))
}
