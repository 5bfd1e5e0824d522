import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from 'react-router'

import { contentPages, intakePages, itemPages } from '../content/paths.ts'
import type { PublicItems } from '../contract/content/public-items.ts'
import { pageStylesFile, type PageStyles, splitStyles } from '../server/http/page-styles.ts'
import { type PageModule, templateRenderer } from '../server/routes/cacheable-render.ts'
import { kindOfPage, shownOn } from '../server/services/content/content-pages.ts'
import { contentSamples } from './content-samples.ts'
import { intakeSamples } from './intake-samples.ts'
import { stylesUsed } from './purge-css.ts'

/**
 * Writes the styles of the pages with content that staff edit. They suffice for whatever staff write,
 * so the server needs no PurgeCSS when it renders such a page.
 */
export async function writePageStyles(folder: string) {
  const build: ServerBuild = await import(
    /* @vite-ignore */ pathToFileURL(resolve(folder, 'index.js')).href
  )
  const module = build.entry.module as unknown as PageModule
  const handle = createRequestHandler(build, 'production')
  const render = templateRenderer(handle, module, (error) => {
    throw error
  })
  const bodies = new Map<string, string[]>()
  const sheets = new Map<string, string>()
  for (const sample of contentSamples()) {
    for (const path of pathsIn(sample)) {
      const kind = kindOfPage(path)
      const shown = shownOn(path, sample) as PublicItems
      const { body } = await render(path, { content: async () => shown })
      const { styles, rest } = splitStyles(body.toString())
      bodies.set(kind, [...(bodies.get(kind) ?? []), rest])
      sheets.set(kind, styles)
    }
  }
  for (const path of intakePages) {
    for (const sample of intakeSamples) {
      const { body } = await render(path, {}, sample)
      const { styles, rest } = splitStyles(body.toString())
      bodies.set(path, [...(bodies.get(path) ?? []), rest])
      sheets.set(path, styles)
    }
  }
  const used: PageStyles = {}
  for (const [kind, rest] of bodies) {
    used[kind] = await stylesUsed(sheets.get(kind) ?? '', rest.join('\n'))
  }
  writeFileSync(join(folder, pageStylesFile), JSON.stringify(used))
}

function pathsIn(items: PublicItems) {
  const own = Object.entries(itemPages) as [keyof typeof itemPages, string][]
  return [
    ...Object.keys(contentPages),
    ...own.flatMap(([name, above]) => items[name].map(({ slug }) => `${above}/${slug}`)),
  ]
}
