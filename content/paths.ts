import { attachmentProgram } from './attachment-program.ts'
import { consultancies, consultancyPage } from './consultancies.ts'
import { departments } from './departments.ts'
import { jobs } from './jobs.ts'
import { privacy, terms } from './legal.ts'
import { programPages } from './program-pages.ts'
import { vijana2Thrive } from './vijana-2-thrive.ts'

/**
 * The collections that a public page shows, besides its texts and the contact details. The server renders
 * a page again when what it shows has changed. The pages of single items: see `itemPages`.
 */
export const contentPages = {
  '/': ['figures', 'programs', 'team'],
  '/programs': ['programs'],
  '/programs/case-management': ['figures'],
  '/programs/swahili-tech-women': ['figures', 'testimonials'],
  '/programs/employer-engagement': ['figures'],
  '/impact': ['figures'],
  '/donate': ['donation-projects'],
  '/events': ['events'],
  '/careers': ['jobs'],
  '/terms-of-reference': ['consultancies'],
  '/terms-of-reference/vijana-2-thrive': ['consultancies'],
  '/team': ['team'],
} as const

/** The landing page of applicants in each language. It shows the intakes. */
export const intakePages = ['/industrial-attachment', '/sw/industrial-attachment'] as const

/** Collections whose items have a page each, and the path above these pages. */
export const itemPages = { jobs: '/career', consultancies: consultancyPage.path } as const

interface ItemSlugs {
  jobs: readonly string[]
  consultancies: readonly string[]
}

/** Public pages without the application form. */
const pathsWith = (slugs: ItemSlugs) => [
  '/',
  '/about',
  '/programs',
  ...programPages.map(({ path }) => path),
  ...departments.map(({ slug }) => `/department/${slug}`),
  '/contact',
  '/impact',
  '/donate',
  '/events',
  '/careers',
  ...slugs.jobs.map((slug) => `${itemPages.jobs}/${slug}`),
  ...intakePages,
  consultancyPage.path,
  vijana2Thrive.path,
  ...slugs.consultancies
    .map((slug) => `${itemPages.consultancies}/${slug}`)
    .filter((path) => path !== vijana2Thrive.path),
  terms.path,
  privacy.path,
  '/team',
]

const seed: ItemSlugs = {
  jobs: jobs.map(({ id }) => id),
  consultancies: consultancies.map(({ id }) => id),
}

/** Public pages of a new installation that need no React in the browser. */
export const staticPaths = pathsWith(seed)

/** Public pages that the server renders, because they contain the lists of the application form. */
export const formPaths = {
  en: attachmentProgram.applyPath,
  sw: `/sw${attachmentProgram.applyPath}`,
}

/** Paths of all pages in the sitemap, with those of these items. */
export const publicPathsWith = (slugs: ItemSlugs) => [
  ...pathsWith(slugs),
  ...Object.values(formPaths),
]

/** Paths of all pages in the sitemap of a new installation. */
export const publicPaths = publicPathsWith(seed)
