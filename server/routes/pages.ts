import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'

import { documentRequestPath } from '../../contract/documents.ts'
import { languages, pathIn } from '../../contract/languages.ts'
import { isAmbiguous, pathOf } from '../http/url-path.ts'
import { sendError } from '../http/error-handler.ts'
import { redirectToChosenLanguage } from '../http/language-redirect.ts'
import { pagesByUrl } from '../http/pages-by-url.ts'
import { killSwitchWorker, workerPath } from '../http/service-worker-kill-switch.ts'
import { uploadTimeout } from '../http/request-timeout.ts'
import { allowInline } from '../http/security-headers.ts'
import { sendBusyPage, sendTooLargePage } from '../http/plain-error-page.ts'
import { readStaticFiles, sendStaticFile } from '../http/static-files.ts'
import { cachedForms, type PageModule } from './cached-forms.ts'
import type { AppContext } from './context.ts'
import { ownDocumentRoutes } from './own-documents.ts'
import { servicesFor } from './page-services.ts'
import { formReader } from './posted-form.ts'

/** Routes of everything but the API: prerendered pages, assets, and pages rendered on request. */
export async function pageRoutes(app: FastifyInstance, context: AppContext, folder: string) {
  const { files, templates } = readStaticFiles(join(folder, 'client'))
  const sites = pagesByUrl([...templates.values()])
  const entry = pathToFileURL(join(folder, 'server', 'index.js')).href
  const build: ServerBuild = await import(entry)
  const pages = build.entry.module as unknown as PageModule
  const { PUBLIC_URL } = context.settings
  // Forms are sent to the public host name, which a proxy may not pass on to this server.
  const allowedActionOrigins = PUBLIC_URL ? [new URL(PUBLIC_URL).host] : []
  const render = createRequestHandler({ ...build, allowedActionOrigins }, 'production')

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

  app.addHook('onRequest', (request, reply, done) => {
    if (isAmbiguous(request.url)) void sendError(reply, 404, 'There is no such page.')
    else done()
  })
  redirectToChosenLanguage(app)

  app.get('/assets/*', (request, reply) => {
    const file = files.get(pathOf(request.url))
    return file
      ? sendStaticFile(request, reply, file)
      : sendError(reply, 404, 'There is no such file.')
  })

  if (context.settings.OFFLINE === 'off') {
    app.get(workerPath, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(killSwitchWorker),
    )
  }

  const renderPage = unlessBusy(sendPage)
  for (const { path, read } of cachedForms(render, pages, context, app.log)) {
    app.get(
      path,
      unlessBusy(async (request, reply) => {
        const template = await read()
        if (!template) return sendPage(request, reply)
        return sites.send(context.publicUrl(request), request, reply, template)
      }),
    )
  }
  await app.register(async (forms) =>
    formRoutes(forms, [pages.formPath, pages.statusPath, documentRequestPath]),
  )

  app.get('/*', (request, reply) => {
    const path = pathOf(request.url)
    const file = files.get(path)
    if (file) return sendStaticFile(request, reply, file)
    const template = templates.get(path)
    return template
      ? sites.send(context.publicUrl(request), request, reply, template)
      : renderPage(request, reply)
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
  }

  type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

  /** Load shedding for rendered pages: answers a short page while the server is overloaded. */
  function unlessBusy(handle: Handle): Handle {
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

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const provider = new RouterContextProvider()
    const reader = formReader(context, request)
    provider.set(pages.pageServices, servicesFor(context, request, reader.read))
    provider.set(pages.cspNonce, allowInline(reply))
    provider.set(pages.requestId, request.id)
    provider.set(pages.reportError, (error) =>
      request.log.error({ requestId: request.id, err: error }, 'page failed'),
    )
    const webRequest = toWebRequest(request)
    if (!webRequest) return sendError(reply, 400, 'This address is malformed.')
    const response = await render(webRequest, provider)
    if (reader.isTooLarge) return sendTooLargePage(request, reply)
    return sendResponse(reply, response)
  }

  async function sendResponse(reply: FastifyReply, response: Response) {
    reply.code(response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    // A page that only one visitor may see must not be cached.
    if (reply.request.method === 'POST' || !response.headers.has('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    if (!response.body) return reply.send('')
    const publicUrl = context.publicUrl(reply.request)
    return reply.send(await sites.encodePage(publicUrl, reply, await response.text()))
  }
}

/** Converts Fastify's request to a Fetch API `Request`; undefined if the URL is invalid. */
function toWebRequest({ method, protocol, host, url, headers, body }: FastifyRequest) {
  const fullUrl = `${protocol}://${host || 'localhost'}${url}`
  if (!URL.canParse(fullUrl)) return undefined
  const list = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) list.append(name, item)
  }
  return new Request(fullUrl, {
    method,
    headers: list,
    ...(body instanceof Buffer && { body: new Uint8Array(body) }),
  })
}
