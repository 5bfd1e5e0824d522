import type { FastifyBaseLogger } from 'fastify'

import { site } from '../content/site.ts'
import { pageTextsOf } from '../contract/content/public-items.ts'
import type { Metrics } from './routes/metrics.ts'
import type { ContentReader } from './services/content/content-reader.ts'
import type { Carrier } from './services/messages/carrier.ts'
import { emailFiles, mailFolder } from './services/messages/message-files.ts'
import type { SenderHeaders } from './services/messages/mime.ts'
import type { EmailSender } from './services/messages/render-message.ts'
import { noMail, smtpMail, type Mail } from './services/messages/mail.ts'
import type { Settings } from './settings.ts'

/** Returns a function that reads the sender of messages to applicants, with the current contact details. */
export function emailSenderOf(
  { PUBLIC_URL: publicUrl }: Settings,
  content: ContentReader,
): () => Promise<EmailSender> {
  const { name, shortName } = site
  return async () => {
    const { email, phone } = pageTextsOf((await content.read()).items, 'contact')
    return { foundation: { name, shortName, email, phone }, publicUrl }
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
  readSender: () => Promise<EmailSender>,
): Promise<Carrier> {
  const readHeaders = async (): Promise<SenderHeaders> => {
    const { name, email: address } = (await readSender()).foundation
    return { from: MAIL_FROM ?? `"${name}" <${address}>`, replyTo: { name, address } }
  }
  if (!SMTP_URL) return emailFiles(mailFolder(DATA_DIR), readHeaders)
  const { smtpCarrier } = await import('./services/messages/smtp-carrier.ts')
  return smtpCarrier(SMTP_URL, readHeaders)
}
