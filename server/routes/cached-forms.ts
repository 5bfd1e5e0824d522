import { languages, pathIn } from '../../contract/languages.ts'
import { dayInKenya } from '../../contract/time-zone.ts'
import { cacheLast, memoize } from '../http/page-cache.ts'
import type { PageModule, RenderTemplate } from './cacheable-render.ts'
import type { AppContext } from './context.ts'
import { formLists } from './page-services.ts'

/** Milliseconds for which institutions, courses and departments of the form are cached. */
const listsMaxAge = 1000

/**
 * Page cache of the application form, one page per language. Its lists may be a second old, because
 * each submission is checked against the database. `read` returns undefined if the lists cannot be
 * read.
 */
export function cachedForms(
  render: RenderTemplate,
  { formPath }: PageModule,
  { db, settings }: AppContext,
) {
  const content = memoize(listsMaxAge, async () => ({
    lists: await formLists(db),
    day: dayInKenya(Date.now()),
  }))
  return languages.map((language) => {
    const path = pathIn(language, formPath)
    const cached = cacheLast(({ lists }: Awaited<ReturnType<typeof content>>) =>
      render(path, {
        formLists: async () => lists,
        documentMaxMb: settings.DOCUMENT_MAX_MB,
      }),
    )
    const read = async () => {
      const current = await content().catch(() => undefined)
      return current && cached(current)
    }
    return { path, read }
  })
}
