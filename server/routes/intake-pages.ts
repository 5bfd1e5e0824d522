import type { IntakesOnPage } from '../../contract/intakes-on-page.ts'
import { cacheLast } from '../http/page-cache.ts'
import { type PageStyles, withStyles } from '../http/page-styles.ts'
import type { Template } from '../http/static-files.ts'
import { intakePaths } from '../services/content/content-pages.ts'
import type { IntakeReader } from '../services/intakes/intake-reader.ts'
import type { RenderTemplate } from './cacheable-render.ts'

interface Parts {
  render: RenderTemplate
  styles: PageStyles
  intakes: IntakeReader
}

/**
 * Page cache of the landing pages of applicants. A page is rendered again when what it shows of the
 * intakes has changed. The function returns undefined for other paths, and without any intake.
 */
export function cachedIntakePages({ render, styles, intakes }: Parts) {
  const pages = new Map<string, (shown: IntakesOnPage) => Promise<Template>>(
    intakePaths.map((path) => [path, cacheLast((shown) => renderPage(path, shown))]),
  )
  return async (path: string) => {
    const cached = pages.get(path)
    if (!cached) return undefined
    const shown = await intakes.read()
    return shown.hasAny ? cached(shown) : undefined
  }

  async function renderPage(path: string, shown: IntakesOnPage): Promise<Template> {
    const template = await render(path, {}, shown)
    const html = withStyles(template.body.toString(), styles[path] ?? '')
    return { ...template, body: Buffer.from(html) }
  }
}
