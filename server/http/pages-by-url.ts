import type { FastifyReply, FastifyRequest } from 'fastify'

import { pageDictionaries } from './compression-dictionaries.ts'
import { encode } from './encodings.ts'
import {
  fileOf,
  sendStaticFile,
  type StaticFile,
  type Template,
  withPublicUrl,
} from './static-files.ts'

/**
 * Public URLs whose pages stay in memory. With the setting `PUBLIC_URL` there is only one. Without
 * it, requests can name any number of hosts. Later ones get pages that are compressed each time.
 */
const maxUrls = 3

/**
 * Sends pages with the public URL in place of its placeholder. `templates` are the pages of the build;
 * rendered pages can be sent, too.
 */
export function pagesByUrl(templates: readonly Template[]) {
  const sites = new Map<string, ReturnType<typeof pagesAt>>()
  return { send, encodePage, prepare }

  function send(
    publicUrl: string,
    request: FastifyRequest,
    reply: FastifyReply,
    template: Template,
  ) {
    const site = siteAt(publicUrl)
    if (site) return site.send(request, reply, template)
    const body = withPublicUrl(publicUrl, template.body)
    return sendStaticFile(request, reply, fileOf(template, body, undefined))
  }

  /** The body of a page for one visitor: HTML, or its difference to a page that the browser has. */
  async function encodePage(publicUrl: string, reply: FastifyReply, text: string) {
    const body = withPublicUrl(publicUrl, text)
    return siteAt(publicUrl)?.encode(reply, body) ?? body
  }

  /** Compresses a page for each URL in use, before the first visitor asks for it. */
  async function prepare(template: Template) {
    await Promise.all([...sites.values()].map((site) => site.prepare(template)))
  }

  function siteAt(publicUrl: string) {
    const known = sites.get(publicUrl)
    if (known || sites.size === maxUrls) return known
    const site = pagesAt(publicUrl, templates)
    sites.set(publicUrl, site)
    return site
  }
}

/** The pages at one public URL. Each is compressed at its first request. */
function pagesAt(publicUrl: string, templates: readonly Template[]) {
  const pages = new WeakMap<Template, StaticFile | Promise<StaticFile>>()
  const dictionaries = pageDictionaries()
  // Browsers may have these pages from before the start of this process.
  for (const template of templates) {
    dictionaries.add(template.path, fileOf(template, bodyOf(template), undefined))
  }
  return {
    send,
    encode: dictionaries.encode,
    prepare: async (page: Template) => pages.get(page) ?? prepare(page),
  }

  function send(request: FastifyRequest, reply: FastifyReply, template: Template) {
    const page = pages.get(template) ?? prepare(template)
    return page instanceof Promise
      ? page.then((ready) => dictionaries.sendFile(request, reply, ready))
      : dictionaries.sendFile(request, reply, page)
  }

  function prepare(template: Template) {
    const body = bodyOf(template)
    const pending = encode(body).then((encoded) => {
      const page = fileOf(template, body, encoded)
      pages.set(template, page)
      dictionaries.add(template.path, page)
      return page
    })
    pages.set(template, pending)
    return pending
  }

  function bodyOf({ body }: Template) {
    return withPublicUrl(publicUrl, body)
  }
}
