import type { AnyContentItem } from '../../../contract/content/calls.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import { fixedItemOf } from '../../../contract/content/items.ts'

/** Pages of figures and program cards, by the place that staff chose. */
const places: Record<string, string> = {
  reach: '/',
  report: '/impact',
  'case-management': '/programs/case-management',
  'swahili-tech-women': '/programs/swahili-tech-women',
  'employer-engagement': '/programs/employer-engagement',
  programs: '/programs',
}

const pageByPlace = ({ draft }: AnyContentItem) => places[String(draft['place'])] ?? '/'

const pages: Record<CollectionName, (item: AnyContentItem) => string> = {
  events: () => '/events',
  jobs: ({ slug }) => `/career/${slug}`,
  consultancies: ({ slug }) => `/terms-of-reference/${slug}`,
  team: () => '/team',
  testimonials: () => '/programs/swahili-tech-women',
  figures: pageByPlace,
  'donation-projects': () => '/donate',
  programs: pageByPlace,
  notices: () => '/',
  'page-texts': (item) => fixedItemOf(item)?.path ?? '/',
}

/** The path of the page that shows an item. */
export function previewPath(item: AnyContentItem) {
  return pages[item.collection](item)
}
