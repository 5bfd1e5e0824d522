import type { FastifyInstance } from 'fastify'

import type { Database } from './database/tables.ts'
import type { Metrics } from './http/metrics.ts'
import { runOfferJobs } from './services/applications/offer-jobs.ts'

/** Milliseconds between two runs of the jobs. */
const interval = 10_000

/** Runs the jobs of offers and placements while the server listens. */
export function runOffers(app: FastifyInstance, db: Database, { watchJob }: Metrics) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const run = () => {
    running ??= watchJob('offers', runOfferJobs(db))
      .catch((err: unknown) => app.log.error({ err }, 'the jobs of offers failed'))
      .finally(() => void (running = undefined))
  }
  app.addHook('onListen', async () => {
    run()
    timer = setInterval(run, interval)
  })
  app.addHook('preClose', async () => clearInterval(timer))
  app.addHook('onClose', async () => running)
}
