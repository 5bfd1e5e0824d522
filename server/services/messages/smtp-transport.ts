import type { Readable } from 'node:stream'

import { createTransport } from 'nodemailer'

import type { MessageTrouble } from '../../../contract/message.ts'
import type { Outcome, Transport } from './transport.ts'
import { mailOptions, type SenderHeaders } from './mime.ts'

/** In milliseconds. Long, because some servers delay unknown senders (tarpitting). */
const timeouts = { connectionTimeout: 90_000, greetingTimeout: 60_000, socketTimeout: 300_000 }

/** Milliseconds after which the connection to the mail server is closed when nothing is sent. */
const idleTimeout = 5_000

/** Sends e-mails to a mail server, one at a time over one connection. */
export function smtpTransport(url: string, sender: SenderHeaders): Transport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
    idleTimeout,
    ...timeouts,
  })
  /**
   * The stream of the latest e-mail. nodemailer reads it once the server has accepted DATA (reply 354, RFC
   * 5321). After that the e-mail may have arrived.
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

/** The meaning of a server's codes (RFC 5321, RFC 3463). */
function troubleOf(reply: string, forGood: boolean): MessageTrouble {
  if (/^[45]52|\.2\.2$/.test(reply)) return 'mailbox full'
  if (!forGood) return 'not now'
  return /^\d+ 5\.1\.|^55[013]$/.test(reply) ? 'unknown address' : 'refused'
}

/** The codes without the words, which may contain the recipient. */
function codesIn(response: string) {
  return /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/
    .exec(response)
    ?.slice(1)
    .filter(Boolean)
    .join(' ')
}
