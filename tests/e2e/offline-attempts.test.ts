import { createServer } from 'node:http'

import { listenLocally } from '../support/port.ts'
import { reconnect } from '../support/browser-events.ts'
import { type } from '../support/hands.ts'
import { aPerson, control, send, sendButton, submitButton } from './application-form.ts'
import {
  expectForm,
  fillDisk,
  kept,
  openFilledIn,
  path,
  receipt,
  referenceId,
  submissions,
  told,
} from './drafts.ts'
import { api, expect, hold, onlyInAll, test } from './support.ts'

// page.route does not see the requests of a service worker.
test.use({ serviceWorkers: 'block' })

test(
  'the receipt of an older version is not shown for the changed application',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const person = aPerson('changed-meanwhile')
    await page.route(submissions, (route) => route.abort(), { times: 1 })
    await openFilledIn(page, person)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    const { begun, letGo } = await hold(page, submissions)
    await reconnect(page)
    await begun
    await page.getByRole('button', { name: 'Change it' }).click()
    await type(control(page, 'first_name'), 'Changed')
    await send(page)
    await expect(sendButton(page)).toHaveText('Submitting Application...')
    letGo()

    await expect(page.getByRole('alert').first()).toContainText(
      'An application from this page was received before',
    )
    await expect(control(page, 'first_name')).toHaveValue('Changed')
    await send(page)
    await expect(page).toHaveURL(receipt)
    const reference = referenceId.exec(page.url())?.[0]
    const ask = await api(request)
    const found = await ask('GET', `/admin/attachments?q=${person.email}`)
    expect(found).toHaveLength(2)
    expect(found).toContainEqual(
      expect.objectContaining({ referenceId: reference, first_name: 'Changed' }),
    )
  },
)

test(
  'the analytics event of an application that two tabs list is sent by one of them',
  { tag: onlyInAll() },
  async ({ page, context }) => {
    const other = await context.newPage()
    const { letGo } = await hold(page, submissions)
    await openFilledIn(page, aPerson('told-once'))
    await other.goto(path)
    await control(other, 'first_name').focus()
    await send(page)
    // The second attempt waits for the Web Lock, because the first request has no response yet.
    await expect(other.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    letGo()
    await expect(page).toHaveURL(receipt)
    await expect(page.getByRole('button', { name: /^Copy/ })).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Received' })).toBeVisible()
    await expect
      .poll(async () => [...(await told(page)), ...(await told(other))])
      .toEqual([{ event: 'industrial_attachment_apply' }])
  },
)

test(
  'the page waits as long as Retry-After asks, and says so',
  { tag: onlyInAll() },
  async ({ page }) => {
    let tries = 0
    await page.route(submissions, (route) =>
      ++tries === 1
        ? route.fulfill({
            status: 503,
            headers: { 'Retry-After': '120' },
            json: { message: 'Nothing can be saved at the moment, please wait.' },
          })
        : route.continue(),
    )
    await page.clock.install()
    await openFilledIn(page, aPerson('busy'))
    await page.clock.pauseAt(Date.now() + 60_000)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for our server' })).toBeVisible()
    await expect(page.getByText('Nothing can be saved at the moment, please wait.')).toBeVisible()

    await reconnect(page)
    await page.clock.runFor(110_000)
    expect(tries).toBe(1)
    await expect
      .poll(async () => {
        await page.clock.runFor(5000)
        return tries
      })
      .toBe(2)
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  },
)

test(
  'the page sends again after a try that could not be stored, and asks to be opened again',
  { tag: onlyInAll() },
  async ({ page }) => {
    let tries = 0
    await page.route(submissions, (route) => {
      tries++
      return route.abort()
    })
    await page.clock.install()
    await openFilledIn(page, aPerson('not-noted'))
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    // Without a service worker there is no background sync.
    await expect(page.locator('#kept')).toContainText(
      'If you close this page, it goes out when you open it again.',
    )
    const disk = await fillDisk(page)
    await page.clock.runFor(7000)
    await expect.poll(() => tries).toBe(2)
    await disk.empty()
    await expect
      .poll(async () => {
        await page.clock.runFor(5000)
        return tries
      })
      .toBe(3)
  },
)

for (const prefix of ['', '/sw']) {
  const tag = onlyInAll(prefix !== '')
  test(
    `a refusal without a sentence shows one, with everything typed kept: ${prefix}${path}`,
    { tag },
    async ({ page, context }) => {
      await page.route(submissions, (route) => route.fulfill({ status: 400, json: {} }))
      const person = aPerson(`speechless${prefix.slice(1)}`)
      await openFilledIn(page, person, prefix + path)
      await send(page)
      const sentence = prefix
        ? 'Maombi hayakutumwa. Tafadhali kagua sehemu zote kisha ujaribu tena.'
        : 'Failed to submit application. Please check all fields and try again.'
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(page.getByRole('alert')).toHaveText(sentence)
      await expectForm(page, person)
      expect(await kept(page)).toMatchObject([{ state: 'draft', values: { email: person.email } }])

      const other = await context.newPage()
      await other.goto(prefix + path)
      await expect(other.locator('#kept')).toContainText(sentence)
    },
  )
}

test.describe('with a network that redirects', () => {
  test.use({ expectedComplaint: /violates the following Content Security Policy/ })

  test('the answer of another origin is no refusal', { tag: onlyInAll() }, async ({ page }) => {
    const portal = createServer((_request, answer) =>
      answer
        .writeHead(403, {
          'content-type': 'application/json',
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
        })
        .end('{"message":"Please pay first"}'),
    )
    const location = `http://127.0.0.1:${await listenLocally(portal)}/`
    await page.route(submissions, (route) => route.fulfill({ status: 307, headers: { location } }))
    await openFilledIn(page, aPerson('elsewhere'))
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    portal.close()
  })
})

test(
  'a queued application is listed even if the store cannot be read',
  { tag: onlyInAll() },
  async ({ page }) => {
    await openFilledIn(page, aPerson('unreadable'))
    await submitButton(page).click()
    await page.evaluate(() => {
      IDBObjectStore.prototype.getAll = () => {
        throw new DOMException('The connection was lost', 'UnknownError')
      }
    })
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  },
)
