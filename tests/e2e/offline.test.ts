import { createServer, request as requestTo } from 'node:http'
import { text } from 'node:stream/consumers'

import type { BrowserContext, Page } from '@playwright/test'

import { findFreePort, listenLocally } from '../support/port.ts'
import { newDatabase, startServer } from '../support/server.ts'
import { choose, type } from '../support/hands.ts'
import { aPerson, control, send, withoutLists, withoutSubmissions } from './application-form.ts'
import { syncInBackground } from './background-sync.ts'
import {
  controlled,
  expectForm,
  goOffline,
  openFilledIn,
  path,
  referenceId,
  saved,
} from './drafts.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

const landing = '/industrial-attachment'

for (const prefix of ['', '/sw']) {
  test(
    `after one visit ${prefix}${path} opens offline, with all that an application needs`,
    { tag: onlyInAll(prefix !== '') },
    async ({ page, context }) => {
      const person = aPerson(`offline${prefix.slice(1)}`)
      await page.goto(prefix + landing)
      await openFilledIn(page, person, prefix + path)
      await controlled(page)
      const institutions = await control(page, 'institution').locator('option').allInnerTexts()
      await context.setOffline(true)
      await page.close()

      const later = await context.newPage()
      await later.goto(prefix + path)
      await expect(control(later, 'institution').locator('option')).toHaveText(institutions)
      await expectForm(later, person)
      for (const institution of ['Pwani University', 'Bandari Maritime Academy']) {
        await choose(control(later, 'institution'), institution)
        await expect(control(later, 'course')).toBeEnabled()
        expect(await control(later, 'course').locator('option').count()).toBeGreaterThan(1)
      }
      await choose(control(later, 'course'), 1)
      await send(later)
      await expect(later.locator('#kept h2')).toHaveText(
        prefix ? 'Maombi yanasubiri mtandao' : 'Waiting for network',
      )
      await later.goto(prefix + landing)
      await expect(later.getByRole('heading', { level: 1 })).toBeVisible()
      await context.setOffline(false)
      await later.goto(prefix + path)
      await expect(later.locator('#kept')).toContainText(referenceId)
    },
  )
}

test('the service worker handles no other page, and caches nothing of a visitor or of the API', async ({
  page,
  context,
}) => {
  await openFilledIn(page, aPerson('untouched'))
  await controlled(page)
  await send(page)
  await expect(page.getByText(referenceId)).toBeVisible()
  await page.goto(`${landing}/status`)
  expect(await keptAddresses(page)).not.toEqual([])
  for (const address of await keptAddresses(page)) {
    expect(address).toMatch(/^\/(assets\/[\w.-]+\.js|industrial-attachment(\/apply)?)$/)
  }

  for (const elsewhere of ['/', '/about', '/login']) {
    await page.goto(elsewhere)
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  }
  await enterBackOffice(page, '/admin')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await context.setOffline(true)
  await expect(page.goto('/admin')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test(
  'the service worker loads nothing that the HTTP cache has',
  { tag: onlyInAll() },
  async ({ page, server }) => {
    const site = await deployments(server.url)
    try {
      await page.goto(site.url + landing)
      await open(page, site.url + path)
      await control(page, 'first_name').focus()
      await expect(page.getByText('Kept on this device as you type')).toBeVisible()
      const addresses = await keptAddresses(page)
      expect(addresses).not.toEqual([])
      for (const address of addresses) {
        expect(
          site.asked.filter((asked) => asked === address),
          address,
        ).toHaveLength(1)
      }
    } finally {
      site.close()
    }
  },
)

test('background sync sends the queue after the page is closed', async ({
  page,
  context,
  request,
}) => {
  const person = aPerson('background')
  await page.addInitScript(allowBackgroundSync)
  await openFilledIn(page, person)
  await goOffline(page)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await expect(page.getByText('You may close this page.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You may close this page.')).toBeVisible()
  const other = await context.newPage()
  await page.close()
  await context.setOffline(false)

  await syncInBackground(other, new URL(page.url()).origin)
  const ask = await api(request)
  await expect
    .poll(async () => (await ask('GET', `/admin/attachments?q=${person.email}`)).length)
    .toBe(1)
  await other.goto(path)
  await expect(other.getByRole('heading', { name: 'Received' })).toBeVisible()
  // The service worker cannot send the analytics event.
  const told = () => other.evaluate(() => window.dataLayer)
  await expect.poll(told).toEqual([{ event: 'industrial_attachment_apply' }])
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Received' })).toBeVisible()
  expect(await told()).toBeUndefined()
})

test(
  'a refusal without a sentence, met in the background, is shown on the next visit',
  { tag: onlyInAll() },
  async ({ page, context, server }) => {
    const person = aPerson('refused-in-background')
    const site = await deployments(server.url)
    try {
      await page.addInitScript(allowBackgroundSync)
      await openFilledIn(page, person, site.url + path)
      await goOffline(page)
      await send(page)
      await expect(page.getByText('You may close this page.')).toBeVisible()
      const other = await context.newPage()
      await page.close()
      site.refusesSubmissions = true
      await context.setOffline(false)
      await syncInBackground(other, site.url)
      await expect.poll(() => site.asked).toContain('/api/users/industrial-attachments')

      await other.goto(site.url + path)
      await expect(other.getByRole('alert')).toHaveText(
        'Failed to submit application. Please check all fields and try again.',
      )
      await expect(control(other, 'first_name')).toHaveValue(person.first_name)
      await expect(control(other, 'course')).not.toHaveValue('')
    } finally {
      site.close()
    }
  },
)

test(
  'the page does not invite to close it while the server fails',
  { tag: onlyInAll() },
  async ({ page, context, server }) => {
    await page.addInitScript(allowBackgroundSync)
    await openFilledIn(page, aPerson('server-in-trouble'))
    await goOffline(page)
    await send(page)
    await expect(page.getByText('You may close this page.')).toBeVisible()
    await withoutSubmissions(server.variables, async () => {
      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: 'Waiting for our server' })).toBeVisible()
      await expect(page.getByText('If you close this page')).toBeVisible()
    })
  },
)

