import type { FastifyReply, FastifyRequest } from 'fastify'

import { noticePlaceholder, publicUrlPlaceholder } from '../../contract/constants.ts'
import type { PublicItems } from '../../contract/content/public-items.ts'
import { type Language, languageOf } from '../../contract/language/languages.ts'
import { pageDictionaries } from './compression-dictionaries.ts'
import { encodeOnDemand } from './encodings.ts'
import { pageFile, sendStaticFile, type StaticFile } from './static-files.ts'

/**
 * Public URLs whose pages stay in memory. With the setting `PUBLIC_URL` there is only one. Without
 * it, requests can name any number of hosts. Later ones get pages that are compressed each time.
 */
const maxUrls = 3

/** Pages that stay in memory. The pages of single items have no other limit. */
const maxPages = 300

type Notices = PublicItems['notices']

/** A page that is the same for everybody. */
export interface SharedPage {
  path: string
  /** The version of the data. Another version can have equal data, the same version cannot differ. */
  version: string
  /** The data from which the page is rendered, without notices. */
  data: unknown
  notices: Notices
  /** Renders the page, with the placeholders of the notices and of the public URL. */
  render: () => Promise<string>
}

interface CachedPage {
  version: string
  /** The data and the notices, as JSON. */
  shown: string
  /** The page with its notices, in UTF-8: a string could take twice the memory. */
  html: Promise<Buffer>
  /** The page with its public URL, in each encoding, by public URL. */
  files: Map<string, Promise<StaticFile>>
}

/**
 * The way of a page to the browser: render, notices, public URL, encodings, dictionary. One map caches
 * the steps up to the encodings. Its key is the path, which also names the language. An entry is valid
 * for a version, or else for equal data and notices, and has one file per public URL.
 */
export function servedPages(renderNotices: (notices: Notices, language: Language) => string) {
  const cache = new Map<string, CachedPage>()
  const publicUrls = new Set<string>()
  const dictionaries = pageDictionaries()
  return { send, completeForVisitor }

  /** Sends a page that is the same for everybody. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: SharedPage,
    publicUrl: string,
  ) {
    const cached = readCache(page)
    if (publicUrls.size < maxUrls) publicUrls.add(publicUrl)
    if (!publicUrls.has(publicUrl)) {
      const body = withPublicUrl(await cached.html, publicUrl)
      return sendStaticFile(request, reply, pageFile(page.path, body, undefined))
    }
    const file = await fileOf(page.path, cached, publicUrl)
    return sendStaticFile(request, reply, await dictionaries.useFor(request, reply, file))
  }

  /** The body of a page that is rendered for one visitor: HTML, or its delta to a shared page. */
  async function completeForVisitor(
    reply: FastifyReply,
    html: string,
    publicUrl: string,
    readNotices: () => Promise<Notices>,
  ) {
    const page = html.includes(noticePlaceholder)
      ? withNotices(reply.request.url, html, await readNotices())
      : html
    return dictionaries.encode(reply, withPublicUrl(page, publicUrl))
  }

  /** The entry of a page. It is replaced when the page shows something else. */
  function readCache(page: SharedPage): CachedPage {
    const { path, version } = page
    const cached = cache.get(path)
    if (cached?.version === version) return cached
    const shown = JSON.stringify([page.data, page.notices])
    if (cached?.shown === shown) {
      cached.version = version
      return cached
    }
    remove(path)
    const [oldest] = cache.keys()
    if (oldest !== undefined && cache.size >= maxPages) remove(oldest)
    const html = page.render().then((text) => Buffer.from(withNotices(path, text, page.notices)))
    const added = { version, shown, html, files: new Map() }
    cache.set(path, added)
    added.html.catch(() => {
      if (cache.get(path) === added) cache.delete(path)
    })
    return added
  }

  function remove(path: string) {
    for (const file of cache.get(path)?.files.values() ?? []) {
      file.then(dictionaries.remove, () => {})
    }
    cache.delete(path)
  }

  function withNotices(path: string, html: string, notices: Notices) {
    return html.replace(noticePlaceholder, () => renderNotices(notices, languageOf(path)))
  }

  function fileOf(path: string, cached: CachedPage, publicUrl: string) {
    const known = cached.files.get(publicUrl)
    if (known) return known
    const file = makeFile(path, cached, publicUrl)
    cached.files.set(publicUrl, file)
    return file
  }

  async function makeFile(path: string, cached: CachedPage, publicUrl: string) {
    const body = withPublicUrl(await cached.html, publicUrl)
    const file = pageFile(path, body, encodeOnDemand(body))
    if (cache.get(path) === cached) dictionaries.add(file)
    return file
  }
}

export type ServedPages = ReturnType<typeof servedPages>

function withPublicUrl(page: Buffer | string, publicUrl: string) {
  return Buffer.from(page.toString().replaceAll(publicUrlPlaceholder, publicUrl))
}
