import { contentPages, intakePages, itemPages } from '../../../content/paths.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import type { PublicItems } from '../../../contract/content/public-items.ts'

export const sitemapPath = '/sitemap.xml'

/** Paths of the pages that show the intakes. The home page also shows content. */
export const intakePaths: readonly string[] = ['/', ...intakePages]

/** Pages that show whole collections, by path. */
const pages = new Map<string, readonly CollectionName[]>([
  ...Object.entries(contentPages),
  [sitemapPath, Object.keys(itemPages) as CollectionName[]],
])

/** The part of the content that a page shows; undefined if no page with content has this path. */
export function shownOn(path: string, items: PublicItems): Partial<PublicItems> | undefined {
  const names = pages.get(path)
  if (names) return Object.fromEntries(names.map((name) => [name, items[name]]))
  for (const [name, above] of itemPageEntries) {
    if (!path.startsWith(`${above}/`)) continue
    const item = items[name].find(({ slug }) => path === `${above}/${slug}`)
    if (item) return { [name]: [item] }
  }
  return undefined
}

/**
 * The paths of pages that differ between two states of the content. `collection` is the one that was
 * changed; without it, everything may differ.
 */
export function changedPaths(before: PublicItems, after: PublicItems, collection?: CollectionName) {
  const shared = [...pages]
    .filter(([, names]) => collection === undefined || names.includes(collection))
    .map(([path]) => path)
  const own = itemPageEntries
    .filter(([name]) => collection === undefined || name === collection)
    .flatMap(([name, above]) => after[name].map(({ slug }) => `${above}/${slug}`))
  return [...new Set([...shared, ...own])].filter(
    (path) => textOf(shownOn(path, before)) !== textOf(shownOn(path, after)),
  )
}

const itemPageEntries = Object.entries(itemPages) as [keyof typeof itemPages, string][]

const textOf = (shown: unknown) => JSON.stringify(shown)
