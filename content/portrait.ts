import type { Picture } from './types.ts'

/** Drawn placeholder portrait of a person, in a folder of `public/images`. */
export function portrait(folder: string, name: string, width: number, height: number): Picture {
  const file = name.toLowerCase().replaceAll(' ', '-')
  return {
    src: `/images/${folder}/${file}.webp`,
    width,
    height,
    alt: `Drawn placeholder portrait of ${name}`,
  }
}
