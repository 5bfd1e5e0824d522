import type { FastifyBaseLogger } from 'fastify'
import { type createRequestHandler, RouterContextProvider } from 'react-router'

import type { FormLists } from '../../app/page-context.ts'
import type * as pageContext from '../../app/page-context.ts'
import { languages, pathIn } from '../../contract/languages.ts'
import { dayInKenya } from '../../contract/time-zone.ts'
import { cacheLast, memoize } from '../http/page-cache.ts'
import { pageTemplate } from '../http/static-files.ts'
import type { AppContext } from './context.ts'
import { formLists } from './page-services.ts'

/** Milliseconds for which institutions, courses and departments of the form are cached. */
const listsMaxAge = 1000

/** The exports of app/entry.server.tsx that the server uses. */
export type PageModule = typeof pageContext

type Render = ReturnType<typeof createRequestHandler>

/**
 * Page cache of the application form, one page per language. Its lists may be a second old, because
 * each submission is checked against the database. `read` returns undefined if the lists cannot be
 * read.
 */
export function cachedForms(
  render: Render,
  pages: PageModule,
  { db, settings }: AppContext,
  log: FastifyBaseLogger,
) {
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
      documentMaxMb: settings.DOCUMENT_MAX_MB,
      readForm: unsupported,
      keptFiles: async () => ({}),
      submit: unsupported,
      seeOwn: unsupported,
      copyOwn: unsupported,
      withdrawOwn: unsupported,
      replaceOwnDocument: unsupported,
      readDocumentRequest: unsupported,
      answerDocumentRequest: unsupported,
    })
    provider.set(pages.reportError, (error) => log.error({ err: error }, 'page failed'))
    const page = await render(new Request(new URL(path, 'http://localhost')), provider)
    if (!page.ok) throw new Error(`The application form cannot be rendered: ${page.status}`)
    return pageTemplate(path, await page.text())
  }
}
