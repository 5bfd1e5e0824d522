import {
  type APIRequestContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'

import { serverClock } from '../support/server-clock.ts'
import { administrator, newDatabase, startServer, type TestEngine } from '../support/server.ts'
import { type } from '../support/hands.ts'

export { expect, administrator }

interface WorkerFixtures {
  engine: TestEngine
  /** The time at which the server's clock starts; empty for the real time. */
  serverTime: string
  /** Tests with another value have a server of their own: open intakes change the public pages. */
  ownServer: string
  /** The server's clock; undefined for the real time. */
  clock: ReturnType<typeof serverClock> | undefined
  /** The URL of the server, and the settings of its database. */
  server: { url: string; variables: Record<string, string> }
}

interface TestFixtures {
  /** Errors and warnings in the console that a test expects besides the usual ones. Others fail it. */
  expectedComplaint: RegExp | undefined
}

/** Failed requests, pages that do not exist, and the service worker where a test turns it off. */
const usualComplaint =
  /^Failed to load resource|^Nobody knows the path|registration blocked by Playwright$/

/** The tag of a test that only `npm run test:all` runs; `isRepeated`: in some cases of a loop. */
export const onlyInAll = (isRepeated = true) => (isRepeated ? ['@test-all'] : [])

/** Each worker has its own server on an empty database of the project's engine. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  serverTime: ['', { option: true, scope: 'worker' }],
  ownServer: ['', { option: true, scope: 'worker' }],

  clock: [
    async ({ serverTime }, use) => {
      const clock = serverTime ? serverClock(serverTime) : undefined
      await use(clock)
      clock?.remove()
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ engine, clock }, use) => {
      const { variables, remove } = await newDatabase(engine, process.env['TEST_DATABASE_URL'])
      const server = await startServer({ ...variables, ...clock?.variables })
      await use({ url: server.url, variables })
      await server.stop('SIGTERM')
      await remove()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  expectedComplaint: [undefined, { option: true }],

  context: async ({ context, expectedComplaint }, use) => {
    const complaints: string[] = []
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('console', (message) => {
      const text = message.text()
      const isExpected = usualComplaint.test(text) || expectedComplaint?.test(text)
      if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(text)
    })
    await use(context)
    expect(complaints, 'what the browser complained about').toEqual([])
  },
})

/** Signs in through the form as the administrator and opens a back-office screen. */
export async function openBackOffice(page: Page, path = '/admin') {
  await page.goto(path)
  await type(page.getByLabel('Email'), administrator.email)
  await type(page.getByLabel('Password', { exact: true }), administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Login successful!')).toBeVisible()
}

/** Opens a back-office screen with a new session, without the sign-in form. */
export async function enterBackOffice(page: Page, path: string, as = administrator) {
  const { token, user } = await signIn(page.request, as)
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      if (sessionStorage.getItem('entered')) return
      sessionStorage.setItem('entered', 'true')
      localStorage.setItem('token', storedToken)
      localStorage.setItem('user', storedUser)
    },
    [token, JSON.stringify(user)] as const,
  )
  await page.goto(path)
  await expect(page.locator('#admin-navigation')).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Presses Esc in a dialog once it has the focus, and therefore listens. */
export async function pressEscape(dialog: Locator) {
  await expect(dialog.and(dialog.page().locator(':focus-within'))).toHaveCount(1)
  await dialog.press('Escape')
}

/** Delays requests to an address until released; `begun` resolves at the first one. */
export async function hold(page: Page, address: string | RegExp) {
  const begun = Promise.withResolvers<Request>()
  const end = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    begun.resolve(route.request())
    await end.promise
    await route.continue()
  })
  // Chromium tells its page about the route a moment later: a request by the next key would pass by.
  await page.evaluate(() => {})
  return { begun: begun.promise, letGo: end.resolve }
}

/**
 * Runs the page's clock until `count` tries are made. The steps are short, because a toast about the last try
 * ends after five seconds of that clock.
 */
export async function runUntilTried(page: Page, tries: () => number, count: number) {
  const run = async () => {
    await page.clock.runFor(1000)
    return tries()
  }
  await expect.poll(run, { intervals: [50], timeout: 30_000 }).toBe(count)
}

/** A new session of the administrator or another account. */
export async function signIn(
  request: APIRequestContext,
  data = administrator,
): Promise<{ token: string; user: object }> {
  const answer = await request.post('/api/auth/login', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** Calls the API as the administrator. */
export async function api(request: APIRequestContext) {
  const { token } = await signIn(request)
  const headers = { Authorization: `Bearer ${token}` }
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => {
    const answer = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
}

/** Wraps each translatable text in an element, as Chrome's translation does. */
export async function translate(page: Page) {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      if (!text.textContent?.trim() || !text.parentElement?.translate) continue
      const font = document.createElement('font')
      font.textContent = `${text.textContent} (translated)`
      text.parentElement.replaceChild(font, text)
    }
  })
}
