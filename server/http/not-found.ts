import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendError } from './error-handler.ts'
import { isAmbiguous, withOneSlash } from './url-path.ts'

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Answers an address that leads nowhere: browsers get the page 404, other clients JSON. It never throws,
 * because Fastify's `frameworkErrors` handles no error.
 */
export async function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SendPage | undefined,
  message: string,
  status = 404,
) {
  try {
    if (page && isOpenedInBrowser(request)) return await page(request, reply)
  } catch (error) {
    request.log.error({ requestId: request.id, err: error }, 'page 404 failed')
  }
  return sendError(reply, status, message)
}

/** Answers paths that a URL parser would change. A browser with `//programs` is led to `/programs`. */
export function refuseAmbiguousPaths(app: FastifyInstance, page: SendPage) {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isAmbiguous(request.url)) {
      done()
      return
    }
    const meant = isOpenedInBrowser(request) ? withOneSlash(request.url) : undefined
    if (meant !== undefined) reply.redirect(meant, 301)
    else void sendNotFound(request, reply, page, 'There is no such page.')
  })
}

/** Whether a browser asks for a page, rather than for a script, a style or data. */
function isOpenedInBrowser({ method, headers }: FastifyRequest) {
  return ['GET', 'HEAD'].includes(method) && /\btext\/html\b/i.test(headers.accept ?? '')
}
