import type { FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider } from 'react-router'

import { noticePlaceholder } from '../../contract/constants.ts'
import type { PublicItems } from '../../contract/content/public-items.ts'
import { type Language, languageOf } from '../../contract/languages.ts'
import { sendError } from '../http/error-handler.ts'
import { withNotices } from '../http/notices.ts'
import type { pagesByUrl } from '../http/pages-by-url.ts'
import { sendTooLargePage } from '../http/plain-error-page.ts'
import { isPreview } from '../http/preview.ts'
import { allowInline, allowOwnFrames } from '../http/security-headers.ts'
import { pathOf } from '../http/url-path.ts'
import type { PageModule, Render } from './cacheable-render.ts'
import type { AppContext } from './context.ts'
import { servicesFor } from './page-services.ts'
import { formReader } from './posted-form.ts'

interface Parts {
  render: Render
  pages: PageModule
  sites: ReturnType<typeof pagesByUrl>
  noticesIn: (items: PublicItems, language: Language) => string
}

/** Returns a function that renders a page for one visitor, and sends it. */
export function visitorPages(context: AppContext, { render, pages, sites, noticesIn }: Parts) {
  return sendPage

  /** `url` is the one that the router sees. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply, url = request.url) {
    const { read, readDrafts } = context.content
    const showsDrafts = await isPreview(request)
    const content = async () => (await (showsDrafts ? readDrafts() : read())).items
    const provider = new RouterContextProvider()
    const reader = formReader(context, request)
    provider.set(
      pages.pageServices,
      servicesFor(context, request, { readForm: reader.read, content }),
    )
    provider.set(pages.readIntakes, context.intakes.read)
    provider.set(pages.cspNonce, allowInline(reply))
    provider.set(pages.requestId, request.id)
    provider.set(pages.reportError, (error) =>
      request.log.error({ requestId: request.id, err: error }, 'page failed'),
    )
    const webRequest = toWebRequest(request, url)
    if (!webRequest) return sendError(reply, 400, 'This address is malformed.')
    const response = await render(webRequest, provider)
    if (reader.isTooLarge) return sendTooLargePage(request, reply)
    if (showsDrafts) {
      response.headers.set('cache-control', 'no-store')
      allowOwnFrames(reply)
    }
    return sendResponse(reply, response, content)
  }

  async function sendResponse(
    reply: FastifyReply,
    response: Response,
    content: () => Promise<PublicItems>,
  ) {
    reply.code(response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    // A page that only one visitor may see must not be cached.
    if (reply.request.method === 'POST' || !response.headers.has('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    if (!response.body) return reply.send('')
    const publicUrl = context.publicUrl(reply.request)
    const html = await response.text()
    const page = html.includes(noticePlaceholder)
      ? withNotices(html, noticesIn(await content(), languageOf(pathOf(reply.request.url))))
      : html
    return reply.send(await sites.encodePage(publicUrl, reply, page))
  }
}

/** Converts Fastify's request to a Fetch API `Request`; undefined if the URL is invalid. */
function toWebRequest({ method, protocol, host, headers, body }: FastifyRequest, url: string) {
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
