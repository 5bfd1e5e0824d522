import { fileURLToPath } from 'node:url'

/**
 * The typeface of letters, Roboto, which is embedded in them. The files have the characters of
 * printable-text.ts, made with fontTools: `pyftsubset --no-hinting`, with the features kern, mark, mkmk, ccmp
 * and locl. Licence: roboto-OFL.txt. package.json maps `#letter-fonts` to this folder, also for the built
 * server.
 */
export const fonts = { regular: file('roboto-regular.ttf'), bold: file('roboto-bold.ttf') } as const

function file(name: string) {
  return fileURLToPath(import.meta.resolve(`#letter-fonts/${name}`))
}
