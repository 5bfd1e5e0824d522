import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'

import type { FormLists } from '../../app/page-context.ts'
import type * as pageContext from '../../app/page-context.ts'
import { languages, pathIn } from '../../contract/languages.ts'
import { dayInKenya } from '../../contract/time-zone.ts'
import type { Database } from '../database/tables.ts'
import { isAmbiguous, pathOf } from '../http/url-path.ts'
import { sendError } from '../http/error-handler.ts'
import { cacheLast, memoize } from '../http/page-cache.ts'
import { redirectToChosenLanguage } from '../http/language-redirect.ts'
import { pagesByUrl } from '../http/pages-by-url.ts'
import { killSwitchWorker, workerPath } from '../http/service-worker-kill-switch.ts'
import { allowInline } from '../http/security-headers.ts'
import { sendBusyPage, sendTooLargePage } from '../http/plain-error-page.ts'
import { pageTemplate, readStaticFiles, sendStaticFile } from '../http/static-files.ts'
import type { AppContext } from './context.ts'
import { formLists, servicesFor } from './page-services.ts'

/** Milliseconds for which institutions, courses and departments of the form are cached. */
const listsMaxAge = 1000

/** The exports of app/entry.server.tsx that the server uses. */
type PageModule = typeof pageContext

type Render = ReturnType<typeof createRequestHandler>

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
  for (const { path, read } of cachedForms(render, pages, context.db, app.log)) {
    app.get(
      path,
      unlessBusy(async (request, reply) => {
        const template = await read()
        if (!template) return sendPage(request, reply)
        return sites.send(context.publicUrl(request), request, reply, template)
      }),
    )
    // A separate route, so that the metrics can count submissions.
    app.post(path, renderPage)
  }

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
    provider.set(pages.pageServices, servicesFor(context, request))
    provider.set(pages.cspNonce, allowInline(reply))
    provider.set(pages.requestId, request.id)
    provider.set(pages.reportError, (error) =>
      request.log.error({ requestId: request.id, err: error }, 'page failed'),
    )
    const webRequest = toWebRequest(request)
    if (!webRequest) return sendError(reply, 400, 'This address is malformed.')
    return sendResponse(reply, await render(webRequest, provider))
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

/**
 * Page cache of the application form, one page per language. Its lists may be a second old, because
 * each submission is checked against the database. `read` returns undefined if the lists cannot be
 * read.
 */
function cachedForms(render: Render, pages: PageModule, db: Database, log: FastifyBaseLogger) {
  const content = memoize(listsMaxAge, async () => ({
    lists: await formLists(db),
    day: dayInKenya(Date.now()),
  }))
  return languages.map((language) => {
    const path = pathIn(language, pages.formPath)
    const cached = cacheLast(({ lists }: Awaited<ReturnType<typeof content>>) =>
      renderForm(path, lists),
    )
    const read = async () => {
      const current = await content().catch(() => undefined)
      return current && cached(current)
    }
    return { path, read }
  })

  async function renderForm(path: string, lists: FormLists) {
    const provider = new RouterContextProvider()
    const unsupported = () => Promise.reject(new Error('A cached page accepts no answers.'))
    provider.set(pages.pageServices, {
      formLists: async () => lists,
      submit: unsupported,
      seeOwn: unsupported,
      copyOwn: unsupported,
      withdrawOwn: unsupported,
    })
    provider.set(pages.reportError, (error) => log.error({ err: error }, 'page failed'))
    const page = await render(new Request(new URL(path, 'http://localhost')), provider)
    if (!page.ok) throw new Error(`The application form cannot be rendered: ${page.status}`)
    return pageTemplate(path, await page.text())
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
