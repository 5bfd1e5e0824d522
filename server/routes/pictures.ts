import type { FastifyInstance } from 'fastify'

import { sendError } from '../http/error-handler.ts'
import { readPicture } from '../services/content/pictures.ts'
import type { AppContext } from './context.ts'

/** Pictures that staff have uploaded. An address always has the same picture. */
export function pictureRoutes(app: FastifyInstance, { db }: AppContext) {
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const bytes = await readPicture(db, request.params.name)
    if (!bytes) return sendError(reply, 404, 'There is no such file.')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/webp')
      .send(bytes)
  })
}
