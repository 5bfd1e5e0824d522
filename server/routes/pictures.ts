import type { FastifyInstance } from 'fastify'

import { sendNotFound, type SendPage } from '../http/not-found.ts'
import { readPicture } from '../services/content/pictures.ts'
import type { Database } from '../database/tables.ts'

/** Pictures that staff have uploaded. An address always has the same picture. */
export function pictureRoutes(app: FastifyInstance, db: Database, notFoundPage: SendPage) {
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const bytes = await readPicture(db, request.params.name)
    if (!bytes) return sendNotFound(request, reply, notFoundPage, 'There is no such file.')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/webp')
      .send(bytes)
  })
}
