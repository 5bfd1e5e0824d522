import type { ServerResponse } from 'node:http'
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
  /** All connections: how many bytes had come when the last request was answered; during one, its answer. */
  const heard = new Map<Socket, number | ServerResponse>()
  const note = (socket: Socket, now: number | ServerResponse) => {
    if (heard.has(socket)) heard.set(socket, now)
  }

  app.server.on('connection', (socket: Socket) => {
    heard.set(socket, 0)
    socket.once('close', () => heard.delete(socket))
  })
  app.addHook('onRequest', ({ raw }, reply, done) => {
    note(raw.socket, reply.raw)
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    note(raw.socket, raw.socket.bytesRead)
    done()
  })
  app.addHook('preClose', async () => {
    for (const answer of heard.values()) if (typeof answer === 'object') beLast(answer)
    // Not the HTTP server's own: that closes connections on which the next question may be coming.
    if (app.server.listening) Server.prototype.close.call(app.server)
    if (heard.size > 0) await sleep(grace)
    for (const [socket, bytes] of heard) {
      if (socket.bytesRead === bytes) socket.destroy()
    }
  })
}

/** Of requests that come from now on Fastify says so by itself. */
function beLast(answer: ServerResponse) {
  if (!answer.headersSent) answer.setHeader('connection', 'close')
}
