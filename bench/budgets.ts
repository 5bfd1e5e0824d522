import { formPaths, staticPaths } from '../content/paths.ts'

/** What a public page may cost. */
export interface Budget {
  /** Bytes as they travel, Brotli: HTML and the styles it needs, together. */
  page: number
  /** Bytes of scripts as they travel, Brotli. */
  scripts: number
  /** How many of them may be asked for before the first paint: React's wait for it. */
  early: number
  /** Lighthouse's score for performance on its simulated phone; the other three must be 100. */
  performance: number
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

/** It brings its words along. */
const inKiswahili: Budget = { ...hydrated, scripts: hydrated.scripts + 3000 }

/** Every public page with its budget. */
export const budgets = new Map<string, Budget>([
  ...staticPaths.map((path) => [path, telling] as const),
  [formPaths.en, hydrated],
  [formPaths.sw, inKiswahili],
])
