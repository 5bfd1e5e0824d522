import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import packageJson from '#package' with { type: 'json' }
import { isReady } from '../database/open.ts'
import { sendError } from '../http/error-handler.ts'
import type { AppContext } from './context.ts'

const { version } = packageJson

/** Timeout in milliseconds. It is short, because load balancers do not wait long for an answer. */
const timeout = 2000

/** `/healthz`: the process runs, and which version it is. `/readyz`: the database answers and has all migrations. */
export function healthRoutes(app: FastifyInstance, { db, engine }: AppContext) {
  app.get('/healthz', () => ({ status: 'ok', version }))
  app.get('/readyz', async (request, reply) => {
    try {
      const timedOut = sleep(timeout, false, { ref: false })
      if (await Promise.race([isReady(db, engine), timedOut])) return { status: 'ready' }
    } catch (error) {
      request.log.warn({ requestId: request.id, err: error }, 'the database does not answer')
    }
    reply.header('retry-after', 5)
    return sendError(reply, 503, 'Not ready: the database does not answer or is not up to date.')
  })
}
