import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type ServerBuild } from 'react-router'

import type { PublicItems } from '../../contract/content/public-items.ts'
import { documentRequestPath } from '../../contract/documents.ts'
import { languages, pathIn } from '../../contract/languages.ts'
import { pathOf } from '../http/url-path.ts'
import { redirectToChosenLanguage } from '../http/language-redirect.ts'
import { refuseAmbiguousPaths, sendNotFound, type SendPage } from '../http/not-found.ts'
import { noticeFiller } from '../http/notices.ts'
import { readPageStyles } from '../http/page-styles.ts'
import { pagesByUrl } from '../http/pages-by-url.ts'
import { isPreview } from '../http/preview.ts'
import { killSwitchWorker, workerPath } from '../http/service-worker-kill-switch.ts'
import { uploadTimeout } from '../http/request-timeout.ts'
import { sendBusyPage, sendTooLargePage } from '../http/plain-error-page.ts'
import { readStaticFiles, sendStaticFile, type Template } from '../http/static-files.ts'
import { type PageModule, templateRenderer } from './cacheable-render.ts'
import { cachedForms } from './cached-forms.ts'
import type { AppContext } from './context.ts'
import { cachedIntakePages } from './intake-pages.ts'
import { ownLetterRoutes } from './letters.ts'
import { ownDocumentRoutes } from './own-documents.ts'
import { pictureRoutes } from './pictures.ts'
import { publicPages } from './public-pages.ts'
import { shortLinks } from './short-links.ts'
import { visitorPages } from './visitor-pages.ts'

/** Routes of everything but the API: prerendered and cached pages, assets, pages for one visitor. */
export async function pageRoutes(app: FastifyInstance, context: AppContext, folder: string) {
  const { files, templates } = readStaticFiles(join(folder, 'client'))
  const fill = noticeFiller()
  const sites = pagesByUrl([...templates.values()].map((template) => fill(template, '')))
  const entry = pathToFileURL(join(folder, 'server', 'index.js')).href
  const build: ServerBuild = await import(entry)
  const pages = build.entry.module as unknown as PageModule
  const { PUBLIC_URL } = context.settings
  // Forms are sent to the public host name, which a proxy may not pass on to this server.
  const allowedActionOrigins = PUBLIC_URL ? [new URL(PUBLIC_URL).host] : []
  const render = createRequestHandler({ ...build, allowedActionOrigins }, 'production')
  const renderTemplate = templateRenderer(render, pages, (error) =>
    app.log.error({ err: error }, 'page failed'),
  )
  const styles = readPageStyles(join(folder, 'server'))
  const shared = publicPages({
    render: renderTemplate,
    renderNotices: pages.renderNotices,
    styles,
    content: context.content,
    fill,
    prepare: sites.prepare,
  })
  context.publicPages = shared
  const readIntakePage = cachedIntakePages({
    render: renderTemplate,
    styles,
    intakes: context.intakes,
  })
  const sendPage = visitorPages(context, { render, pages, sites, noticesIn: shared.noticesIn })

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

  const notFoundPage = unlessBusy((request, reply) => sendPage(request, reply, '/404'))
  context.notFoundPage = notFoundPage

  refuseAmbiguousPaths(app, notFoundPage)
  redirectToChosenLanguage(app)

  app.get('/assets/*', (request, reply) => {
    const file = files.get(pathOf(request.url))
    return file
      ? sendStaticFile(request, reply, file)
      : sendNotFound(request, reply, notFoundPage, 'There is no such file.')
  })

  if (context.settings.OFFLINE === 'off') {
    app.get(workerPath, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(killSwitchWorker),
    )
  }

  pictureRoutes(app, context)

  const renderPage = unlessBusy((request, reply) => sendPage(request, reply))
  shortLinks(app, renderPage)
  for (const { path, read } of cachedForms(renderTemplate, pages, context)) {
    app.get(
      path,
      unlessBusy(async (request, reply) => {
        const template = (await isPreview(request)) ? undefined : await read()
        if (!template) return sendPage(request, reply)
        const { items } = await context.content.read()
        return sendTemplate(request, reply, template, items)
      }),
    )
  }
  await app.register(async (forms) =>
    formRoutes(forms, [pages.formPath, pages.statusPath, documentRequestPath]),
  )

  app.get('/*', async (request, reply) => {
    const path = pathOf(request.url)
    const file = files.get(path)
    if (file) return sendStaticFile(request, reply, file)
    if (await isPreview(request)) return renderPage(request, reply)
    const { items } = await context.content.read()
    const template =
      (await readIntakePage(path)) ??
      templates.get(path) ??
      (await shared.readTemplate(path, items))
    return template ? sendTemplate(request, reply, template, items) : renderPage(request, reply)
  })
  app.post('/*', renderPage)

  /**
   * Routes of forms with files, which are read while they arrive. The form has its own route also
   * because the metrics count submissions.
   */
  function formRoutes(forms: FastifyInstance, paths: string[]) {
    forms.removeContentTypeParser('multipart/form-data')
    forms.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
    for (const path of paths.flatMap((path) => languages.map((one) => pathIn(one, path)))) {
      forms.post(path, { config: { bodyTimeout: uploadTimeout } }, renderPage)
    }
    ownDocumentRoutes(forms, context, pages.statusPath)
    ownLetterRoutes(forms, context, pages.statusPath)
  }

  /** Load shedding for rendered pages: answers a short page while the server is overloaded. */
  function unlessBusy(handle: SendPage): SendPage {
    const { load } = context
    return async (request, reply) => {
      if (load.isOverloaded()) return sendBusyPage(request, reply)
      load.begin(request)
      try {
        return await handle(request, reply)
      } finally {
        load.end(request)
      }
    }
  }

  /** Sends a page that is the same for everybody, with the current notices. */
  function sendTemplate(
    request: FastifyRequest,
    reply: FastifyReply,
    template: Template,
    items: PublicItems,
  ) {
    const page = shared.withNotices(template, items)
    return sites.send(context.publicUrl(request), request, reply, page)
  }
}
