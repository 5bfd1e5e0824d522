import { connect, createServer, type Socket } from 'node:net'

import { listenLocally } from './port.ts'

export type FragileLink = Awaited<ReturnType<typeof fragileLink>>

/** A TCP proxy that can be cut (it refuses connections) or frozen (it passes no bytes). */
export async function fragileLink(url: string) {
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
      socket.on('data', (data) => other.write(data))
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
