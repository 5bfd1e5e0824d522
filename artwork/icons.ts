import { mkdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

/** `node artwork/icons.ts` renders the PNG icons in public/icons from public/icon.svg. */

const mark = readFileSync('public/icon.svg', 'utf8')
const ground = /<circle[^>]*fill="(#\w+)"/.exec(mark)?.[1] ?? '#000'
const drawing = mark.replace(/<svg[^>]*>|<\/svg>/g, '').replace(/<circle[^>]*\/>/, '')

/** Phones crop a maskable icon: the background fills the square, the smaller mark is centred. */
const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="${ground}" d="M0 0h64v64H0z"/><g transform="translate(6.4 6.4) scale(0.8)">${drawing}</g></svg>`

mkdirSync('public/icons', { recursive: true })
await draw(mark, 192, 'any-192')
await draw(mark, 512, 'any-512')
await draw(maskable, 192, 'maskable-192')
await draw(maskable, 512, 'maskable-512')
await draw(maskable, 180, 'apple-touch-icon')

async function draw(svg: string, size: number, name: string) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toFile(`public/icons/${name}.png`)
}
