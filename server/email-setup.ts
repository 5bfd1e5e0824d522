import type { FastifyBaseLogger } from 'fastify'

import { site } from '../content/site.ts'
import type { Metrics } from './routes/metrics.ts'
import type { Carrier } from './services/messages/carrier.ts'
import { emailFiles, mailFolder } from './services/messages/message-files.ts'
import type { EmailSender } from './services/messages/render-message.ts'
import { noMail, smtpMail, type Mail } from './services/messages/mail.ts'
import type { Settings } from './settings.ts'

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
  { countMessage }: Metrics,
): Promise<Mail> {
  if (!SMTP_URL || !MAIL_FROM) return noMail
  return smtpMail(SMTP_URL, MAIL_FROM, (attempted, code) => {
    countMessage('email', attempted)
    if (attempted !== 'accepted') log.error({ code }, 'a mail did not go out')
  })
}

/** The carrier of e-mails to applicants: the mail server, or files if none is set up. */
export async function emailCarrierOf(
  { SMTP_URL, MAIL_FROM, DATA_DIR }: Settings,
  { foundation: { name, email: address } }: EmailSender,
): Promise<Carrier> {
  const headers = { from: MAIL_FROM ?? `"${name}" <${address}>`, replyTo: { name, address } }
  if (!SMTP_URL) return emailFiles(mailFolder(DATA_DIR), headers)
  const { smtpCarrier } = await import('./services/messages/smtp-carrier.ts')
  return smtpCarrier(SMTP_URL, headers)
}
