import type { FastifyInstance } from 'fastify'

import { isReady } from '../database/open.ts'
import { sendProblem } from '../http/errors.ts'
import type { AppContext } from './context.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve. */
export function healthRoutes(app: FastifyInstance, { db, engine }: AppContext) {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      if (await isReady(db, engine)) return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
    }
    reply.header('retry-after', 5)
    return sendProblem(reply, 503, 'Not ready: the database does not answer or is not up to date.')
  })
}
