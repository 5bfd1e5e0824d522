import { attachmentProgram } from './attachment-program.ts'
import { consultancyPage } from './consultancies.ts'
import { departments } from './departments.ts'
import { jobs } from './jobs.ts'
import { privacy, terms } from './legal.ts'
import { programPages } from './program-pages.ts'
import { vijana2Thrive } from './vijana-2-thrive.ts'

/** The public pages that are written to HTML at build time. */
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

/** Those that the server renders: they hold the lists of the application form. */
export const formPaths = {
  en: attachmentProgram.applyPath,
  sw: `/sw${attachmentProgram.applyPath}`,
}

/** What search engines may list. */
export const publicPaths = [...staticPaths, ...Object.values(formPaths)]
