import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { site } from '../content/site.ts'
import type { Database } from './database/tables.ts'
import type { Metrics } from './http/metrics.ts'
import { sendAlerts } from './services/intakes/intake-alerts.ts'
import { emailFiles, mailFolder } from './services/messages/email-files.ts'
import { messageRenderer, type EmailSender } from './services/messages/render-message.ts'
import { noMail, smtpMail, type Mail } from './services/messages/mail.ts'
import type { SenderHeaders } from './services/messages/mime.ts'
import { attemptedOf, type Outcome } from './services/messages/carrier.ts'
import type { Timing } from './services/messages/attempts.ts'
import { withPause } from './services/messages/email-pause.ts'
import { startOutboxWorker, type OutboxWorker } from './services/messages/outbox-worker.ts'
import type { Settings } from './settings.ts'

/** Milliseconds between two looks for people who wait for an intake to open. */
const alertInterval = 60_000

/** The sender of e-mails to applicants. */
export function emailSenderOf({ PUBLIC_URL }: Settings): EmailSender {
  return {
    foundation: {
      name: site.name,
      shortName: site.shortName,
      email: site.email,
      phone: site.phone.shown,
    },
    publicUrl: PUBLIC_URL,
  }
}

/** Creates the sender of e-mails to staff. */
export async function mailOf(
  { SMTP_URL, MAIL_FROM }: Settings,
  log: FastifyBaseLogger,
  { countMail }: Metrics,
): Promise<Mail> {
  if (!SMTP_URL || !MAIL_FROM) return noMail
  return smtpMail(SMTP_URL, MAIL_FROM, (attempted, code) => {
    countMail(attempted)
    if (attempted !== 'accepted') log.error({ code }, 'a mail did not go out')
  })
}

interface Sending extends Metrics {
  db: Database
  settings: Settings
  emailSender: EmailSender
  timing: Partial<Timing> | undefined
}

/** Sends the e-mails of the outbox, and the alerts of intakes, while the server listens. */
export async function sendEmails(
  app: FastifyInstance,
  { db, settings, timing, emailSender, countMail, watchJob }: Sending,
) {
  const { name, email: address } = emailSender.foundation
  const headers = {
    from: settings.MAIL_FROM ?? `"${name}" <${address}>`,
    replyTo: { name, address },
  }
  const onError = (err: unknown) => app.log.error({ err }, 'messages could not be sent')
  const carrier = withPause(db, await carrierOf(settings, headers), onError)
  let worker: OutboxWorker | undefined
  app.addHook('onListen', async () => {
    worker = startOutboxWorker({
      db,
      transport: 'email',
      carrier,
      render: messageRenderer(emailSender),
      report: (row, outcome) => {
        countMail(attemptedOf(outcome))
        logFailure(app, row, outcome, 'a message did not go out')
      },
      onError,
      ...(timing && { timing }),
    })
    worker.wake()
  })
  let alerting: Promise<void> | undefined
  const alert = () => {
    alerting ??= watchJob('alerts', sendAlerts({ db, carrier, sender: emailSender }))
      .catch((err: unknown) => app.log.error({ err }, 'alerts of intakes could not be sent'))
      .finally(() => void (alerting = undefined))
  }
  const timer = setInterval(alert, alertInterval).unref()
  let stopped: Promise<void> | undefined
  // The worker stops while requests still run, because both share the time limit of the shutdown.
  app.addHook('preClose', async () => {
    clearInterval(timer)
    await alerting
    stopped = worker?.stop()
  })
  app.addHook('onClose', async () => stopped)
}

/** Logs a failed attempt with the ids of the message and of its application. */
export function logFailure(
  { log }: FastifyInstance,
  { _id: message, attachment: application }: { _id: string; attachment: string },
  outcome: Outcome,
  words: string,
) {
  if (outcome.result === 'sent') return
  const { trouble, reply } = { trouble: 'no answer', reply: undefined, ...outcome }
  log.error({ message, application, trouble, reply }, words)
}

async function carrierOf({ SMTP_URL, DATA_DIR }: Settings, headers: SenderHeaders) {
  if (!SMTP_URL) return emailFiles(mailFolder(DATA_DIR), headers)
  const { smtpCarrier } = await import('./services/messages/smtp-carrier.ts')
  return smtpCarrier(SMTP_URL, headers)
}
