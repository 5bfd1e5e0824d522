import type { FastifyInstance } from 'fastify'

import { answerClientError } from './bad-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds until the body must have arrived, if a route gives it more time. */
    bodyTimeout?: number
  }
}

/** Time for the files of an application: 4 MB over a slow 2G link of 20 kbit/s. */
export const uploadTimeout = 30 * 60_000

/**
 * Timeout until the whole body has arrived. Node's own `requestTimeout` is the same for all routes,
 * and files take longer than other bodies. For headers and silent connections there are others. The
 * rest of a body that was answered already has no more time than other bodies.
 */
export function limitBodyTime(app: FastifyInstance, timeout: number) {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    const { headers, socket } = raw
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0) {
      const stop = () => answerClientError(timeoutError, socket)
      const timer = setTimeout(stop, routeOptions.config?.bodyTimeout ?? timeout).unref()
      const clear = () => clearTimeout(timer)
      for (const event of ['end', 'close']) raw.once(event, clear)
      reply.raw.once('finish', clear)
    }
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      const timer = setTimeout(() => raw.destroy(), timeout).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

const timeoutError = Object.assign(new Error('The body took too long to arrive'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})
