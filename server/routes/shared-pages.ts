import type { FastifyBaseLogger } from 'fastify'

import { publicPageBytes } from '../../contract/constants.ts'
import type { CollectionName } from '../../contract/content/collections.ts'
import type { PublicItems } from '../../contract/content/public-items.ts'
import { formPath, languages, pathIn } from '../../contract/language/languages.ts'
import { dayInKenya } from '../../contract/time-zone.ts'
import { compress } from '../http/encodings.ts'
import { memoize } from '../http/memoize.ts'
import type { SharedPage } from '../http/served-pages.ts'
import { changedPaths, intakePaths, shownOn } from '../services/content/content-pages.ts'
import type { PublicContent } from '../services/content/public-content.ts'
import { DomainError } from '../services/domain-error.ts'
import { offersSms } from '../settings.ts'
import type { AppContext } from './context.ts'
import { contentData, type PageBuild, renderSharedPage, type SharedData } from './page-build.ts'
import { formLists } from './page-services.ts'

/** Milliseconds for which institutions, courses and departments of the form are cached. */
const listsMaxAge = 1000

export type SharedPages = ReturnType<typeof sharedPages>

/** The pages that are the same for everybody, and the data that each shows. */
export function sharedPages(
  build: PageBuild,
  { db, settings, content, intakes }: AppContext,
  log: FastifyBaseLogger,
) {
  const formPaths = languages.map((language) => pathIn(language, formPath))
  const readLists = memoize(listsMaxAge, () => readFormLists(db))
  return { formPaths, find, checkSize }

  /** The page at a path; undefined if there is none, or if its data cannot be read. */
  async function find(path: string) {
    const current = await content.read()
    const template = build.templates.get(path)
    if (template) return { ...pageOf(path, current, null), render: async () => template.toString() }
    const shown = shownOn(path, current.items)
    if (!shown) return undefined
    if (formPaths.includes(path)) return findForm(path, current, shown)
    return findDataPage(path, current, shown)
  }

  /**
   * The application form. Its lists may be a second old, because each submission is checked against
   * the database. Its intakes are current: a page with a form must not outlive the intake.
   */
  async function findForm(path: string, current: PublicContent, texts: Partial<PublicItems>) {
    const [read, shown] = await Promise.all([readLists().catch(() => undefined), intakes.read()])
    if (!read) return undefined
    const { lists, day, readAt } = read
    const services = {
      ...contentData(texts).services,
      formLists: async () => lists,
      documentMaxMb: settings.DOCUMENT_MAX_MB,
      isSmsOffered: offersSms(settings),
    }
    const version = `${readAt} ${JSON.stringify(shown)}`
    return pageOf(path, current, [lists, day, shown, texts], { services, intakes: shown }, version)
  }

  /** A page with content that staff edit, and on some pages the intakes. */
  async function findDataPage(path: string, current: PublicContent, shown: Partial<PublicItems>) {
    const shownIntakes = await intakesOn(path)
    const uses = { ...contentData(shown), intakes: shownIntakes }
    return pageOf(path, current, [shown, shownIntakes], uses, JSON.stringify(shownIntakes))
  }

  async function intakesOn(path: string) {
    return intakePaths.includes(path) ? intakes.read() : undefined
  }

  /** `version` is that of the data without the content. */
  function pageOf(
    path: string,
    { version: contentVersion, until, items }: PublicContent,
    data: unknown,
    uses: SharedData = {},
    version = '',
  ): SharedPage {
    return {
      path,
      version: `${contentVersion} ${until} ${version}`,
      data,
      notices: items.notices,
      render: () => render(path, uses),
    }
  }

  function render(path: string, uses: SharedData) {
    return renderSharedPage(build, path, uses, (error) => log.error({ err: error }, 'page failed'))
  }

  /** Refuses content that would make a page too large. The size of the form is that of its lists. */
  async function checkSize(after: PublicItems, collection?: CollectionName) {
    const { items } = await content.read()
    for (const path of changedPaths(items, after, collection)) {
      if (formPaths.includes(path)) continue
      const uses = { ...contentData(shownOn(path, after)), intakes: await intakesOn(path) }
      const { length } = await compress.br(Buffer.from(await render(path, uses)))
      if (length > publicPageBytes) return tooLarge(path, length)
    }
    return undefined
  }
}

async function readFormLists(db: AppContext['db']) {
  return { lists: await formLists(db), day: dayInKenya(Date.now()), readAt: performance.now() }
}

function tooLarge(path: string, bytes: number) {
  const size = (count: number) => `${(count / 1000).toFixed(1)} KB`
  return new DomainError(
    'invalid',
    `This cannot be published: the page ${path} would have ${size(bytes)}, and may have ${size(publicPageBytes)}, so that it opens fast on cheap phones. Please shorten texts, or hide older items.`,
  )
}
