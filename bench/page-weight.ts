import type { Page, Request } from '@playwright/test'
import { aPerson, fillIn, send } from '../tests/e2e/application-form.ts'

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

/**
 * The bytes that come to a browser, heads and bodies, while somebody goes from the landing page over
 * the form and the answers to the receipt, with nothing cached before.
 */
export async function weighWay(page: Page, url: string) {
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(`${url}/industrial-attachment`, { waitUntil: 'networkidle' })
  await page.getByRole('main').getByRole('link', { name: 'Apply Now' }).first().click()
  await page.waitForLoadState('networkidle')
  await fillIn(page, aPerson('way'))
  await send(page)
  await page.waitForURL('**/success?**')
  await page.waitForLoadState('networkidle')

  const sizes = await Promise.all(requests.filter(isFromServer).map((request) => request.sizes()))
  return sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0)
}

function isFromServer(request: Request) {
  return request.url().startsWith('http')
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
