import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { render, type Size } from './draw.ts'
import { type Picture, picturesOfContent } from './pictures-of-content.ts'
import { portrait } from './portraits.ts'
import { scenes } from './scenes.ts'

/**
 * `node artwork/content.ts` draws the placeholder pictures that content/ refers to and
 * public/images lacks. Each has a copy of half its width (`-half`). `--all` redraws every picture.
 * A drawing is the same each time.
 */

/** Maximum size of a picture in bytes. The best quality within this size is used. */
const limit = 8000
const qualities = [80, 70, 60, 52, 46, 40, 35, 30, 25, 20]

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
const isWanted = (file: string) => values.all || !existsSync(file)

const sections = Map.groupBy(await picturesOfContent(), ({ src }) => basename(dirname(src)))
for (const [section, pictures] of sections) {
  for (const [index, picture] of pictures.entries()) await make(section, picture, index)
}

async function make(section: string, { src, width, height }: Picture, index: number) {
  const file = `public${src}`
  const copy = file.replace('.webp', '-half.webp')
  const half = { width: Math.round(width / 2), height: Math.round(height / 2) }
  if (isWanted(file)) {
    const draw = drawerOf(section, basename(src, '.webp'), index)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await compressed(draw, { width, height }))
    writeFileSync(copy, await compressed(draw, half))
  } else if (isWanted(copy)) {
    await sharp(file).resize(half.width, half.height).webp().toFile(copy)
  }
}

function drawerOf(section: string, name: string, index: number) {
  if (section === 'team') return portraitOf(name, index)
  // The offset gives other clothes than the portraits of the team have.
  if (section === 'testimonials') return portraitOf(name, index + 10)
  const drawing = sceneFor(name, index)()
  return (size: Size) => render(drawing, { width: 800, height: 600 }, size)
}

function portraitOf(name: string, index: number) {
  const drawing = portrait(name, index)
  return (size: Size) => render(drawing, { width: 800, height: 800 }, size)
}

/** The scene with the picture's name, or else the scene at position `index`. */
function sceneFor(name: string, index: number) {
  const all: Record<string, () => string> = scenes
  const others = Object.values(scenes)
  return all[name] ?? others[index % others.length]!
}

async function compressed(draw: (size: Size) => Sharp, size: Size) {
  let image = Buffer.alloc(0)
  for (const quality of qualities) {
    image = await draw(size).webp({ quality, effort: 6, preset: 'picture' }).toBuffer()
    if (image.length <= limit) break
  }
  return image
}
