import { pathIn } from '../contract/languages.ts'
import { formPaths, staticPaths } from '../content/paths.ts'

/** What a public page may cost. */
export interface Budget {
  /** Bytes as they travel, Brotli: HTML and the styles it needs, together. */
  page: number
  /** Bytes of scripts as they travel, Brotli. */
  scripts: number
  /** How many of them may be asked for before the first paint: React's wait for it. */
  early: number
  /** Lighthouse's score for performance on its simulated phone; the two not named must be 100. */
  performance: number
  /** Its score for search engines. */
  seo: number
  /** Milliseconds on that phone; the layout must not shift at all. */
  firstPaint: number
  largestPaint: number
  blocking: number
}

const telling: Budget = {
  page: 14_000,
  scripts: 3_000,
  early: 2,
  performance: 100,
  seo: 100,
  firstPaint: 800,
  largestPaint: 1250,
  blocking: 0,
}

/** A page that React takes over. */
const hydrated: Budget = {
  ...telling,
  scripts: 110_000,
  early: 1,
  performance: 98,
  largestPaint: 1500,
  blocking: 50,
}

const receipt = '/industrial-attachment/success?reference=SPH-2026-00000000&received=2026-11-20'
const statusPages = ['/industrial-attachment/status', receipt].flatMap((path) => [
  path,
  pathIn('sw', path),
])

/** Every public page with its budget. */
export const budgets = new Map<string, Budget>([
  ...staticPaths.map((path) => [path, telling] as const),
  ...Object.values(formPaths).map((path) => [path, hydrated] as const),
  // No search engine is to know them, which Lighthouse holds against them.
  ...statusPages.map((path) => [path, { ...telling, seo: 0 }] as const),
])

/** Bytes that an applicant's way from the landing page to the receipt may move, on a first visit. */
export const wayBudget = { withScripts: 150_000, withoutScripts: 30_000 }

/** What a figure of `npm run bench` must reach. */
export interface Reach {
  least?: number
  most?: number
  /** Where that is missed, for the reasons that docs/performance.md gives: what must be all the same. */
  atWorst?: number
  /** A share or a multiple of a limit that is measured in the same run, or an amount. */
  unit: '%' | 'times' | 'a second' | 'ms' | 'MB'
}

export const reaches = {
  submissions: { least: 0.3, atWorst: 0.2, unit: '%' },
  'submissions, PostgreSQL': { least: 0.3, atWorst: 0.08, unit: '%' },
  'slow disk': { least: 800, unit: 'a second' },
  'page on a slow disk': { most: 25, unit: 'ms' },
  page: { least: 0.5, atWorst: 0.25, unit: '%' },
  list: { most: 3, unit: 'times' },
  'list, p99': { most: 2, atWorst: 10, unit: 'times' },
  'list over 100,000': { most: 50, unit: 'ms' },
  'scan over 1,000,000': { most: 200, unit: 'ms' },
  'rare words': { most: 3, unit: 'times' },
  dashboard: { most: 3, unit: 'times' },
  'submissions meanwhile': { most: 2, atWorst: 5, unit: 'times' },
  csv: { most: 3, unit: 'times' },
  'csv memory': { most: 50, unit: 'MB' },
  'sign-in': { most: 2, unit: 'times' },
  start: { most: 700, unit: 'ms' },
  'idle memory': { most: 120, unit: 'MB' },
  'past saturation': { least: 0.7, atWorst: 0.6, unit: '%' },
  'latency past saturation': { most: 5000, unit: 'ms' },
  peak: { most: 100, unit: 'ms' },
} satisfies Record<string, Reach>
