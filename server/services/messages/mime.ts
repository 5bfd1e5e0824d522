import type { Outgoing } from './transport.ts'

/** Who the messages are from, and who reads what is answered. */
export interface Letterhead {
  /** An address, with or without a name, as in a `From` header. */
  from: string
  replyTo: { name: string; address: string }
}

/** The bytes of a message as mail, and between whom it goes. The same message gives the same bytes. */
export async function mimeOf(message: Outgoing, { from, replyTo }: Letterhead) {
  // Loaded with the first message: it brings in much that no other request needs.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const mail = new MailComposer({
    from,
    replyTo,
    // As an object, for a text would be read as a list of addresses with names and comments.
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    date: new Date(message.createdAt),
    headers: {
      'Auto-Submitted': 'auto-generated',
      // The same for Microsoft's servers: nobody's holiday notice is an answer to this.
      'X-Auto-Response-Suppress': 'All',
    },
  }).compile()
  const envelope = mail.getEnvelope()
  const domain = String(envelope.from).split('@')[1] ?? 'localhost'
  mail.setHeader('Message-ID', `<${message._id}@${domain}>`)
  return { envelope, bytes: await mail.build() }
}
