import { createServer, type Socket } from 'node:net'

import { eicar } from '../../server/cli/doctor/check-documents-setup.ts'
import { listenLocally } from './port.ts'

/**
 * How the stand-in treats files: it scans them, reports archives as over its limits (AlertExceedsMax),
 * refuses all as too large, reports all as over its limits, never answers, hangs up, or answers
 * something else.
 */
export type ClamdBehaviour =
  | 'scan'
  | 'limited'
  | 'too large'
  | 'over limits'
  | 'silent'
  | 'hang up'
  | 'garbage'
  | 'flood'

const answers: Partial<Record<ClamdBehaviour, string>> = {
  'over limits': 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0',
  garbage: 'HTTP/1.1 400 Bad Request\r\n\r\n\0',
  flood: 'no end '.repeat(10_000),
}

/** A virus scanner in this process that speaks clamd's protocol. It finds the EICAR test file. */
export async function startClamdStandIn() {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  let behaviour: ClamdBehaviour = 'scan'
  let until: Promise<unknown> = Promise.resolve()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
    converse(socket).catch(() => socket.destroy())
  })
  const port = await listenLocally(server)

  return {
    address: `127.0.0.1:${port}`,
    /** The files that arrived completely. */
    scanned,
    treat: (next: ClamdBehaviour) => void (behaviour = next),
    /** Answers the next files only after this promise. */
    waitFor: (promise: Promise<unknown>) => void (until = promise),
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }

  async function converse(socket: Socket) {
    const take = reader(socket)
    const command = (await take(Buffer.from('\0'))).toString()
    if (command === 'zVERSION\0') return socket.end('ClamAV 1.4.3/27800/Mon Nov 23 2026\0')
    if (command !== 'zINSTREAM\0') return socket.end('UNKNOWN COMMAND\0')
    if (behaviour === 'hang up') return socket.destroy()
    if (behaviour === 'too large') return socket.end('INSTREAM size limit exceeded. ERROR\0')
    const chunks: Buffer[] = []
    for (;;) {
      const length = (await take(4)).readUInt32BE()
      if (length === 0) break
      chunks.push(await take(length))
    }
    const file = Buffer.concat(chunks)
    const isLimited = behaviour === 'limited' && file.subarray(0, 2).toString() === 'PK'
    const answer = answers[isLimited ? 'over limits' : behaviour]
    if (behaviour === 'silent') return undefined
    scanned.push(file)
    const isVirus = file.includes(eicar())
    await until
    return socket.end(answer ?? `stream: ${isVirus ? 'Win.Test.EICAR_HDB-1 FOUND' : 'OK'}\0`)
  }
}

/** Returns a function that takes bytes from a socket: a number of them, or all up to a mark. */
function reader(socket: Socket) {
  const source = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  let rest: Buffer = Buffer.alloc(0)
  return async (amount: number | Buffer) => {
    for (;;) {
      const found = typeof amount === 'number' ? amount : rest.indexOf(amount) + amount.length
      if (found > 0 && found <= rest.length) {
        const taken = rest.subarray(0, found)
        rest = rest.subarray(found)
        return taken
      }
      const { value, done } = await source.next()
      if (done) throw new Error('The connection has ended')
      rest = Buffer.concat([rest, value])
    }
  }
}
