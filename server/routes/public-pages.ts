import type { CollectionName } from '../../contract/content/collections.ts'
import type { PublicItems } from '../../contract/content/public-items.ts'
import { publicPageBytes } from '../../contract/constants.ts'
import { type Language, languageOf } from '../../contract/languages.ts'
import { encode } from '../http/encodings.ts'
import type { FillNotices } from '../http/notices.ts'
import { cacheLast, memoizeLast } from '../http/page-cache.ts'
import { type PageStyles, withStyles } from '../http/page-styles.ts'
import type { Template } from '../http/static-files.ts'
import { changedPaths, isItemPage, kindOfPage, shownOn } from '../services/content/content-pages.ts'
import { DomainError } from '../services/domain-error.ts'
import type { PageModule, RenderTemplate } from './cacheable-render.ts'
import type { AppContext } from './context.ts'

/** Pages of single items that stay in memory. */
const maxItemPages = 200

/** What routes of the back office need of the public pages. */
export interface PublicPages {
  /** Refuses content that would make a page too large. */
  checkSize(after: PublicItems, collection?: CollectionName): Promise<DomainError | undefined>
  /** Renders and compresses the pages that a change of content has changed. */
  refresh(before: PublicItems, collection?: CollectionName): Promise<void>
}

interface Parts {
  render: RenderTemplate
  renderNotices: PageModule['renderNotices']
  styles: PageStyles
  content: AppContext['content']
  fill: FillNotices
  /** Compresses a page for the public URLs in use. */
  prepare: (page: Template) => Promise<void>
}

/**
 * Page cache of the pages with content that staff edit, one page per path. A page is rendered again
 * when what it shows has changed.
 */
export function publicPages({ render, renderNotices, styles, content, fill, prepare }: Parts) {
  const pages = new Map<string, ReturnType<typeof cachedPage>>()
  const itemPages = new Map<string, ReturnType<typeof cachedPage>>()
  const notices = memoizeLast(({ notices }: PublicItems) => ({
    en: renderNotices(notices, 'en'),
    sw: renderNotices(notices, 'sw'),
  }))
  return { readTemplate, withNotices, noticesIn, checkSize, refresh }

  /** The page at a path without notices; undefined if no page with content has this path. */
  async function readTemplate(path: string, items: PublicItems) {
    const kept = isItemPage(path) ? itemPages : pages
    const known = kept.get(path)
    if (!known) return shownOn(path, items) && add(kept, path)(items)
    const template = known(items)
    if (!template) kept.delete(path)
    return template
  }

  function add(kept: typeof pages, path: string) {
    const [oldest] = kept.keys()
    if (kept === itemPages && oldest !== undefined && kept.size >= maxItemPages) kept.delete(oldest)
    const page = cachedPage(path)
    kept.set(path, page)
    return page
  }

  function cachedPage(path: string) {
    const shown = memoizeLast((items: PublicItems) => shownOn(path, items))
    const cached = cacheLast((shown: Partial<PublicItems>) => renderShown(path, shown))
    return (items: PublicItems) => {
      const current = shown(items)
      return current && cached(current)
    }
  }

  /** The page has only the collections that it declares: another one would be missed at once. */
  async function renderShown(path: string, shown: Partial<PublicItems>): Promise<Template> {
    const template = await render(path, { content: async () => shown as PublicItems })
    const html = withStyles(template.body.toString(), styles[kindOfPage(path)] ?? '')
    return { ...template, body: Buffer.from(html) }
  }

  function withNotices(template: Template, items: PublicItems) {
    return fill(template, noticesIn(items, languageOf(template.path)))
  }

  function noticesIn(items: PublicItems, language: Language) {
    return notices(items)[language]
  }

  async function checkSize(after: PublicItems, collection?: CollectionName) {
    const { items } = await content.read()
    for (const path of changedPaths(items, after, collection)) {
      const { type, body } = await renderShown(path, shownOn(path, after)!)
      if (!type.startsWith('text/html')) continue
      const { br } = await encode(body)
      if (br && br.length > publicPageBytes) return tooLarge(path, br.length)
    }
    return undefined
  }

  async function refresh(before: PublicItems, collection?: CollectionName) {
    const { items } = await content.read()
    for (const path of changedPaths(before, items, collection)) {
      const template = await readTemplate(path, items)
      if (template) await prepare(withNotices(template, items))
    }
  }
}

function tooLarge(path: string, bytes: number) {
  const size = (count: number) => `${(count / 1000).toFixed(1)} KB`
  return new DomainError(
    'invalid',
    `This cannot be published: the page ${path} would have ${size(bytes)}, and may have ${size(publicPageBytes)}, so that it opens fast on cheap phones. Please shorten texts, or hide older items.`,
  )
}
