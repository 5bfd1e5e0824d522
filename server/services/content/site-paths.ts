import { itemPages, publicPathsWith } from '../../../content/paths.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import type { IsSitePath } from '../../../contract/content/links.ts'
import { languages, pathIn, translatedPaths } from '../../../contract/language/languages.ts'
import type { Database } from '../../database/tables.ts'

/** Pages that exist whatever staff publish. */
const fixedPaths = [
  ...publicPathsWith({ jobs: [], consultancies: [] }),
  ...translatedPaths.flatMap((path) => languages.map((language) => pathIn(language, path))),
]

/** Reads which paths lead to a page of the site: fixed ones, and those of published items. */
export async function readSitePaths(db: Database): Promise<IsSitePath> {
  const rows = await db
    .selectFrom('content')
    .select(['collection', 'slug'])
    .where('collection', 'in', Object.keys(itemPages) as CollectionName[])
    .where((is) => is.or([is('published', 'is not', null), is('scheduled', 'is not', null)]))
    .execute()
  return sitePathsWith(rows)
}

export function sitePathsWith(items: { collection: CollectionName; slug: string }[]): IsSitePath {
  const own = items.flatMap(({ collection, slug }) => {
    const above = (itemPages as Partial<Record<CollectionName, string>>)[collection]
    return above ? [`${above}/${slug}`] : []
  })
  const paths = new Set([...fixedPaths, ...own])
  return (path) => paths.has(path)
}
