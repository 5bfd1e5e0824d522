import type { Readable } from 'node:stream'

import { createTransport } from 'nodemailer'

import type { MessageTrouble } from '../../../contract/message.ts'
import type { Outcome, Carrier } from './carrier.ts'
import { mailOptions, type SenderHeaders } from './mime.ts'

/** Timeouts in milliseconds. They are long, because some mail servers delay unknown senders. */
const timeouts = { connectionTimeout: 90_000, greetingTimeout: 60_000, socketTimeout: 300_000 }

/** Milliseconds without an e-mail after which the connection to the mail server is closed. */
const idleTimeout = 5_000

/** Sends e-mails to a mail server, one at a time over one connection. */
export function smtpCarrier(url: string, sender: SenderHeaders): Carrier {
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
        await pool.sendMail(mailOptions(email, sender))
        return { result: 'sent' }
      } catch (error) {
        return outcomeOf(error as Failure, wasRead())
      }
    },

    discard: async () => {},
    close: () => pool.close(),
  }
}

interface Failure {
  code?: string
  /** The SMTP command that the server refused. */
  command?: string
  response?: string
  responseCode?: number
}

function outcomeOf({ code, command, response, responseCode }: Failure, wasRead: boolean): Outcome {
  const reply = response && codesIn(response)
  const codes = reply ? { reply } : {}
  if (code === 'EENVELOPE' && command === 'API') {
    return { result: 'refused', forGood: true, trouble: 'unknown address' }
  }
  if (responseCode && (command === 'RCPT TO' || command === 'DATA')) {
    const forGood = responseCode >= 500
    return { result: 'refused', forGood, trouble: troubleOf(reply ?? '', forGood), ...codes }
  }
  if (wasRead && !responseCode) return { result: 'no answer' }
  const isRefused = code === 'EAUTH' || command === 'MAIL FROM'
  return { result: 'unavailable', trouble: isRefused ? 'not let in' : 'unreachable', ...codes }
}

/** The meaning of a mail server's reply codes (RFC 5321, RFC 3463). */
function troubleOf(reply: string, forGood: boolean): MessageTrouble {
  if (/^[45]52|\.2\.2$/.test(reply)) return 'mailbox full'
  if (!forGood) return 'not now'
  return /^\d+ 5\.1\.|^55[013]$/.test(reply) ? 'unknown address' : 'refused'
}

/** The codes of a reply. Its words are left out, because they may contain the recipient. */
function codesIn(response: string) {
  return /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/
    .exec(response)
    ?.slice(1)
    .filter(Boolean)
    .join(' ')
}
