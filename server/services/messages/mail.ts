import type { Letter } from './render-email.ts'

export interface Mail {
  /** Sends a letter in plain text; answers whether it went out. */
  send(letter: Letter): Promise<boolean>
}

/** Where no mail is set up, nothing is sent. */
export const noMail: Mail = { send: async () => false }

/** Hands letters to a mail server; the address and password are in the URL. */
export async function smtpMail(
  url: string,
  from: string,
  onError: (code: string) => void,
): Promise<Mail> {
  const { createTransport } = await import('nodemailer')
  // Whoever waits for the answer is not to wait for a server that is silent.
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }
  const transport = createTransport({ url, ...limits })
  return {
    async send(letter) {
      try {
        // As an object, for a text would be read as a list of addresses with names and comments.
        await transport.sendMail({ from, ...letter, to: { name: '', address: letter.to } })
        return true
      } catch (error) {
        // The server's own words may name the recipient.
        onError(String((error as { code?: unknown }).code))
        return false
      }
    },
  }
}
