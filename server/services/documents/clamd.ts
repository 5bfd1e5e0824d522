import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What clamd says about a file. `error`: it has not scanned all of the file. */
type Verdict =
  | { result: 'clean' }
  | { result: 'virus'; name: string }
  | { result: 'error'; reply: string }

/** Limits of a conversation with clamd, in milliseconds. */
export interface ClamdLimits {
  /** Time without a byte in either direction. A scan of a large file takes up to a minute. */
  silence: number
  /** Time of the whole conversation. */
  total: number
  /** Ends the conversation. */
  signal?: AbortSignal
}

/**
 * Sends a file to clamd, the daemon of ClamAV. `address` is the setting CLAMD. Rejects if clamd does
 * not answer, or if the file cannot be read.
 */
export async function scan(
  address: string,
  bytes: Readable,
  limits: ClamdLimits,
): Promise<Verdict> {
  const reply = await ask(address, limits, async (socket) => {
    socket.write('zINSTREAM\0')
    await pipeline(bytes, toChunks, socket, { end: false })
    socket.write(endOfStream)
  })
  if (reply === 'stream: OK') return { result: 'clean' }
  const [, name] = /^stream: (\S+) FOUND$/.exec(reply) ?? []
  // The setting AlertExceedsMax of clamd reports files over its limits as if they had a virus.
  if (name !== undefined && !name.startsWith('Heuristics.Limits.Exceeded')) {
    return { result: 'virus', name }
  }
  if (name !== undefined || reply.endsWith(' ERROR')) return { result: 'error', reply }
  throw new Error('this is not the answer of a clamd')
}

/** The version of clamd and of its signatures, such as `ClamAV 1.4.3/27800/Mon Nov 23 …`. */
export async function clamdVersion(address: string, limits: ClamdLimits) {
  const reply = await ask(address, limits, async (socket) => void socket.write('zVERSION\0'))
  if (!/^ClamAV \d/.test(reply)) throw new Error('this is not the answer of a clamd')
  return reply
}

/** Opens a connection, sends a command, and returns the reply without the zero byte at its end. */
async function ask(
  address: string,
  { silence, total, signal }: ClamdLimits,
  send: (socket: Socket) => Promise<void>,
) {
  const socket = connect({ ...targetOf(address), signal })
  const timer = setTimeout(() => socket.destroy(new Error('clamd is too slow')), total)
  try {
    const reply = replyOf(socket, silence)
    // An error of the file destroys the socket, which rejects the reply with the same error.
    send(socket).catch((error: Error) => socket.destroy(error))
    return await reply
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

const maxReply = 4096

function replyOf(socket: Socket, silence: number) {
  return new Promise<string>((resolve, reject) => {
    let reply = ''
    socket.setEncoding('utf8')
    socket.setTimeout(silence, () => reject(new Error('clamd is silent')))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('clamd has closed the connection')))
    socket.on('data', (text: string) => {
      reply += text
      const end = reply.indexOf('\0')
      if (end >= 0) resolve(reply.slice(0, end))
      else if (reply.length > maxReply) reject(new Error('this is not the answer of a clamd'))
    })
  })
}

/** The chunks of INSTREAM: the length in four bytes, then the bytes. */
async function* toChunks(bytes: AsyncIterable<Buffer>) {
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
}

const endOfStream = Buffer.alloc(4)

/** `/path/of/socket`, `host:port` or `[address]:port`. */
function targetOf(address: string) {
  if (address.startsWith('/')) return { path: address }
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? []
  return { host, port: Number(port) }
}
