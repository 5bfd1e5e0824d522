import type { CollectionName } from './collections.ts'
import type { ItemFields } from './items.ts'

/** An item as the pages show it. */
export type PublicItem<Name extends CollectionName> = ItemFields<Name> & {
  slug: string
  /** A past event, or a closed job or call: see `isOver` in dates.ts. */
  isOver: boolean
  publishedAt: string | null
}

/** All items that visitors see, in the order of the pages. */
export type PublicItems = { readonly [Name in CollectionName]: readonly PublicItem<Name>[] }
