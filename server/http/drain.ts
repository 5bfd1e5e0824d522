import type { ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

/** Milliseconds in which requests may still arrive that were on their way at the start of closing. */
const grace = 500

/**
 * Connection draining: a closing server refuses new connections, and each answer is the last of its
 * connection. After a grace period, idle connections are closed.
 */
export function drainWhenClosing(app: FastifyInstance) {
  /** By connection: the response in progress, else the bytes received until the last response. */
  const connections = new Map<Socket, number | ServerResponse>()
  const update = (socket: Socket, state: number | ServerResponse) => {
    if (connections.has(socket)) connections.set(socket, state)
  }

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, 0)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('onRequest', ({ raw }, reply, done) => {
    update(raw.socket, reply.raw)
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    update(raw.socket, raw.socket.bytesRead)
    done()
  })
  app.addHook('preClose', async () => {
    for (const state of connections.values()) if (typeof state === 'object') closeAfter(state)
    // The HTTP server's own `close` would also close idle connections that a request is about to use.
    if (app.server.listening) Server.prototype.close.call(app.server)
    if (connections.size > 0) await sleep(grace)
    for (const [socket, state] of connections) {
      if (socket.bytesRead === state) socket.destroy()
    }
  })
}

/** Fastify itself does this for later requests. */
function closeAfter(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
