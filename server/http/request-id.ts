import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

const sane = /^[\w.:-]{8,128}$/

/** Gives each request its id: the `X-Request-Id` of a proxy that is trusted, else a new one. */
export function requestIds(trustProxy: FastifyServerOptions['trustProxy']) {
  const isTrusted = trustOf(trustProxy)
  return ({ headers, socket }: IncomingMessage) => {
    const given = headers['x-request-id']
    const isTaken =
      typeof given === 'string' && sane.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
    return isTaken ? given : randomUUID()
  }
}

/** Every answer names its request, as the log does. */
export function answerRequestId(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

function trustOf(trustProxy: FastifyServerOptions['trustProxy']) {
  if (typeof trustProxy === 'function') return trustProxy
  if (typeof trustProxy !== 'string') return () => trustProxy === true
  return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()))
}
