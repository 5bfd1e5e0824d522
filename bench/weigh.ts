import type { Page, Request } from '@playwright/test'

/** What a first visit to a page costs; bytes are those of the bodies as they travelled. */
export interface Weight {
  page: number
  scripts: number
  /** Scripts that were asked for before the first paint. */
  early: string[]
  /** Addresses that are not on the page's own host. */
  elsewhere: string[]
}

/** Visits a page, to its end and with nothing cached, and weighs what it loads by itself. */
export async function weigh(page: Page, url: string): Promise<Weight> {
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(url, { waitUntil: 'networkidle' })

  const kinds = Map.groupBy(requests, (request) => request.resourceType())
  const own = new URL(url).origin
  return {
    page: await bytesOf([...(kinds.get('document') ?? []), ...(kinds.get('stylesheet') ?? [])]),
    scripts: await bytesOf(kinds.get('script') ?? []),
    early: await scriptsBeforePaint(page),
    elsewhere: requests.map((request) => request.url()).filter((found) => isElsewhere(found, own)),
  }
}

async function bytesOf(requests: Request[]) {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

async function scriptsBeforePaint(page: Page) {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .filter(({ startTime }) => startTime < (paint?.startTime ?? Infinity))
      .map(({ name }) => name)
  })
}

function isElsewhere(url: string, own: string) {
  return /^https?:/.test(url) && new URL(url).origin !== own
}
