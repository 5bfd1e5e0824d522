import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

import { listenLocally } from './port.ts'

/** An e-mail that arrived completely. */
interface Arrived {
  id: string
  to: string
  headers: Map<string, string>
  text: string
}

/** Faults that the server simulates for one e-mail. Without faults it accepts the e-mail. */
export interface Behaviour {
  /** The server answers the command RCPT (recipient) only after this promise. */
  until?: Promise<unknown>
  /** The reply with which the server refuses the recipient. */
  recipient?: string
  /** The reply that refuses the complete e-mail. 'hang up': it arrives, but gets no reply. */
  end?: string
  /** The reply to the first command after the e-mail was refused. */
  next?: 'hang up'
  /** The connection ends before the e-mail is complete. */
  middle?: 'hang up'
  /** Milliseconds before the server accepts the e-mail. */
  slow?: number
  /** The server receives the e-mail and replies only after this promise, or never. */
  answers?: 'never' | Promise<unknown>
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/**
 * A mail server in this process. `treat` chooses the faults of each attempt by its recipient. With a
 * `password` it requires authentication.
 */
export async function startMailServer(
  treat: (to: string) => Behaviour = () => ({}),
  password?: string,
) {
  const arrived: Arrived[] = []
  const waiting = new Set<() => void>()
  /** The faults of the current e-mail, by session. */
  const chosen = new Map<string, Behaviour>()
  let connections = 0
  let behaviour = treat
  let senderReply: string | undefined
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: password === undefined,
    onAuth(given, _session, done) {
      if (given.password === password) done(null, { user: given.username })
      else done(refusal('535 5.7.8 No'))
    },
    hideSize: true,
    onConnect(_session, done) {
      connections++
      done()
    },
    onMailFrom(_address, _session, done) {
      done(senderReply === undefined ? null : refusal(senderReply))
    },
    async onRcptTo({ address }, session, done) {
      const chose = behaviour(address)
      chosen.set(session.id, chose)
      await chose.until
      done(chose.recipient ? refusal(chose.recipient) : null)
    },
    onData(stream, session, done) {
      const to = recipientOf(session)
      const { end, next, middle, slow = 0, answers } = chosen.get(session.id) ?? {}
      const parts: Buffer[] = []
      const receive = async () => {
        arrived.push(await read(to, Buffer.concat(parts)))
        for (const look of waiting) look()
        if (end) return hangUp(session)
        if (answers === 'never') return
        await answers
        done(null, 'taken')
      }
      if (middle) return hangUp(session)
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (end && end !== 'hang up') {
          if (next) socketOf(session)?.prependOnceListener('data', () => hangUp(session))
          return done(refusal(end))
        }
        setTimeout(() => void receive(), slow)
      })
    },
  })
  // Tests end connections on purpose.
  server.on('error', () => {})
  const port = await listenLocally(server.server)

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    arrived,
    connections: () => connections,
    treat: (next: (to: string) => Behaviour) => void (behaviour = next),
    /** The reply to MAIL FROM with which the server refuses the sender; undefined accepts it. */
    refuseSender: (reply: string | undefined) => void (senderReply = reply),
    /** Waits until `count` e-mails have arrived. */
    arrivals(count: number) {
      return new Promise<Arrived[]>((resolve) => {
        const look = () => {
          if (arrived.length < count) return
          waiting.delete(look)
          resolve(arrived)
        }
        waiting.add(look)
        look()
      })
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }

  function hangUp(session: SMTPServerSession) {
    socketOf(session)?.destroy()
  }

  function socketOf({ id }: SMTPServerSession) {
    return [...server.connections].find(({ session }) => session.id === id)?._socket
  }
}

function recipientOf({ envelope }: SMTPServerSession) {
  const [first, ...others] = envelope.rcptTo
  if (!first || others.length > 0) throw new Error('A mail goes to one person')
  return first.address
}

/** An error from a reply such as '550 5.1.1 No such person'. */
function refusal(reply: string) {
  const [, code, words] = /^(\d{3}) (.*)$/.exec(reply) ?? []
  return Object.assign(new Error(words), { responseCode: Number(code) })
}

async function read(to: string, mail: Buffer): Promise<Arrived> {
  const { headers, messageId = '', text = '' } = await PostalMime.parse(mail)
  return {
    id: messageId,
    to,
    headers: new Map(headers.map(({ key, value }) => [key, value])),
    text,
  }
}