test(
  'the old cache version serves until the new one is complete, and stays for open pages',
  { tag: onlyInAll() },
  async ({ page, context, server }) => {
    const site = await deployments(server.url)
    try {
      await open(page, site.url + path)
      const [first = ''] = await versions(page)
      const deploy = async (name: string, change = (worker: string) => worker) => {
        site.change = (worker) => change(worker.replaceAll(first.split(' ')[1] ?? '', name))
        await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
      }

      // If a file is missing, the browser does not install the new service worker.
      await deploy('broken', (worker) => worker.replace('/assets/enhance-', '/assets/missing-'))
      await expect.poll(() => site.asked.some((asked) => asked.includes('missing'))).toBe(true)
      await opensOffline(page, context)

      await deploy('second')
      await expect
        .poll(async () => (await versions(page)).at(-1))
        .toBe(`application-path second ${landing}`)
      // A cache has its name before it has its files.
      await expect.poll(() => page.evaluate(isUpdating)).toBe(false)
      await opensOffline(page, context)
      expect(await versions(page)).toContain(first)
      await deploy('third')
      await expect
        .poll(() => versions(page))
        .toEqual([`application-path second ${landing}`, `application-path third ${landing}`])
      await opensOffline(page, context)
    } finally {
      site.close()
    }
  },
)

test(
  'the form of one language opens offline after deployments seen by the other',
  { tag: onlyInAll() },
  async ({ page, context, server }) => {
    const site = await deployments(server.url)
    try {
      await open(page, `${site.url}/sw${path}`)
      await open(page, site.url + path)
      const [first = ''] = await versions(page)
      for (const name of ['second', 'third', 'fourth']) {
        site.change = (worker) => worker.replaceAll(first.split(' ')[1] ?? '', name)
        await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
        await expect.poll(async () => (await versions(page)).join()).toContain(name)
        await expect.poll(() => page.evaluate(isUpdating)).toBe(false)
      }
      await expect.poll(() => versions(page)).toHaveLength(3)
      await context.setOffline(true)
      await page.goto(`${site.url}/sw${path}`)
      await expect(control(page, 'course')).toBeDisabled()
    } finally {
      site.close()
    }
  },
)

