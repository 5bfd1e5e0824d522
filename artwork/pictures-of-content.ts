import { globSync } from 'node:fs'

export interface Picture {
  /** Its path below `public`. */
  src: string
  width: number
  height: number
  alt: string
}

/** Every picture of public/images that the content names. */
export async function picturesOfContent() {
  const files = globSync('content/*.ts').sort()
  const modules = await Promise.all(files.map((file) => import(`../${file}`)))
  const found = modules.flatMap(picturesIn)
  return [...new Map(found.map((picture) => [picture.src, picture])).values()]
}

/** Whatever in a value looks like a picture. */
function picturesIn(value: unknown): Picture[] {
  if (value === null || typeof value !== 'object') return []
  if ('src' in value && String(value.src).startsWith('/images/')) return [value as Picture]
  return Object.values(value).flatMap(picturesIn)
}
