import type { FastifyInstance } from 'fastify'

/** From the moment the server is closing, each answer is the last of its connection. */
export function closeConnectionsWhenClosing(app: FastifyInstance) {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}
