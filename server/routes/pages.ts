import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { documentRequestPath } from '../../contract/documents.ts'
import { formPath, languages, pathIn, statusPath } from '../../contract/languages.ts'
import { redirectToChosenLanguage } from '../http/language-redirect.ts'
import { refuseAmbiguousPaths, type SendPage } from '../http/not-found.ts'
import { killSwitchWorker, workerPath } from '../http/service-worker-kill-switch.ts'
import { uploadTimeout } from '../http/request-timeout.ts'
import { sendTooLargePage, unlessBusy } from '../http/plain-error-page.ts'
import type { AppContext } from './context.ts'
import { ownLetterRoutes } from './letters.ts'
import { ownDocumentRoutes } from './own-documents.ts'
import { pictureRoutes } from './pictures.ts'
import { shortLinks } from './short-links.ts'

/** Where pages come from: the build (built-pages.ts) or, in development, Vite (server/dev.ts). */
export type OpenPages = (site: FastifyInstance, context: AppContext) => Promise<PageSource>

export interface PageSource {
  /** Renders a page for one visitor, and sends it. `url` is the one that the router sees. */
  sendPage: (request: FastifyRequest, reply: FastifyReply, url?: string) => Promise<unknown>
  /** Adds the GET routes of files and pages. Pages for one visitor are sent by `renderPage`. */
  addRoutes: (site: FastifyInstance, renderPage: SendPage, notFoundPage: SendPage) => void
}

/** Routes of everything but the API. */
export async function pageRoutes(app: FastifyInstance, context: AppContext, open: OpenPages) {
  const { sendPage, addRoutes } = await open(app, context)
  const renderPage = unlessBusy(context.load, (request, reply) => sendPage(request, reply))
  const notFoundPage = unlessBusy(context.load, (request, reply) =>
    sendPage(request, reply, '/404'),
  )
  context.notFoundPage = notFoundPage

  readFormsAsBytes(app)
  refuseAmbiguousPaths(app, notFoundPage)
  redirectToChosenLanguage(app)
  if (context.settings.OFFLINE === 'off') {
    app.get(workerPath, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(killSwitchWorker),
    )
  }
  pictureRoutes(app, context)
  shortLinks(app, renderPage)
  await app.register(async (forms) => fileFormRoutes(forms, context, renderPage))
  addRoutes(app, renderPage, notFoundPage)
  app.post('/*', renderPage)
}

function readFormsAsBytes(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode !== 413) throw error
    return sendTooLargePage(request, reply)
  })
}

/**
 * Routes of forms with files, which are read while they arrive. The form has its own route also
 * because the metrics count submissions.
 */
function fileFormRoutes(app: FastifyInstance, context: AppContext, renderPage: SendPage) {
  app.removeContentTypeParser('multipart/form-data')
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
  const paths = [formPath, statusPath, documentRequestPath]
  for (const path of paths.flatMap((path) => languages.map((one) => pathIn(one, path)))) {
    app.post(path, { config: { bodyTimeout: uploadTimeout } }, renderPage)
  }
  ownDocumentRoutes(app, context)
  ownLetterRoutes(app, context)
}
