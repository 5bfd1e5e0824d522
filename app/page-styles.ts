import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pageStylesFile, type PageStyles, splitStyles } from '../server/http/page-styles.ts'
import { loadRenderer, renderSharedPage } from '../server/routes/page-build.ts'
import { kindOfPage } from '../server/services/content/content-pages.ts'
import { pageSamples } from './page-samples.ts'
import { stylesUsed } from './purge-css.ts'

/**
 * Writes the styles of the pages with content that staff edit. They suffice for whatever staff write,
 * so the server needs no PurgeCSS when it renders such a page.
 */
export async function writePageStyles(folder: string) {
  const renderer = await loadRenderer(folder)
  const samples = []
  for (const { path, data } of pageSamples()) {
    const html = await renderSharedPage(renderer, path, data, throwError)
    samples.push({ kind: kindOfPage(path), ...splitStyles(html) })
  }
  const used: PageStyles = {}
  for (const [kind, pages] of Map.groupBy(samples, (sample) => sample.kind)) {
    const html = pages.map(({ rest }) => rest).join('\n')
    used[kind] = await stylesUsed(pages[0]!.styles, html)
  }
  writeFileSync(join(folder, pageStylesFile), JSON.stringify(used))
}

function throwError(error: unknown) {
  throw error
}
