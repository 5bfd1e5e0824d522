import { Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

/** Milliseconds in which a request still arrives that was on its way when we began to close. */
const grace = 500

/**
 * From the moment the server is closing, new connections are refused and each answer is the last of
 * its connection; connections on which nothing has been asked are closed soon.
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
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    note(raw.socket, null)
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    note(raw.socket, raw.socket.bytesRead)
    done()
  })
  app.addHook('preClose', async () => {
    closing = true
    // Not the HTTP server's own: that closes connections on which the next question may be coming.
    if (app.server.listening) Server.prototype.close.call(app.server)
    if (heard.size > 0) await sleep(grace)
    for (const [socket, bytes] of heard) {
      if (socket.bytesRead === bytes) socket.destroy()
    }
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
