import type { FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider } from 'react-router'

import type { PublicItems } from '../../contract/content/public-items.ts'
import { sendError } from '../http/error-handler.ts'
import { sendTooLargePage } from '../http/plain-error-page.ts'
import { isPreview } from '../http/preview.ts'
import { allowInline, allowOwnFrames } from '../http/security-headers.ts'
import type { ServedPages } from '../http/served-pages.ts'
import type { AppContext } from './context.ts'
import type { PageRenderer } from './page-build.ts'
import { servicesFor } from './page-services.ts'
import { formReader } from './posted-form.ts'

export function visitorPages(build: PageRenderer, served: ServedPages, context: AppContext) {
  return sendForVisitor

  /** `url` is the one that the router sees. */
  async function sendForVisitor(request: FastifyRequest, reply: FastifyReply, url = request.url) {
    const { render, module } = build
    const { read, readDrafts } = context.content
    const showsDrafts = await isPreview(request)
    let items: Promise<PublicItems> | undefined
    // The page and its notices share the query.
    const content = () => (items ??= readItems())
    const readItems = async () => (await (showsDrafts ? readDrafts() : read())).items
    const reader = formReader(context, request)
    const services = servicesFor(context, request, { readForm: reader.read, content })
    const webRequest = toWebRequest(request, url)
    if (!webRequest) return sendError(reply, 400, 'This address is malformed.')
    const provider = new RouterContextProvider()
    provider.set(module.pageServices, services)
    provider.set(module.readIntakes, context.intakes.read)
    provider.set(module.cspNonce, allowInline(reply))
    provider.set(module.requestId, request.id)
    provider.set(module.reportError, (error) =>
      request.log.error({ requestId: request.id, err: error }, 'page failed'),
    )
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
    // A page that only one visitor may see must not be cached, but by a browser if the page says so.
    const cacheControl = response.headers.get('cache-control')
    const isPublic = cacheControl !== null && !cacheControl.startsWith('private')
    if (cacheControl === null || (reply.request.method === 'POST' && isPublic)) {
      reply.header('cache-control', 'no-store')
    }
    if (!response.body) return reply.send('')
    const readNotices = async () => (await content()).notices
    const publicUrl = context.publicUrl(reply.request)
    const html = await response.text()
    return reply.send(await served.completeForVisitor(reply, html, publicUrl, readNotices))
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
