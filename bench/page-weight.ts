import type { Page, Request } from '@playwright/test'
import { aPerson, fillIn, send } from '../tests/e2e/application-form.ts'

/** The cost of a first visit to a page; bytes are those of compressed bodies. */
export interface Weight {
  page: number
  scripts: number
  /** Scripts requested before the first paint. */
  early: string[]
  /** URLs on other hosts. */
  elsewhere: string[]
  /** The layout shifts, as `layoutShifts` describes them. */
  shifts: string[]
  html: string
}

/** Visits a page with an empty cache and measures everything that it loads. */
export async function measureFirstVisit(page: Page, url: string): Promise<Weight> {
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  const answer = await page.goto(url, { waitUntil: 'networkidle' })

  const kinds = Map.groupBy(requests, (request) => request.resourceType())
  const own = new URL(url).origin
  return {
    page: await bytesOf([...(kinds.get('document') ?? []), ...(kinds.get('stylesheet') ?? [])]),
    scripts: await bytesOf(kinds.get('script') ?? []),
    early: await scriptsBeforePaint(page),
    elsewhere: requests.map((request) => request.url()).filter((found) => isElsewhere(found, own)),
    shifts: await layoutShifts(page),
    html: (await answer?.text()) ?? '',
  }
}

/**
 * The bytes of all responses, heads and bodies, from the landing page through the form and the check
 * of answers to the receipt, with an empty cache.
 */
export async function measureJourney(page: Page, url: string) {
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

/**
 * Describes the layout shifts since the page was opened: score, and the elements that moved, with their old and
 * new rectangle. Empty if the scores add up to less than 0.001.
 */
export function layoutShifts(page: Page) {
  return page.evaluate(async () => {
    let sum = 0
    const found: string[] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as LayoutShift
        const moves = sources.map(({ node, previousRect, currentRect }) => {
          const [from, to] = [previousRect, currentRect].map((one) =>
            [one.x, one.y, one.width, one.height].map(Math.round).join(),
          )
          return `${node?.nodeName} "${node?.textContent?.trim().slice(0, 30)}" ${from} to ${to}`
        })
        sum += value
        found.push([value.toFixed(4), ...moves].join('; '))
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    observer.disconnect()
    return sum < 0.001 ? [] : found
  })
}

/** A performance entry that TypeScript's DOM types lack. */
interface LayoutShift {
  value: number
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
}

function isElsewhere(url: string, own: string) {
  return /^https?:/.test(url) && new URL(url).origin !== own
}
