import type { Page } from '@playwright/test'

import { jobs } from '../../content/jobs.ts'
import { publicPaths } from '../../content/paths.ts'
import { expect, test } from './support.ts'

test('every public page has its own title and description', async ({ page, request }) => {
  const seen = { titles: new Set<string>(), descriptions: new Set<string>() }
  await page.goto('/')
  for (const path of publicPaths) {
    const { head, title, canonicals } = await readHead(page, path)
    expect(head, path).toMatchObject({
      keywords: expect.stringMatching(/\w, \w/),
      robots: 'index, follow',
      'theme-color': expect.stringMatching(/^#/),
      author: expect.stringMatching(/\w/),
      'og:title': title,
      'og:description': head['description'],
      'og:type': expect.stringMatching(/^(website|article)$/),
      'og:site_name': expect.stringMatching(/\w/),
      'og:locale': path.startsWith('/sw/') ? 'sw_KE' : 'en_GB',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    })
    expect(canonicals, path).toEqual([new URL(path, page.url()).href])

    const picture = await request.get(head['og:image'] ?? '')
    expect(picture.headers()['content-type'], path).toBe('image/png')
    expect((await picture.body()).length, path).toBeLessThan(80_000)

    seen.titles.add(title)
    seen.descriptions.add(head['description'] ?? '')
  }
  expect(seen.titles.size, 'titles').toBe(publicPaths.length)
  expect(seen.descriptions.size, 'descriptions').toBe(publicPaths.length)
})

test('every public page has one block of structured data', async ({ request }) => {
  for (const path of publicPaths) {
    const html = await (await request.get(path)).text()
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)]
    expect(blocks, path).toHaveLength(1)
    const block = JSON.parse(blocks[0]?.[1] ?? '')
    expect(block['@context']).toBe('https://schema.org')
    expect(['Organization', 'Article', 'JobPosting'], path).toContain(block['@type'])
  }
})

test('a job page has JobPosting data', async ({ request }) => {
  const [job] = jobs
  const html = await (await request.get(`/career/${job?.id}`)).text()
  expect(html).toContain('"@type":"JobPosting"')
  expect(html).toContain('"validThrough":"2025-11-14T23:59:59+03:00"')
})

test('terms of reference have Article data', async ({ request }) => {
  const html = await (await request.get('/terms-of-reference/vijana-2-thrive')).text()
  expect(html).toContain('"@type":"Article"')
  expect(html).toContain('"datePublished":"2025-09-09"')
})

for (const path of ['/nowhere', '/industrial-attachment/success', '/login', '/set-password']) {
  test(`${path} has a title but is not indexed`, async ({ page }) => {
    await page.goto(path)
    const head = await headOf(page)
    expect(head).toMatchObject({
      description: expect.stringMatching(/\w/),
      robots: expect.stringMatching(/^noindex/),
      'og:title': await page.title(),
      'og:description': head['description'],
    })
    const expected = path === '/nowhere' ? '/404' : path
    expect(await canonical(page)).toBe(new URL(expected, page.url()).href)
  })
}

test('the sitemap lists every public page with its full URL', async ({ request, baseURL }) => {
  const answer = await request.get('/sitemap.xml')
  expect(answer.headers()['content-type']).toMatch(/^application\/xml/)
  const found = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)]
  expect(found.map(([, address]) => address)).toEqual(publicPaths.map((path) => baseURL + path))
})

test('robots.txt names the sitemap and the excluded paths', async ({ request, baseURL }) => {
  const answer = await request.get('/robots.txt')
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/)
  const text = await answer.text()
  for (const path of ['/admin', '/api', '/login']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
})

test('a phone can add the site to the home screen', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(address ?? '')
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ start_url: '/', name: expect.stringMatching(/\w/) })

  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const sources: string[] = manifest.icons.map(({ src }: { src: string }) => src)
  for (const src of [...sources, touch ?? '']) {
    expect((await request.get(src)).headers()['content-type'], src).toBe('image/png')
  }
})

/** Reads the head of a public page as the server sends it: no script changes it. */
function readHead(page: Page, path: string) {
  return page.evaluate(async (url) => {
    const sent = await (await fetch(url)).text()
    const html = sent.replaceAll(/<style.*?<\/style>/gs, '') // the policy of this page refuses them
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    const metas = Array.from(parsed.querySelectorAll('meta[content]'), (meta) => [
      meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
      meta.getAttribute('content') ?? '',
    ])
    const links = parsed.querySelectorAll('link[rel=canonical]')
    return {
      title: parsed.title,
      head: Object.fromEntries(metas) as Record<string, string>,
      canonicals: Array.from(links, (link) => link.getAttribute('href')),
    }
  }, path)
}

/** Contents of the `meta` elements, by name or property. */
function headOf(page: Page) {
  return page
    .locator('meta[content]')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((meta) => [
          meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
          meta.getAttribute('content') ?? '',
        ]),
      ),
    ) as Promise<Record<string, string>>
}

function canonical(page: Page) {
  return page.locator('link[rel=canonical]').getAttribute('href')
}
