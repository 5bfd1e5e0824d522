import { attemptedOf, type Attempted } from './carrier.ts'
import type { RenderedMessage } from './render-message.ts'
import { outcomeOfFailure, type Failure } from './smtp-replies.ts'

/** E-mails to staff, sent while a request waits for the result. */
export interface Mail {
  /** Answers whether the mail server accepted the e-mail. */
  send(email: RenderedMessage): Promise<boolean>
}

/** Sends nothing: no mail server is set up. */
export const noMail: Mail = { send: async () => false }

/** The URL contains the address and password of the mail server. */
export async function smtpMail(
  url: string,
  from: string,
  report: (attempted: Attempted, code?: string) => void,
): Promise<Mail> {
  const { createTransport } = await import('nodemailer')
  // Short timeouts, because a web request waits for the mail server's answer.
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }
  const transport = createTransport({ url, ...timeouts })
  return {
    async send(email) {
      try {
        // An object, because a string is parsed as a list of addresses with names and comments.
        await transport.sendMail({ from, ...email, to: { name: '', address: email.to } })
        report('accepted')
        return true
      } catch (error) {
        const failure = error as Failure
        // Only the code is reported, because the mail server's words may contain the recipient.
        report(attemptedOf(outcomeOfFailure(failure, false)), String(failure.code))
        return false
      }
    },
  }
}
