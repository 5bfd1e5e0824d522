import { globSync } from 'node:fs'

export interface Picture {
  /** Its path below `public`. */
  src: string
  width: number
  height: number
  alt: string
}

/** Finds every picture of public/images in the content. */
export async function picturesOfContent() {
  const files = globSync('content/*.ts').sort()
  const modules = await Promise.all(files.map((file) => import(`../${file}`)))
  const found = modules.flatMap(picturesIn)
  return [...new Map(found.map((picture) => [picture.src, picture])).values()]
}

/** Collects the pictures within a value. */
function picturesIn(value: unknown): Picture[] {
  if (value === null || typeof value !== 'object') return []
  if ('src' in value && String(value.src).startsWith('/images/')) return [value as Picture]
  return Object.values(value).flatMap(picturesIn)
}
