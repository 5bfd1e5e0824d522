import { SMTPServer, type SMTPServerSession } from 'smtp-server'

import { listenLocally } from './port.ts'

/** A mail that arrived whole. */
interface Arrived {
  id: string
  to: string
  headers: Map<string, string>
  text: string
}

/** What the server does with a mail, by when: what is left out goes well. */
export interface Manners {
  /** It thinks about the recipient until then. */
  until?: Promise<unknown>
  /** At the recipient. */
  recipient?: string
  /** After the whole mail, which then has not arrived; or it has, where it is 'hang up'. */
  end?: string
  /** On what follows after it did not take the mail. */
  next?: 'hang up'
  /** Before the mail's end. */
  middle?: 'hang up'
  /** Milliseconds before it says that it took the mail. */
  slow?: number
  /** It takes the mail, and says so only then or not at all. */
  answers?: 'never' | Promise<unknown>
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/**
 * A mail server in this process; `treat` says, once for each try, what becomes of a mail. With a
 * password it lets nobody in who does not have that.
 */
export async function startMailServer(
  treat: (to: string) => Manners = () => ({}),
  password?: string,
) {
  const arrived: Arrived[] = []
  const waiting = new Set<() => void>()
  /** Of the mail that a session is about to hand over. */
  const chosen = new Map<string, Manners>()
  let connections = 0
  let manners = treat
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
    async onRcptTo({ address }, session, done) {
      const chose = manners(address)
      chosen.set(session.id, chose)
      await chose.until
      done(chose.recipient ? refusal(chose.recipient) : null)
    },
    onData(stream, session, done) {
      const to = recipientOf(session)
      const { end, next, middle, slow = 0, answers } = chosen.get(session.id) ?? {}
      const parts: Buffer[] = []
      const confirm = async () => {
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
        setTimeout(() => {
          arrived.push(read(to, Buffer.concat(parts).toString()))
          for (const look of waiting) look()
          if (end) hangUp(session)
          else if (answers !== 'never') void confirm()
        }, slow)
      })
    },
  })
  // Clients that vanish are part of what is tried.
  server.on('error', () => {})
  const port = await listenLocally(server.server)

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    arrived,
    connections: () => connections,
    treat: (next: (to: string) => Manners) => void (manners = next),
    /** Waits until so many mails have arrived. */
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

/** Such as '550 5.1.1 No such person'. */
function refusal(reply: string) {
  const [, code, words] = /^(\d{3}) (.*)$/.exec(reply) ?? []
  return Object.assign(new Error(words), { responseCode: Number(code) })
}

function read(to: string, mail: string): Arrived {
  const [head = '', ...body] = mail.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const encoded = body.join('\n\n').replaceAll('\r\n', '\n')
  const quoted = headers.get('content-transfer-encoding') === 'quoted-printable'
  const text = quoted ? unquote(encoded) : encoded
  return { id: headers.get('message-id') ?? '', to, headers, text }
}

function unquote(text: string) {
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
