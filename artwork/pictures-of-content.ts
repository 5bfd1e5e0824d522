import { globSync } from 'node:fs'

export interface Picture {
  /** Path below `public`, such as '/images/team/x.webp'. */
  src: string
  width: number
  height: number
  alt: string
}

/** Finds all pictures in the modules of content/ that lie in public/images. */
export async function picturesOfContent() {
  const files = globSync('content/*.ts').sort()
  const modules = await Promise.all(files.map((file) => import(`../${file}`)))
  const found = modules.flatMap(picturesIn)
  return [...new Map(found.map((picture) => [picture.src, picture])).values()]
}

/** Collects the pictures inside a value of any type. */
function picturesIn(value: unknown): Picture[] {
  if (value === null || typeof value !== 'object') return []
  if ('src' in value && String(value.src).startsWith('/images/')) return [value as Picture]
  return Object.values(value).flatMap(picturesIn)
}
