import { Readable } from 'node:stream'

import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

import type { MessageTrouble } from '../../../contract/message.ts'
import type { Carrier, Outcome } from './transport.ts'
import { mimeOf, type Letterhead } from './mime.ts'

/** Milliseconds to wait for a connection, its greeting, and each answer. */
interface SmtpPatience {
  connectionTimeout: number
  greetingTimeout: number
  socketTimeout: number
}

/** Nobody waits for us: some servers let strangers wait, and who hangs up early sends twice. */
const usual: SmtpPatience = {
  connectionTimeout: 30_000,
  greetingTimeout: 60_000,
  socketTimeout: 300_000,
}

/** Hands messages to a mail server, one after the other over one connection. */
export function smtpCarrier(url: string, letterhead: Letterhead, patience = usual): Carrier {
  const { auth, ...options } = parseConnectionUrl(url)
  let open: SMTPConnection | undefined

  return {
    name: 'mail',

    async send(message, commit) {
      const { envelope, bytes } = await mimeOf(message, letterhead)
      for (;;) {
        const isReused = open !== undefined
        let isCommitted = false
        try {
          open ??= await connect()
          // The connection reads it when the server has agreed to take it, and then sends the end.
          const source = async function* () {
            yield bytes
            await commit()
            isCommitted = true
          }
          await hand(open, envelope, Readable.from(source(), { objectMode: false }))
          return { result: 'sent' }
        } catch (error) {
          const failure = error as Failure
          const isSound = failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE'
          if (!isSound || !open || !(await reset(open))) hangUp()
          const isDropped = isReused && !isCommitted && !isSound && !failure.responseCode
          // Servers close what was idle for some time.
          if (!isDropped || failure.code === 'ESTREAM') return outcomeOf(failure, isCommitted)
        }
      }
    },

    async rest() {
      open?.quit()
      open = undefined
    },

    discard: async () => {},
  }

  function connect() {
    return new Promise<SMTPConnection>((resolve, reject) => {
      const connection = new SMTPConnection({ ...options, ...patience })
      // Also later: an idle connection that breaks is no news.
      connection.on('error', reject)
      connection.once('end', () => {
        if (open === connection) open = undefined
        reject(new Error('The connection was closed'))
      })
      connection.connect((error) => {
        if (error) return reject(error)
        if (!auth || !connection.allowsAuth) return resolve(connection)
        return connection.login({ user: auth.user, credentials: auth }, (refused) => {
          if (!refused) return resolve(connection)
          reject(refused)
          return connection.close()
        })
      })
    })
  }

  function hangUp() {
    open?.close()
    open = undefined
  }
}

interface Failure {
  code?: string
  /** At what the server said no. */
  command?: string
  response?: string
  responseCode?: number
}

type Envelope = Parameters<SMTPConnection['send']>[0]

function hand(connection: SMTPConnection, envelope: Envelope, message: Readable) {
  return answerOf(connection, (done) => connection.send(envelope, message, done))
}

/** Makes a connection ready for the next message; answers whether it is. */
async function reset(connection: SMTPConnection) {
  try {
    await answerOf(connection, (done) => connection.reset(done))
    return true
  } catch {
    return false
  }
}

/** A connection that is closed forgets whom it would have called back. */
function answerOf(connection: SMTPConnection, ask: (done: (error: Error | null) => void) => void) {
  return new Promise<void>((resolve, reject) => {
    // An error that it does tell comes first.
    const closed = () => setImmediate(reject, new Error('The connection was closed'))
    connection.once('end', closed)
    ask((error) => {
      connection.off('end', closed)
      if (error) reject(error)
      else resolve()
    })
  })
}

function outcomeOf(
  { code, command, response, responseCode }: Failure,
  isCommitted: boolean,
): Outcome {
  const reply = response && codesIn(response)
  const codes = reply ? { reply } : {}
  if (code === 'EENVELOPE' && command === 'API') {
    return { result: 'refused', forGood: true, trouble: 'unknown address' }
  }
  if (responseCode && (command === 'RCPT TO' || command === 'DATA')) {
    const forGood = responseCode >= 500
    return { result: 'refused', forGood, trouble: troubleOf(reply ?? '', forGood), ...codes }
  }
  if (isCommitted && !responseCode) return { result: 'unknown' }
  const isRefused = code === 'EAUTH' || command === 'MAIL FROM'
  return { result: 'closed', trouble: isRefused ? 'not let in' : 'unreachable', ...codes }
}

/** What a server says of a message by its codes (RFC 5321, RFC 3463). */
function troubleOf(reply: string, forGood: boolean): MessageTrouble {
  if (/^[45]52|\.2\.2$/.test(reply)) return 'mailbox full'
  if (!forGood) return 'not now'
  return /^\d+ 5\.1\.|^55[013]$/.test(reply) ? 'unknown address' : 'refused'
}

/** The codes alone: the words may name the recipient. */
function codesIn(response: string) {
  return /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/
    .exec(response)
    ?.slice(1)
    .filter(Boolean)
    .join(' ')
}
