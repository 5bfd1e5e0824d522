import type { motifs } from '../contract/content/motifs.ts'

/** Symbol ids in app/site/motifs/sprite.svg. */
export type MotifName = keyof typeof motifs

export interface Link {
  name: string
  href: string
}

export interface Titled {
  title: string
  text: string
}

/** Kiswahili saying as printed on a kanga (cloth), with its English meaning. */
export interface Proverb {
  words: string
  meaning: string
}

export interface Figure {
  value: string
  label: string
}

/** WebP file below `public/`. Width and height are in pixels. */
export interface Picture {
  src: string
  width: number
  height: number
  alt: string
}

/** A paragraph, a list, or a table of criteria and their points. */
export type TextBlock =
  | string
  | { list: string[] }
  | { weights: { criterion: string; points: number }[] }

/** Section of a long page. The table of contents lists its title. */
export interface TextSection {
  id: string
  title: string
  blocks: TextBlock[]
}
