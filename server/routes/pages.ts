import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'

import { documentRequestPath } from '../../contract/document/documents.ts'
import { questionsPath } from '../../contract/intake/intake-question-calls.ts'
import {
  formPath,
  languageOf,
  languages,
  pathIn,
  statusPath,
} from '../../contract/language/languages.ts'
import { redirectToChosenLanguage } from '../http/language-redirect.ts'
import { refuseAmbiguousPaths, sendNotFound, type SendPage } from '../http/not-found.ts'
import { sendTooLargePage, unlessBusy } from '../http/plain-error-page.ts'
import { isPreview } from '../http/preview.ts'
import { uploadTimeout } from '../http/request-timeout.ts'
import { servedPages } from '../http/served-pages.ts'
import { sendStaticFile } from '../http/static-files.ts'
import { pathOf } from '../http/url-path.ts'
import type { AppContext } from './context.ts'
import { ownDownloadRoutes } from './own-downloads.ts'
import { readPicture } from '../services/content/pictures.ts'
import type { PageBuild } from './page-build.ts'
import { sharedPages } from './shared-pages.ts'
import { shortLinks } from './short-links.ts'
import { visitorPages } from './visitor-pages.ts'

export type Pages = ReturnType<typeof openPages>

/** Opens the pages of another source than the build: `npm run dev` compiles them on request. */
export type PageSource = (app: FastifyInstance, context: AppContext) => Pages

/** Connects the build with its data, before the routes that send pages are made. */
export function openPages(build: PageBuild, context: AppContext, log: FastifyBaseLogger) {
  const served = servedPages((notices, language) => build.module.renderNotices(notices, language))
  const shared = sharedPages(build, context, log)
  const sendForVisitor = visitorPages(build, served, context)
  const sendNotFoundPage = unlessBusy(context.load, (request, reply) =>
    sendForVisitor(request, reply, pathIn(languageOf(request.url), '/404')),
  )
  return { build, served, shared, sendForVisitor, sendNotFoundPage }
}

/** Routes of everything but the API: cached pages, assets, pages for one visitor. */
export async function pageRoutes(app: FastifyInstance, context: AppContext, pages: Pages) {
  const { build, served, shared, sendForVisitor, sendNotFoundPage } = pages
  const { load, db, settings, publicUrl } = context
  const sendForVisitorUnlessBusy = unlessBusy(load, (request, reply) =>
    sendForVisitor(request, reply),
  )

  acceptForms(app)
  refuseAmbiguousPaths(app, sendNotFoundPage)
  redirectToChosenLanguage(app)
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const picture = await readPicture(db, request.params.name)
    if (!picture) return sendNotFound(request, reply, sendNotFoundPage, 'There is no such file.')
    // An address always has the same picture.
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/webp')
      .send(picture)
  })
  shortLinks(app)
  if (settings.OFFLINE === 'off') workerRoute(app)

  app.get('/assets/*', (request, reply) => {
    const file = build.files.get(pathOf(request.url))
    return file
      ? sendStaticFile(request, reply, file)
      : sendNotFound(request, reply, sendNotFoundPage, 'There is no such file.')
  })
  for (const path of shared.formPaths) {
    const send = unlessBusy(load, (request, reply) => sendPage(request, reply, sendForVisitor))
    app.get(path, send)
  }
  app.get('/*', (request, reply) => {
    const file = build.files.get(pathOf(request.url))
    return file
      ? sendStaticFile(request, reply, file)
      : sendPage(request, reply, sendForVisitorUnlessBusy)
  })
  app.post('/*', sendForVisitorUnlessBusy)
  await app.register(async (forms) => {
    fileFormRoutes(
      forms,
      [formPath, statusPath, documentRequestPath, `${questionsPath}/:token`],
      sendForVisitorUnlessBusy,
    )
    ownDownloadRoutes(forms, context)
  })

  /** Sends the page that is the same for everybody. Other pages and previews are rendered. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply, sendOther: SendPage) {
    const page = (await isPreview(request)) ? undefined : await shared.find(pathOf(request.url))
    return page ? served.send(request, reply, page, publicUrl(request)) : sendOther(request, reply)
  }
}

/** Bodies of requests for pages are forms. */
function acceptForms(app: FastifyInstance) {
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
function fileFormRoutes(forms: FastifyInstance, paths: string[], send: SendPage) {
  forms.removeContentTypeParser('multipart/form-data')
  forms.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
  for (const language of languages) {
    for (const path of paths) {
      forms.post(pathIn(language, path), { config: { bodyTimeout: uploadTimeout } }, send)
    }
  }
}

/**
 * Kill switch: replaces the service worker that app/offline/build-service-worker.ts builds, if the setting
 * OFFLINE is off. In a browser, this worker deletes the caches and unregisters itself. Drafts of
 * applications stay stored.
 */
function workerRoute(app: FastifyInstance) {
  app.get('/application-worker.js', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(killSwitchWorker),
  )
}

const killSwitchWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`
