import { existsSync, readdirSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { picturesOfContent } from '../artwork/pictures-of-content.ts'
import { socialPictures, socialPictureSize } from '../content/sharing.ts'

const pictures = await picturesOfContent()

test('the content names pictures of people, events, projects and stories', () => {
  const sections = new Set(pictures.map(({ src }) => src.split('/')[2]))
  const expected = ['events', 'projects', 'stories', 'team', 'testimonials']
  expect(sections).toEqual(new Set(expected))
})

for (const { src, width, height, alt } of pictures) {
  test(`${src} is there in its size and at half its width, small and described`, async () => {
    const half = src.replace('.webp', '-half.webp')
    for (const [file, share] of [
      [`public${src}`, 1],
      [`public${half}`, 0.5],
    ] as const) {
      expect(existsSync(file), 'made by node artwork/content.ts').toBe(true)
      expect(statSync(file).size).toBeLessThan(10_000)
      const found = await sharp(file).metadata()
      const wanted = [Math.round(width * share), Math.round(height * share)]
      expect([found.width, found.height]).toEqual(wanted)
    }
    expect(alt).toMatch(/\w/)
  })
}

test('public/social holds the pictures of shared links, and no others', () => {
  const names = socialPictures.map(({ name }) => `${name}.png`)
  expect(readdirSync('public/social').toSorted()).toEqual(names.toSorted())
})

for (const { name } of socialPictures) {
  test(`the shared picture ${name} is a PNG of 1200 by 630 under 80 KB`, async () => {
    const file = `public/social/${name}.png`
    expect(existsSync(file), 'made by node artwork/social.ts').toBe(true)
    const { format, width, height } = await sharp(file).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', ...socialPictureSize })
    expect(statSync(file).size).toBeLessThan(80_000)
  })
}
