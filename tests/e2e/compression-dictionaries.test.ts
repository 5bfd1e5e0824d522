import type { Page } from '@playwright/test'

import { control } from './application-form.ts'
import { api, expect, test, onlyInAll } from './support.ts'

const landing = '/industrial-attachment'
const path = `${landing}/apply`

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form travels as what differs from the landing page', async ({ page, request }) => {
    await page.goto(landing)
    const form = await follow(page, 'Apply Now')
    expect(await form.allHeaders()).toMatchObject({ 'content-encoding': 'dcz' })
    await expect(control(page, 'institution').locator('option')).not.toHaveCount(0)
    const plain = await request.get(path)
    expect(await form.text()).toBe(await plain.text())
  })

  test(
    'a page that has changed is never shown as it was',
    { tag: onlyInAll() },
    async ({ page, request }) => {
      await page.goto(landing)
      await page.goto(path)
      await add(request, 'Changed College')
      await page.goto(landing)
      await follow(page, 'Apply Now')
      await expect(institution(page, 'Changed College')).toHaveCount(1)
      await add(request, 'Reloaded College')
      await page.reload()
      await expect(institution(page, 'Reloaded College')).toHaveCount(1)
    },
  )
})

test(
  'a page that has changed is never shown as it was where a worker stands between',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await page.goto(path)
    await page.evaluate(() => navigator.serviceWorker.ready)
    // With navigation preload, the browser requests the page before the service worker runs.
    for (const asksAhead of [true, false]) {
      await page.evaluate(async (isEnabled) => {
        const { navigationPreload } = await navigator.serviceWorker.ready
        await (isEnabled ? navigationPreload.enable() : navigationPreload.disable())
      }, asksAhead)
      const name = `College of ${asksAhead ? 'haste' : 'leisure'}`
      await add(request, name)
      await page.goto(landing)
      await follow(page, 'Apply Now')
      await expect(institution(page, name)).toHaveCount(1)
    }
  },
)

async function follow(page: Page, name: string) {
  const answer = page.waitForResponse((response) => response.url().endsWith(path))
  await page.getByRole('main').getByRole('link', { name }).first().click()
  return answer
}

/** Adds an institution and waits until the server shows it in the form: within a second. */
async function add(request: Parameters<typeof api>[0], name: string) {
  const call = await api(request)
  await call('POST', '/admin/institutions', { name, county: 'Lamu' })
  await expect.poll(async () => (await request.get(path)).text()).toContain(name)
}

function institution(page: Page, name: string) {
  return control(page, 'institution').locator('option', { hasText: name })
}
