import { formPath, languages, pathIn } from '../../contract/languages.ts'
import { dayInKenya } from '../../contract/time-zone.ts'
import type { FormLists } from '../../app/page-context.ts'
import type { IntakesOnPage } from '../../contract/intakes-on-page.ts'
import { cacheLast, memoize } from '../http/page-cache.ts'
import type { RenderTemplate } from './cacheable-render.ts'
import { offersSms } from '../settings.ts'
import type { AppContext } from './context.ts'
import { formLists } from './page-services.ts'

/** Milliseconds for which institutions, courses and departments of the form are cached. */
const listsMaxAge = 1000

/**
 * Page cache of the application form, one page per language. Its lists may be a second old, because
 * each submission is checked against the database. Its intakes are current: a page with a form must
 * not outlive the intake. `read` returns undefined if the lists cannot be read.
 */
export function cachedForms(render: RenderTemplate, { db, settings, intakes }: AppContext) {
  const content = memoize(listsMaxAge, async () => ({
    lists: await formLists(db),
    day: dayInKenya(Date.now()),
  }))
  const withIntakes = joinLast()
  return languages.map((language) => {
    const path = pathIn(language, formPath)
    const cached = cacheLast(({ lists, shown }: Content & { shown: IntakesOnPage }) =>
      render(
        path,
        {
          formLists: async () => lists,
          documentMaxMb: settings.DOCUMENT_MAX_MB,
          isSmsOffered: offersSms(settings),
        },
        shown,
      ),
    )
    const read = async () => {
      const [current, shown] = await Promise.all([content().catch(() => undefined), intakes.read()])
      return current && cached(withIntakes(current, shown))
    }
    return { path, read }
  })
}

interface Content {
  lists: FormLists
  day: string
}

/** Joins lists and intakes. The result is the same object until one of them is another object. */
function joinLast() {
  let last: { content: Content; joined: Content & { shown: IntakesOnPage } } | undefined
  return (content: Content, shown: IntakesOnPage) => {
    if (last?.content !== content || last.joined.shown !== shown) {
      last = { content, joined: { ...content, shown } }
    }
    return last.joined
  }
}
