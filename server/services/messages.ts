import type { User } from '../../contract/user.ts'
import type { Message } from './mail.ts'

/** Brings a user the one-time link to set a password. */
export function passwordLinkMessage({ name, email }: User, url: string): Message {
  return {
    to: email,
    subject: 'Set your password',
    text: `Hello ${name},

an administrator has made a link for you to set the password of your account:

${url}

It works once and for 72 hours. If you did not expect this, you need not do anything.
`,
  }
}
