import { openDatabase } from '../../server/database/open.ts'
import type { MailServer } from './mail-server.ts'
import { locationOf } from './server.ts'
import { listApplications } from './concurrent-applicants.ts'

export const mailSettings = ({ url }: MailServer) => ({
  SMTP_URL: url,
  MAIL_FROM: 'attachments@example.org',
})

/**
 * Waits until an e-mail to every stored application has arrived, for at most `seconds`. Counts
 * applicants: `lost` got none, `wrong` got e-mails with different ids, `repeated` got one again.
 */
export async function compareEmails(url: string, mail: MailServer, seconds: number) {
  const emails = (await listApplications(url)).map(({ email }) => email)
  const until = Date.now() + seconds * 1000
  while (Date.now() < until && emails.some((email) => !reached(mail).has(email))) {
    await Promise.race([mail.arrivals(mail.arrived.length + 1), later(1000)])
  }
  const ids = reached(mail)
  const wrong = [...ids.values()].filter((some) => new Set(some).size > 1)
  return {
    lost: emails.filter((email) => !ids.has(email)).length,
    wrong: wrong.length,
    repeated: [...ids.values()].filter((some) => some.length > 1).length,
  }
}

/** Makes the claims of killed processes expire at once instead of after half a minute. */
export async function expireClaims(variables: Record<string, string>) {
  const { db } = openDatabase(locationOf(variables))
  await db
    .updateTable('outbox')
    .set({ dueAt: new Date().toISOString() })
    .where('state', '=', 'sending')
    .execute()
  await db.destroy()
}

/** The ids of the e-mails that arrived, by address. */
function reached({ arrived }: MailServer) {
  const ids = new Map<string, string[]>()
  for (const { to, id } of arrived) ids.set(to, [...(ids.get(to) ?? []), id])
  return ids
}

function later(milliseconds: number) {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
