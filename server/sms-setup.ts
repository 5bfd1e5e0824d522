import type { FastifyInstance } from 'fastify'

import type { Database } from './database/tables.ts'
import { logFailure } from './email-setup.ts'
import type { Metrics } from './http/metrics.ts'
import type { Timing } from './services/messages/attempts.ts'
import { attemptedOf, type Carrier } from './services/messages/carrier.ts'
import { startOutboxWorker, type OutboxWorker } from './services/messages/outbox-worker.ts'
import { messageRenderer, type EmailSender } from './services/messages/render-message.ts'
import { smsRules } from './services/sms/sms-rules.ts'
import type { Settings } from './settings.ts'

interface Sending extends Metrics {
  db: Database
  settings: Settings
  emailSender: EmailSender
  smsCarrier: Carrier | undefined
  timing: Partial<Timing> | undefined
}

/** In place of a carrier if SMS are not set up. The rules hold each SMS before an attempt. */
const noCarrier: Carrier = {
  name: 'gateway',
  isRepeatable: false,
  send: async () => ({ result: 'unavailable', trouble: 'not set up' }),
  discard: async () => {},
  close: () => {},
}

/** Sends the SMS of the outbox while the server listens. */
export function sendSms(
  app: FastifyInstance,
  { db, settings, smsCarrier, emailSender, timing, countSms }: Sending,
) {
  const { SMS_PRICE: price, SMS_MONTH_BUDGET: month, SMS_DAY_CAP: today } = settings
  let worker: OutboxWorker | undefined
  app.addHook('onListen', async () => {
    worker = startOutboxWorker({
      db,
      transport: 'sms',
      carrier: smsCarrier ?? noCarrier,
      rules: smsRules({ db, carrier: smsCarrier, price, limits: { month, today } }),
      render: messageRenderer(emailSender),
      report: (row, outcome) => {
        countSms(attemptedOf(outcome))
        logFailure(app, row, outcome, 'an SMS was not sent')
      },
      onError: (err) => app.log.error({ err }, 'SMS could not be sent'),
      ...(timing && { timing }),
    })
    worker.wake()
  })
  let stopped: Promise<void> | undefined
  // The worker stops while requests still run, because both share the time limit of the shutdown.
  app.addHook('preClose', async () => {
    stopped = worker?.stop()
  })
  app.addHook('onClose', async () => stopped)
}
