import type { FastifyError, FastifyInstance, FastifyServerOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Structured logs without personal data. */
export function logger(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    serializers: {
      err: ({ name, message, code, stack }: FastifyError) => ({
        type: name,
        message,
        code,
        stack: stack ?? '',
      }),
    },
  }
}

/** The routes of load balancers and monitoring, which ask every second. */
const probes = new Set<string | undefined>(['/healthz', '/readyz', '/metrics'])

/**
 * Logs one line for each answered request. It has the route, but no URL, headers or IP address. A
 * successful probe is logged for debugging only.
 */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, routeOptions } = request
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    const level = probes.has(routeOptions.url) && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[level](
      { requestId, method, route: routeOptions.url, status: reply.statusCode, milliseconds },
      'answered',
    )
    done()
  })
}

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