test('the cached form replaces a form without its lists', async ({ page, server }) => {
  await open(page)
  const institutions = control(page, 'institution').locator('option')
  const listed = await institutions.allInnerTexts()
  await withoutLists(server.variables, async () => {
    await page.reload()
    await expect(control(page, 'course')).toBeDisabled()
  })
  await expect(institutions).toHaveText(listed)
})

test(
  'the form comes from the network if the cache cannot be read',
  { tag: onlyInAll() },
  async ({ page, server }) => {
    const site = await deployments(server.url)
    site.change = (worker) => `addEventListener('activate', () => {
    CacheStorage.prototype.open = CacheStorage.prototype.match = () =>
      Promise.reject(new DOMException('The disk cannot be read', 'UnknownError'))
  });
  ${worker}`
    try {
      await open(page, site.url + path)
      await page.reload()
      await expect(control(page, 'course')).toBeDisabled()
    } finally {
      site.close()
    }
  },
)

test(
  'OFFLINE=off removes the service worker, and leaves the drafts',
  { tag: onlyInAll() },
  async ({ page }) => {
    const { variables, remove } = await newDatabase('sqlite', undefined)
    const PORT = String(await findFreePort())
    let server = await startServer({ ...variables, PORT })
    try {
      await openFilledIn(page, aPerson('worker-off'), server.url + path)
      await controlled(page)
      await type(control(page, 'first_name'), 'Kept')
      await saved(page, { first_name: 'Kept' })
      await server.stop('SIGTERM')
      server = await startServer({ ...variables, PORT, OFFLINE: 'off' })
      await page.reload()
      await expect
        .poll(() =>
          page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
        )
        .toBe(0)
      expect(await page.evaluate(() => caches.keys())).toEqual([])
      await page.reload()
      await expect(control(page, 'first_name')).toHaveValue('Kept')
      await server.stop('SIGTERM')
      await send(page)
      await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
      await expect(page.getByText('If you close this page')).toBeVisible()
    } finally {
      await server.stop('SIGTERM')
      await remove()
    }
  },
)

/** Simulates background sync, which the browser of the tests refuses. */
function allowBackgroundSync() {
  const { SyncManager } = globalThis as unknown as Record<string, { prototype: object }>
  Object.assign(SyncManager!.prototype, { register: () => Promise.resolve() })
}

/** Opens the form and waits until the service worker controls it. */
async function open(page: Page, address = path) {
  await page.goto(address)
  await expect(control(page, 'course')).toBeDisabled()
  await controlled(page)
}

async function opensOffline(page: Page, context: BrowserContext) {
  await context.setOffline(true)
  await page.reload()
  await expect(control(page, 'course')).toBeDisabled()
  await context.setOffline(false)
}

/**
 * A proxy of the site that records the requested paths. It can change the worker file, and refuse
 * submissions without a sentence.
 */
async function deployments(url: string) {
  const site = {
    url: '',
    asked: [] as string[],
    change: (worker: string) => worker,
    refusesSubmissions: false,
    close,
  }
  const server = createServer((asked, answer) => {
    const { method, headers, url: target = '' } = asked
    site.asked.push(target)
    if (site.refusesSubmissions && method === 'POST') {
      answer.writeHead(400, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const isWorker = target === '/application-worker.js'
    const forward = requestTo(
      url + target,
      { method, headers: { ...headers, ...(isWorker && { 'accept-encoding': 'identity' }) } },
      (found) => {
        if (!isWorker) return found.pipe(answer.writeHead(found.statusCode ?? 500, found.headers))
        return void text(found).then((worker) =>
          answer
            .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
            .end(site.change(worker)),
        )
      },
    )
    asked.pipe(forward)
  })
  site.url = `http://127.0.0.1:${await listenLocally(server)}`
  return site

  function close() {
    server.closeAllConnections()
    server.close()
  }
}

async function isUpdating() {
  const { installing, waiting } = await navigator.serviceWorker.ready
  return Boolean(installing ?? waiting)
}

function versions(page: Page) {
  return page.evaluate(() => caches.keys())
}

/** The paths of all cached responses. */
function keptAddresses(page: Page) {
  return page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys()
      found.push(...requests.map(({ url }) => new URL(url).pathname))
    }
    return found
  })
}
