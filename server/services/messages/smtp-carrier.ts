import type { Readable } from 'node:stream'

import { createTransport } from 'nodemailer'

import type { Carrier } from './carrier.ts'
import { mailOptions, type SenderHeaders } from './mime.ts'
import { outcomeOfFailure, type Failure } from './smtp-replies.ts'

/** Timeouts in milliseconds. They are long, because some mail servers delay unknown senders. */
const timeouts = { connectionTimeout: 90_000, greetingTimeout: 60_000, socketTimeout: 300_000 }

/** Milliseconds without an e-mail after which the connection to the mail server is closed. */
const idleTimeout = 5_000

/** Sends e-mails to a mail server, one at a time over one connection. */
export function smtpCarrier(url: string, readHeaders: () => Promise<SenderHeaders>): Carrier {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
    idleTimeout,
    ...timeouts,
  })
  /**
   * The stream of the latest e-mail. nodemailer reads the stream after the server has answered the
   * SMTP command DATA with 354 (send the content). From then on, the e-mail may have arrived.
   */
  let content: Readable | undefined
  pool.use('stream', ({ message }, done) => {
    const createReadStream = message.createReadStream.bind(message)
    message.createReadStream = (options) => (content = createReadStream(options))
    done()
  })

  const wasRead = () => content?.readableDidRead ?? false

  return {
    name: 'mail',
    isRepeatable: true,

    async send(email) {
      content = undefined
      try {
        await pool.sendMail(mailOptions(email, await readHeaders()))
        return { result: 'sent' }
      } catch (error) {
        return outcomeOfFailure(error as Failure, wasRead())
      }
    },

    close: () => pool.close(),
  }
}
