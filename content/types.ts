/** Symbol ids in app/site/motifs/sprite.svg. */
export type MotifName =
  | 'rosette'
  | 'mkeka'
  | 'tanga'
  | 'mlango'
  | 'mbuyu'
  | 'korosho'
  | 'siwa'
  | 'jali'
  | 'ngoma'
  | 'bao'
  | 'kibaba'
  | 'taa'
  | 'dira'
  | 'kofia'
  | 'jua'
  | 'nanga'
  | 'tiara'
  | 'mnara'

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

export interface Testimonial {
  quote: string
  name: string
  role: string
  image: Picture
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
