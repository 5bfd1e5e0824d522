import { collectionNames, type CollectionName } from '../../../contract/content/collections.ts'
import { datesOf, isKept, isOver } from '../../../contract/content/dates.ts'
import { declarationOf, isComplete, type AnyFields } from '../../../contract/content/items.ts'
import type { KeptItems } from '../../../contract/content/kept-items.ts'
import type { PublicItems } from '../../../contract/content/public-items.ts'
import { dayInKenya, startOfDayInKenya, addDays } from '../../../contract/time-zone.ts'
import { contentSeed } from '../../database/content-seed.ts'
import { publicationOf, readFields, type StoredItem } from './content-items.ts'

/** The content of the pages at a moment. */
export interface PublicContent {
  /** Changes with every change of what is public; the seed has 'seed'. */
  version: string
  /** The time in milliseconds until which it stays the same, unless the version changes. */
  until: number
  items: PublicItems
  kept: KeptItems
}

/** An item that is public now, or will be later. */
interface Publication {
  collection: CollectionName
  slug: string
  fields: AnyFields
  publishedAt: string | null
}

/** The columns from which the public content is made. */
export const publicColumns = [
  'collection',
  'slug',
  'published',
  'scheduled',
  'publishedAt',
  'publishAt',
  'hideAt',
] as const

export type PublicationRow = Pick<StoredItem, (typeof publicColumns)[number]>

/** What of stored items is public at a time. `rows` are in the order that staff chose. */
export function contentAt(version: string, rows: readonly PublicationRow[], at: number) {
  const publications = rows.flatMap((row): Publication[] => {
    const { published, publishedAt } = publicationOf(row, at)
    if (published === null || (row.hideAt !== null && Date.parse(row.hideAt) <= at)) return []
    const { collection, slug } = row
    return [{ collection, slug, fields: readFields(row, published), publishedAt }]
  })
  const times = rows.flatMap(({ publishAt, hideAt }) => [publishAt, hideAt])
  return toPublicContent(version, withPageTexts(publications), times, at)
}

/** Adds our texts for pages whose texts nobody has published. */
function withPageTexts(publications: Publication[]) {
  const pageTexts = publications.filter(({ collection }) => collection === 'page-texts')
  const slugs = new Set(pageTexts.map(({ slug }) => slug))
  return [...publications, ...seedOf('page-texts').filter(({ slug }) => !slugs.has(slug))]
}

/** The content of the files in `content`, for a database that cannot be reached. */
export function seedAt(at: number) {
  return toPublicContent('seed', collectionNames.flatMap(seedOf), [], at)
}

function seedOf(collection: CollectionName): Publication[] {
  return contentSeed[collection].map(({ slug, fields }) => {
    return { collection, slug, fields, publishedAt: null }
  })
}

/** `times` are those at which a schedule changes something. */
function toPublicContent(
  version: string,
  all: readonly Publication[],
  times: (string | null)[],
  at: number,
): PublicContent {
  const today = dayInKenya(at)
  const shown = all.filter((item) => isShown(item, today))
  const shownIn = (name: CollectionName) => shown.filter(({ collection }) => collection === name)
  const items = Object.fromEntries(
    collectionNames.map((name) => [name, inOrder(name, shownIn(name), today)]),
  )
  const kept: KeptItems = Object.fromEntries(
    collectionNames.map((name) => [
      name,
      shownIn(name).filter(({ fields }) => isKept(name, fields, today)).length,
    ]),
  )
  const changes = [...times, ...all.flatMap(dayChanges)]
    .flatMap((time) => (time === null ? [] : Date.parse(time)))
    .filter((time) => time > at)
  return { version, until: Math.min(...changes), items: items as unknown as PublicItems, kept }
}

/** Events are in the order of their dates; past ones come last, the latest first. */
function inOrder(name: CollectionName, shown: Publication[], today: string) {
  const items = shown.map(({ slug, fields, publishedAt }) => {
    return { ...fields, slug, publishedAt, isOver: isOver(name, fields, today) }
  })
  if (declarationOf(name).order !== 'date') return items
  const byDate = items.toSorted((one, other) => compare(startOf(one), startOf(other)))
  const startsLater = byDate.filter((item) => !item.isOver)
  return [...startsLater, ...byDate.filter((item) => item.isOver).toReversed()]

  function startOf(fields: AnyFields) {
    return datesOf(name, fields).starts ?? ''
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

function isShown({ fields, ...item }: Publication, today: string) {
  if (!isComplete(item, fields)) return false
  const { collection } = item
  if (!declarationOf(collection).isShownBetweenDates) return true
  const { starts } = datesOf(collection, fields)
  return (starts === null || starts <= today) && !isOver(collection, fields, today)
}

/** The times at which the days of an item begin and end, in Kenya. */
function dayChanges({ collection, fields }: Publication) {
  const { starts, ends } = datesOf(collection, fields)
  return [
    starts === null ? null : startOfDayInKenya(starts),
    ends === null ? null : startOfDayInKenya(addDays(ends, 1)),
  ]
}
