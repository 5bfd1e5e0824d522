import { existsSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { picturesOfContent } from '../artwork/pictures-of-content.ts'

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
