import type { CollectionName } from './collections.ts'
import type { ItemFields, ValuesOf } from './items.ts'
import type { pageTexts, PageTextName } from './page-texts.ts'

/** An item as the pages show it. */
export type PublicItem<Name extends CollectionName> = ItemFields<Name> & {
  slug: string
  /** A past event, or a closed job or call: see `isOver` in dates.ts. */
  isOver: boolean
  publishedAt: string | null
}

/** All items that visitors see, in the order of the pages. */
export type PublicItems = { readonly [Name in CollectionName]: readonly PublicItem<Name>[] }

export type PageTexts<Name extends PageTextName = PageTextName> = ValuesOf<
  (typeof pageTexts)[Name]['fields']
>

export function pageTextsOf<Name extends PageTextName>(
  { 'page-texts': texts }: Pick<PublicItems, 'page-texts'>,
  name: Name,
) {
  const found = texts.find(({ slug }) => slug === name)
  if (!found) throw new Error(`There are no texts of ${name}`)
  return found as PublicItem<'page-texts'> & PageTexts<Name>
}
