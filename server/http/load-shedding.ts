import type { FastifyInstance, FastifyRequest } from 'fastify'

import { sendError } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isUnderWay: boolean
  }
}

export const tooBusy = 'Too many people are here at this moment. Please try again in a few seconds.'
export const secondsToWait = 5

/** How many requests may be under way at once. */
const most = 1000

/** The event loop is behind when it is late by this much, this many times in a row. */
const lateBy = 500
const timesInARow = 4
const watchEvery = 100

/** Milliseconds for which work that takes long waits at most, each time, until others are answered. */
const patience = 25

/** What the server has to do at the moment. */
export type Load = ReturnType<typeof watchLoad>

/** Watches how much there is to do, so that what would only wait can be turned away. */
export function watchLoad(app: FastifyInstance) {
  let underWay = 0
  const waiting = new Set<() => void>()
  let timesLate = 0
  let due = performance.now() + watchEvery
  const watch = setInterval(() => {
    const now = performance.now()
    timesLate = now - due > lateBy ? timesLate + 1 : 0
    due = now + watchEvery
  }, watchEvery)
  app.addHook('onClose', async () => clearInterval(watch))
  app.decorateRequest('isUnderWay', false)

  return {
    isTooMuch: () => underWay >= most || timesLate >= timesInARow,
    begin: (request: FastifyRequest) => {
      request.isUnderWay = true
      underWay++
    },
    /** Says that a request is answered; however often, it counts once. */
    end: (request: FastifyRequest) => {
      if (!request.isUnderWay) return
      request.isUnderWay = false
      underWay--
      if (underWay === 0) for (const goOn of waiting) goOn()
    },
    /** Between the steps of what takes long: resolves when nobody waits for an answer, or soon. */
    giveWay: async () => {
      if (underWay === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const late = setTimeout(resolve, patience)
      await promise
      clearTimeout(late)
      waiting.delete(resolve)
    },
  }
}

/**
 * Turns requests away while there is too much to do. A request counts once it has arrived whole and
 * until its answer begins: who sends or reads slowly takes nobody's place.
 */
export function shedLoad(app: FastifyInstance, load: Load) {
  app.addHook('onRequest', (_request, reply, done) => {
    if (load.isTooMuch()) {
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
