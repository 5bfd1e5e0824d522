import { connect, createServer, type Socket } from 'node:net'

import { listenLocally } from './port.ts'

export type FragileLink = Awaited<ReturnType<typeof fragileLink>>

/** Passes on bytes that `from` has sent. */
export type Relay = (data: Buffer, from: Socket, to: Socket, isUp: boolean) => void

/**
 * A TCP proxy that can be cut (it refuses connections) or frozen (it passes no bytes). Without a
 * `relay`, bytes are passed on at once.
 */
export async function fragileLink(
  url: string,
  relay: Relay = (data, _from, to) => void to.write(data),
) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.on('data', (data) => relay(data, socket, other, socket === near))
      if (isFrozen) socket.pause()
    }
  })
  const port = await listenLocally(server)
  const tear = () => {
    for (const socket of sockets) socket.destroy()
  }
  const link = new URL(url)
  link.port = String(port)
  return {
    url: link.href,
    /** Breaks all open connections; the proxy still accepts new connections. */
    tear,
    cut() {
      server.close()
      tear()
    },
    mend() {
      server.listen(port, '127.0.0.1')
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
  }
}
