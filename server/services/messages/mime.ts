import type { SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'

import type { OutgoingMessage } from './carrier.ts'

/** The `From` and `Reply-To` headers of e-mails to applicants. */
export interface SenderHeaders {
  /** An e-mail address, with or without a name. */
  from: string
  replyTo: { name: string; address: string }
}

/** The options of nodemailer for an e-mail. A repeated attempt has the same date and Message-ID. */
export function mailOptions(
  { _id, createdAt, to, subject, text }: OutgoingMessage,
  { from, replyTo }: SenderHeaders,
): SendMailOptions {
  const [sender] = addressparser(from, { flatten: true })
  const domain = sender?.address.split('@').at(-1) ?? 'localhost'
  return {
    from,
    replyTo,
    // An object, because a string is parsed as a list of addresses with names and comments.
    to: { name: '', address: to },
    subject,
    text,
    date: new Date(createdAt),
    messageId: `<${_id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Asks Microsoft's mail servers for no out-of-office replies.
      'X-Auto-Response-Suppress': 'All',
    },
  }
}
