import type { ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

/** Milliseconds for requests to arrive that clients sent before they knew about the shutdown. */
const grace = 500

/**
 * Connection draining: a server that shuts down refuses new connections, and closes each connection
 * after its next answer. After `grace`, connections without a request are closed, too.
 */
export function drainWhenClosing(app: FastifyInstance) {
  /** By connection: the response in progress, or else the bytes received before the last answer. */
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
    // `close` of the HTTP server would also close idle connections, on which a request may arrive.
    if (app.server.listening) Server.prototype.close.call(app.server)
    if (connections.size > 0) await sleep(grace)
    for (const [socket, state] of connections) {
      if (socket.bytesRead === state) socket.destroy()
    }
  })
}

/** Closes the connection after this response. For requests that arrive later, Fastify does this. */
function closeAfter(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
