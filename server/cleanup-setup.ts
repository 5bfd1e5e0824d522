import type { FastifyInstance } from 'fastify'

import type { Metrics } from './http/metrics.ts'
import type { AppContext } from './routes/context.ts'
import { deleteExpired } from './services/cleanup.ts'

/** The first cleanup waits for the initial load to pass and for NTP to set the clock. */
const [firstCleanup, cleanupInterval] = [10 * 60 * 1000, 60 * 60 * 1000]

/** Deletes expired data every hour while the server listens. */
export function runCleanup(
  app: FastifyInstance,
  { db, engine, ...stores }: AppContext,
  { watchJob }: Metrics,
) {
  const timers: NodeJS.Timeout[] = []
  const run = () => {
    watchJob('cleanup', deleteExpired(db, engine, stores)).catch((err: unknown) =>
      app.log.error({ err }, 'cleanup failed'),
    )
  }
  app.addHook('onListen', async () => {
    timers.push(setTimeout(run, firstCleanup).unref(), setInterval(run, cleanupInterval).unref())
  })
  app.addHook('preClose', async () => {
    for (const timer of timers) clearTimeout(timer)
  })
}
