import { publicPageBytes } from '../contract/constants.ts'
import { pathIn } from '../contract/language/languages.ts'
import { formPaths, staticPaths } from '../content/paths.ts'

/** The most that a public page may load. */
export interface Budget {
  /** Bytes as they travel, Brotli: HTML and the styles it needs, together. */
  page: number
  /** Bytes of scripts as they travel, Brotli. */
  scripts: number
  /** Scripts requested before the first paint. React's scripts wait for it. */
  early: number
}

const staticPage: Budget = {
  page: publicPageBytes,
  scripts: 3_000,
  early: 2,
}

/** A page that React takes over. */
const hydratedPage: Budget = {
  ...staticPage,
  scripts: 110_000,
  early: 1,
}

const receipt = '/industrial-attachment/success?reference=SPH-2026-00000000&received=2026-11-20'
const statusPages = ['/industrial-attachment/status', receipt].flatMap((path) => [
  path,
  pathIn('sw', path),
])

/** Every public page with its budget. */
export const budgets = new Map<string, Budget>([
  ...staticPaths.map((path) => [path, staticPage] as const),
  ...Object.values(formPaths).map((path) => [path, hydratedPage] as const),
  ...statusPages.map((path) => [path, staticPage] as const),
])

/** Bytes from the landing page to the receipt, on a first visit. */
export const applicationPathBudget = { withScripts: 150_000, withoutScripts: 30_000 }

/** The target of a figure of `npm run bench`. */
export interface Target {
  min?: number
  max?: number
  /** The bound that fails the run, for targets missed for the reasons in docs/performance.md. */
  failsBeyond?: number
  /** A share or multiple of a limit measured in the same run, or an amount. */
  unit: '%' | 'times' | 'ratio' | 'a second' | 'ms' | 'MB' | 'applications'
}

export const targets = {
  submissions: { min: 0.3, failsBeyond: 0.2, unit: '%' },
  'submissions, PostgreSQL': { min: 0.04, failsBeyond: 0.03, unit: '%' },
  'submissions against another version': { max: 1.1, unit: 'ratio' },
  list: { max: 3, unit: 'times' },
  'list, p99': { max: 2, failsBeyond: 10, unit: 'times' },
  'list over 100,000': { max: 50, unit: 'ms' },
  'scan over 1,000,000': { max: 200, failsBeyond: 250, unit: 'ms' },
  'possibly twice': { max: 50, failsBeyond: 70, unit: 'ms' },
  'rare words': { max: 3, unit: 'times' },
  start: { max: 700, unit: 'ms' },
  'idle memory': { max: 120, failsBeyond: 140, unit: 'MB' },
  'bytes over a slow link': { max: 1.15, unit: '%' },
  'upload memory': { max: 1.5, unit: 'times' },
  letters: { min: 60, unit: 'a second' },
  'letters memory': { max: 60, unit: 'MB' },
  'page during uploads': { max: 1.5, failsBeyond: 3, unit: 'times' },
  'stored bytes': { min: 0.4, failsBeyond: 0.3, unit: '%' },
  'changed page': { min: 0.95, failsBeyond: 0.8, unit: '%' },
  'publish to visible': { max: 1000, unit: 'ms' },
  'list of content': { max: 50, unit: 'ms' },
  evening: { min: 1, unit: 'times' },
  'acceptances in an intake': { max: 2, unit: 'times' },
  'edited texts': { max: 1.1, failsBeyond: 1.2, unit: 'ratio' },
  'preview to many': { max: 1000, unit: 'ms' },
  'write to many': { max: 5000, unit: 'ms' },
  'submissions with answers': { max: 1.3, failsBeyond: 1.5, unit: 'ratio' },
  'refused by a publication': { max: 0, unit: 'applications' },
  'filter by an option': { max: 15, unit: 'ms' },
  'list during a message to many': { max: 100, unit: 'ms' },
} satisfies Record<string, Target>
