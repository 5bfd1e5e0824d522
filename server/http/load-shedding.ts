import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Sentence } from '../../contract/language/kiswahili.ts'
import { sendError } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isInProgress: boolean
  }
}

export const tooBusy: Sentence =
  'Too many people are here at this moment. Please try again in a few seconds.'
export const secondsToWait = 5

/** Requests that may be in progress at once. */
const maxRequests = 1000

/** The event loop counts as blocked after this many delays of this length (ms) in a row. */
const maxDelay = 500
const maxDelays = 4
/** Milliseconds between two checks of the event loop. */
const checkInterval = 100

/** The current load of the server. */
export type Load = ReturnType<typeof watchLoad>

/** Load shedding: counts requests in progress and watches the delay of the event loop. */
export function watchLoad(app: FastifyInstance) {
  let inProgress = 0
  let delays = 0
  let due = performance.now() + checkInterval
  const watch = setInterval(() => {
    const now = performance.now()
    delays = now - due > maxDelay ? delays + 1 : 0
    due = now + checkInterval
  }, checkInterval)
  app.addHook('onClose', async () => clearInterval(watch))
  app.decorateRequest('isInProgress', false)

  return {
    isOverloaded: () => inProgress >= maxRequests || delays >= maxDelays,
    begin: (request: FastifyRequest) => {
      request.isInProgress = true
      inProgress++
    },
    /** Marks a request as answered; repeated calls have no effect. */
    end: (request: FastifyRequest) => {
      if (!request.isInProgress) return
      request.isInProgress = false
      inProgress--
    },
  }
}

/**
 * Answers 503 while the server is overloaded. A request is in progress from its complete arrival
 * until its answer begins, so that slow clients do not count.
 */
export function shedLoad(app: FastifyInstance, load: Load) {
  app.addHook('onRequest', (_request, reply, done) => {
    if (load.isOverloaded()) {
      sendError(reply.header('retry-after', secondsToWait), 503, tooBusy)
    } else done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    load.begin(request)
    done()
  })
  const end = (request: FastifyRequest, done: () => void) => {
    load.end(request)
    done()
  }
  app.addHook('onSend', (request, _reply, _payload, done) => end(request, done))
  app.addHook('onResponse', (request, _reply, done) => end(request, done))
  app.addHook('onRequestAbort', end)
}
