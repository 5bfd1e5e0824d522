import { join } from 'node:path'

import type { Carrier } from './carrier.ts'
import { messageFiles } from './message-files.ts'
import { mailOptions, type SenderHeaders } from './mime.ts'

/** The folder in which e-mails are stored if no mail server is set up. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/** Writes e-mails to `.eml` files, which mail programs can open. */
export function emailFiles(folder: string, sender: SenderHeaders): Carrier {
  return messageFiles(folder, 'eml', async (email) => {
    // Loaded with the first e-mail, so that the server starts faster.
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    return new MailComposer(mailOptions(email, sender)).compile().build()
  })
}
