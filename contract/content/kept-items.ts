import { collectionNames, collections, type CollectionName } from './collections.ts'

/** The number of published items that are kept past their date, by collection. */
export type KeptItems = Partial<Record<CollectionName, number>>

const joined = new Intl.ListFormat('en-GB')

/** Says how many items are kept past their date; undefined if none is. */
export function keptSentence(kept: KeptItems) {
  const parts = collectionNames.flatMap((name) => {
    const { one, label } = collections[name]
    const count = kept[name] ?? 0
    return count > 0
      ? [{ count, words: `${count} ${count === 1 ? one : label.toLowerCase()}` }]
      : []
  })
  if (parts.length === 0) return undefined
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const words = joined.format(parts.map((part) => part.words))
  const isOne = total === 1
  return `${words} ${isOne ? 'is' : 'are'} kept past ${isOne ? 'its' : 'their'} date`
}
