import { rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { smtpMail } from '../../services/messages/mail.ts'
import type { Settings } from '../../settings.ts'
import { countOf } from '../count-of.ts'
import { OperationError } from '../command.ts'
import { withReady } from './with-ready.ts'

/** Hours without another e-mail about the same topic. It is less than a day, because timers vary. */
const quietHours = 20

/** E-mails all administrators, at most once a day about a topic. Returns what was done, in words. */
export async function tellAdministrators(
  settings: Settings,
  topic: string,
  { subject, text }: { subject: string; text: string },
) {
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = settings
  if (!SMTP_URL || !MAIL_FROM) {
    throw new OperationError('No e-mail was sent: SMTP_URL and MAIL_FROM are not set.')
  }
  const told = join(DATA_DIR, `${topic}.told`)
  if (await isRecent(told)) return 'The administrators have got an e-mail about this today'
  const recipients = await addressesOf(settings)
  let code = ''
  const mail = await smtpMail(SMTP_URL, MAIL_FROM, (_attempted, trouble = '') => (code = trouble))
  const words = {
    subject: `${nameOfSite(settings)}: ${subject}`,
    text: `${text}
This e-mail goes to all administrators, at most once a day. Please pass it on to the person who looks after the server.
`,
  }
  const sent = []
  for (const to of recipients) if (await mail.send({ to, ...words })) sent.push(to)
  if (sent.length === 0) {
    throw new OperationError(`No e-mail was sent: the mail server cannot be used (${code}).`)
  }
  // Removed first, because a command of root may have created it. A full disk is no reason to fail.
  await rm(told, { force: true })
    .then(() => writeFile(told, '', { mode: 0o600 }))
    .catch(() => {})
  return `Sent an e-mail to ${sent.length} of ${countOf(recipients.length, 'administrator')}`
}

/** The site in the words of an e-mail. */
export const nameOfSite = ({ PUBLIC_URL }: Settings) => PUBLIC_URL ?? `the site on ${hostname()}`

async function isRecent(file: string) {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs < quietHours * 60 * 60 * 1000
}

/** The administrators who can sign in. If the database cannot be used, the address of the settings. */
async function addressesOf(settings: Settings) {
  const rows = await withReady(settings, (db) =>
    db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'admin')
      .where('password', 'is not', null)
      .execute(),
  )
  return rows?.length ? rows.map(({ email }) => email) : [settings.ADMIN_EMAIL]
}
