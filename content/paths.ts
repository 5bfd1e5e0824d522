import { attachmentProgram } from './attachment-program.ts'
import { consultancyPage } from './consultancies.ts'
import { departments } from './departments.ts'
import { jobs } from './jobs.ts'
import { privacy, terms } from './legal.ts'
import { programPages } from './program-pages.ts'
import { vijana2Thrive } from './vijana-2-thrive.ts'

/** Public pages that are prerendered at build time. */
export const staticPaths = [
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
  ...jobs.map(({ id }) => `/career/${id}`),
  '/industrial-attachment',
  '/sw/industrial-attachment',
  consultancyPage.path,
  vijana2Thrive.path,
  terms.path,
  privacy.path,
  '/team',
]

/** Public pages that the server renders, because they contain the lists of the application form. */
export const formPaths = {
  en: attachmentProgram.applyPath,
  sw: `/sw${attachmentProgram.applyPath}`,
}

/** Paths of all pages in the sitemap. */
export const publicPaths = [...staticPaths, ...Object.values(formPaths)]
