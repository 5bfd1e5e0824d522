import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type ServerBuild } from 'react-router'

import type { PublicItems } from '../../contract/content/public-items.ts'
import { sendNotFound, type SendPage } from '../http/not-found.ts'
import { noticeFiller } from '../http/notices.ts'
import { readPageStyles } from '../http/page-styles.ts'
import { pagesByUrl } from '../http/pages-by-url.ts'
import { unlessBusy } from '../http/plain-error-page.ts'
import { isPreview } from '../http/preview.ts'
import { readStaticFiles, sendStaticFile, type Template } from '../http/static-files.ts'
import { pathOf } from '../http/url-path.ts'
import { type PageModule, templateRenderer } from './cacheable-render.ts'
import { cachedForms } from './cached-forms.ts'
import type { AppContext } from './context.ts'
import { cachedIntakePages } from './intake-pages.ts'
import type { PageSource } from './pages.ts'
import { publicPages } from './public-pages.ts'
import { visitorPages } from './visitor-pages.ts'

/** The pages of a build in `folder`: prerendered and cached pages, assets, pages for one visitor. */
export async function builtPages(
  app: FastifyInstance,
  context: AppContext,
  folder: string,
): Promise<PageSource> {
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
  return { sendPage, addRoutes }

  function addRoutes(site: FastifyInstance, renderPage: SendPage, notFoundPage: SendPage) {
    site.get('/assets/*', (request, reply) => {
      const file = files.get(pathOf(request.url))
      return file
        ? sendStaticFile(request, reply, file)
        : sendNotFound(request, reply, notFoundPage, 'There is no such file.')
    })

    for (const { path, read } of cachedForms(renderTemplate, context)) {
      site.get(
        path,
        unlessBusy(context.load, async (request, reply) => {
          const template = (await isPreview(request)) ? undefined : await read()
          if (!template) return sendPage(request, reply)
          const { items } = await context.content.read()
          return sendTemplate(request, reply, template, items)
        }),
      )
    }

    site.get('/*', async (request, reply) => {
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
