import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { site } from '../content/site.ts'
import type { Database } from './database/tables.ts'
import type { Metrics } from './http/metrics.ts'
import { fileCarrier } from './services/messages/file-transport.ts'
import { letterWriter, type Sender } from './services/messages/render-email.ts'
import { noMail, smtpMail, type Mail } from './services/messages/mail.ts'
import type { Letterhead } from './services/messages/mime.ts'
import { outboxSender, type OutboxSender, type Pace } from './services/messages/outbox-worker.ts'
import type { Settings } from './settings.ts'

/** In whose name applicants are written to. */
export function letterSenderOf({ PUBLIC_URL }: Settings): Sender {
  return {
    foundation: { name: site.name, email: site.email, phone: site.phone.shown },
    publicUrl: PUBLIC_URL,
  }
}

/** By what users are written to. */
export async function mailOf(
  { SMTP_URL, MAIL_FROM }: Settings,
  log: FastifyBaseLogger,
  { countMail }: Metrics,
): Promise<Mail> {
  if (!SMTP_URL || !MAIL_FROM) return noMail
  const mail = await smtpMail(SMTP_URL, MAIL_FROM, (code) =>
    log.error({ code }, 'a mail did not go out'),
  )
  return {
    async send(letter) {
      const wentOut = await mail.send(letter)
      countMail(wentOut)
      return wentOut
    },
  }
}

interface Sending extends Metrics {
  db: Database
  settings: Settings
  letterSender: Sender
  mailFolder: string
  pace: Partial<Pace> | undefined
}

/** From when it listens, the server sends what applicants are to be told. */
export async function sendMessages(
  app: FastifyInstance,
  { db, settings: { SMTP_URL, MAIL_FROM }, pace, letterSender, mailFolder, countMail }: Sending,
) {
  const { name, email: address } = letterSender.foundation
  const letterhead = { from: MAIL_FROM ?? `"${name}" <${address}>`, replyTo: { name, address } }
  const carrier = await carrierOf(SMTP_URL, mailFolder, letterhead)
  let sender: OutboxSender | undefined
  app.addHook('onListen', async () => {
    sender = outboxSender({
      db,
      carrier,
      write: letterWriter(letterSender),
      report: (wentOut, trouble, reply) => {
        countMail(wentOut)
        if (!wentOut) app.log.error({ trouble, reply }, 'a message did not go out')
      },
      onError: (err) => app.log.error({ err }, 'messages could not be sent'),
      ...(pace && { pace }),
    })
    sender.nudge()
  })
  let stopped: Promise<void> | undefined
  // While requests are answered, not after them: both together have the time that there is.
  app.addHook('preClose', async () => void (stopped = sender?.stop()))
  app.addHook('onClose', async () => stopped)
}

async function carrierOf(smtpUrl: string | undefined, folder: string, letterhead: Letterhead) {
  if (!smtpUrl) return fileCarrier(folder, letterhead)
  const { smtpCarrier } = await import('./services/messages/smtp-transport.ts')
  return smtpCarrier(smtpUrl, letterhead)
}
