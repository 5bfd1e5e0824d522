import { contentPages, intakePages, itemPages, publicPathsWith } from '../../../content/paths.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import { pageTexts } from '../../../contract/content/page-texts.ts'
import type { PublicItems } from '../../../contract/content/public-items.ts'
import { pathIn } from '../../../contract/language/languages.ts'

const sitemapPath = '/sitemap.xml'

/** Paths of the pages that show the intakes. The home page also shows content. */
export const intakePaths: readonly string[] = ['/', ...intakePages]

/** The collections of each page, besides its texts, by path. */
const pages = new Map<string, readonly CollectionName[]>([
  ...publicPathsWith({ jobs: [], consultancies: [] }).map((path) => [path, []] as const),
  ...Object.entries(contentPages),
])

/** The part of the content that a page shows; undefined if no page with content has this path. */
export function shownOn(path: string, items: PublicItems): Partial<PublicItems> | undefined {
  if (path === sitemapPath) return pick(items, Object.keys(itemPages) as CollectionName[])
  const names = pages.get(path)
  if (names) return { ...pick(items, names), 'page-texts': textsOn(path, items) }
  for (const [name, above] of itemPageEntries) {
    if (!path.startsWith(`${above}/`)) continue
    const item = items[name].find(({ slug }) => path === `${above}/${slug}`)
    if (item) return { [name]: [item], 'page-texts': textsOn(path, items) }
  }
  return undefined
}

function pick(items: PublicItems, names: readonly CollectionName[]): Partial<PublicItems> {
  return Object.fromEntries(names.map((name) => [name, items[name]]))
}

/** The texts of a page. Every page shows the contact details. */
function textsOn(path: string, items: PublicItems) {
  const english = pathIn('en', path)
  return items['page-texts'].filter(
    ({ slug }) => slug === 'contact' || pathOfTexts(slug) === english,
  )
}

function pathOfTexts(slug: string) {
  return (pageTexts as Record<string, { path: string }>)[slug]?.path
}

/**
 * The paths of pages that differ between two states of the content. `collection` is the one that was
 * changed; without it, everything may differ.
 */
export function changedPaths(before: PublicItems, after: PublicItems, collection?: CollectionName) {
  const isTexts = collection === undefined || collection === 'page-texts'
  const shared = [...pages]
    .filter(([, names]) => isTexts || names.includes(collection))
    .map(([path]) => path)
  const own = itemPageEntries
    .filter(([name]) => isTexts || name === collection)
    .flatMap(([name, above]) => after[name].map(({ slug }) => `${above}/${slug}`))
  return [...new Set([...shared, ...own])].filter(
    (path) => textOf(shownOn(path, before)) !== textOf(shownOn(path, after)),
  )
}

const itemPageEntries = Object.entries(itemPages) as [keyof typeof itemPages, string][]

const textOf = (shown: unknown) => JSON.stringify(shown)
