import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/**
 * From the moment the server is closing, each answer is the last of its connection, and connections
 * on which nothing has been asked are closed at once.
 */
export function drainWhenClosing(app: FastifyInstance) {
  /** All connections: how many bytes had come when the last request was answered; none during one. */
  const heard = new Map<Socket, number | null>()
  let closing = false
  const note = (socket: Socket, bytes: number | null) => {
    if (heard.has(socket)) heard.set(socket, bytes)
  }

  app.server.on('connection', (socket: Socket) => {
    heard.set(socket, 0)
    socket.once('close', () => heard.delete(socket))
  })
  app.addHook('onRequest', async ({ raw }) => note(raw.socket, null))
  app.addHook('onResponse', async ({ raw }) => note(raw.socket, raw.socket.bytesRead))
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, bytes] of heard) {
      if (socket.bytesRead === bytes) socket.destroy()
    }
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}
