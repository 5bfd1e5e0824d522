import type { Locator, Page, Request } from '@playwright/test'

import { choose, chooseClosed, tick, type } from '../support/hands.ts'
import { control, study } from './application-form.ts'
import { newAccount } from './accounts.ts'
import { createApplications, list } from './records.ts'
import { api, enterBackOffice, expect, hold, onlyInAll, test } from './support.ts'

// State that comes back later must not overwrite what a hand has just done: the state of autosave, an
// address, the reply of a call, a render. The processor is slowed four times.

const form = '/industrial-attachment/apply'

/** Slows the processor. The throttling keeps the real one busy, so it ends before what needs none. */
async function slow(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const setRate = (rate: number) => devTools.send('Emulation.setCPUThrottlingRate', { rate })
  await setRate(4)
  return { end: () => setRate(1) }
}

/** Delays every answer to these requests, as a slow network does. */
async function delay(page: Page, address: string, milliseconds: number) {
  await page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await route.continue()
  })
}

for (const [name, pick] of [
  ['an open list', choose],
  ['arrow keys', chooseClosed],
] as const) {
  test(
    `institution and course chosen by ${name} after typing stay chosen`,
    { tag: onlyInAll() },
    async ({ page }) => {
      test.slow()
      await delay(page, '**/api/users/**', 400)
      const processor = await slow(page)
      const loading = new Set<Request>()
      page.on('request', (request) => request.url().includes('courses?') && loading.add(request))
      page.on('requestfinished', (request) => loading.delete(request))
      page.on('requestfailed', (request) => loading.delete(request))
      await page.goto(form)
      await type(control(page, 'first_name'), 'Amina')
      const [institution, course] = [control(page, 'institution'), control(page, 'course')]
      // The first two of the list: each arrow key is a choice.
      const second = 'Ahmed Shahame Mwidani Technical Training Institute'
      for (const [label, ...indexes] of [
        [second, 1],
        [study.institution, 2, 1],
      ] as const) {
        await pick(institution, label)
        for (const index of indexes) {
          await expect(course).toBeEnabled()
          await pick(course, index)
          await type(control(page, 'last_name'), `Omar ${index}`)
          await expect(page.getByText('Saved on this device')).toBeVisible()
        }
        await expect.poll(() => loading.size, 'newest courses to load').toBe(0)
        await expect(institution.locator('option:checked')).toHaveText(label)
        expect(await course.evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(1)
      }
      const chosen = await course.inputValue()

      await processor.end()
      await page.reload()
      await expect(control(page, 'last_name')).toHaveValue('Omar 1')
      await expect(institution.locator('option:checked')).toHaveText(study.institution)
      await expect(course).toHaveValue(chosen)
    },
  )
}

test('the form saves while somebody types, and loses no letter at any speed', async ({ page }) => {
  const processor = await slow(page)
  await page.goto(form)
  for (const [index, pause] of [25, 250, 300].entries()) {
    await type(control(page, 'about_yourself'), `Oar ${index}`, pause)
    await expect(control(page, 'about_yourself')).toHaveValue(`Oar ${index}`)
  }
  await processor.end()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('answers'))).toBeNull()
  await page.reload()
  await expect(control(page, 'about_yourself')).toHaveValue('Oar 2')
})

test('a scroll while the form says that it has saved is not undone', async ({ page }) => {
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel()
    const state = Object.assign(window, { scrolled: 0 })
    port1.addEventListener('message', () => {
      scrollBy({ top: 5, behavior: 'instant' })
      state.scrolled += 5
    })
    port1.start()
    // The end of a write posts the task that scrolls, before React posts the task that renders.
    const begin = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')!
    IDBDatabase.prototype.transaction = function (...args) {
      const begun: IDBTransaction = begin.value.apply(this, args)
      begun.addEventListener('complete', () => port2.postMessage(null))
      return begun
    }
  })
  await page.goto(form)
  await control(page, 'residential_location').click()
  const read = () =>
    page.evaluate(() => ({ top: scrollY, scrolled: Reflect.get(window, 'scrolled') as number }))
  const before = await read()
  await page.keyboard.type('Likoni', { delay: 100 })
  await expect(page.getByText('Saved on this device')).toBeVisible()
  const after = await read()
  expect(after.scrolled).toBeGreaterThan(before.scrolled)
  expect(after.top - before.top).toBe(after.scrolled - before.scrolled)
})

test(
  'a number that is counted while somebody types keeps each digit',
  { tag: onlyInAll() },
  async ({ page }) => {
    await delay(page, '**/api/admin/retention**', 300)
    await enterBackOffice(page, '/admin/retention')
    await slow(page)
    const months = page.getByLabel('Archived applications: months')
    for (const pause of [25, 250, 300]) {
      await type(months, '120', pause)
      await expect(months).toHaveAccessibleDescription(/Would remove/)
      await expect(months).toHaveValue('120')
    }
  },
)

const searches = [
  [list, /^Search by name/],
  ['/admin/courses', 'Search courses...'],
  ['/admin/messages', /^Search/],
  ['/admin/history', /^Search/],
] as const

for (const [screen, placeholder] of searches) {
  test(
    `the search of ${screen} loses no letter at any speed`,
    { tag: onlyInAll(screen !== searches[0]?.[0]) },
    async ({ page }) => {
      await delay(page, '**/api/admin/**', 200)
      await enterBackOffice(page, screen)
      await slow(page)
      const search = page.getByPlaceholder(placeholder)
      for (const pause of [25, 250, 300]) {
        await type(search, 'tech', pause)
        await expect(page).toHaveURL(/[?&]q=tech$/)
        await expect(search).toHaveValue('tech')
        await page.getByRole('button', { name: 'Clear search' }).click()
        await expect(search).toHaveValue('')
      }
    },
  )
}

test('Back during a search wins over letters that wait to be searched', async ({ page }) => {
  await enterBackOffice(page, `${list}?q=first`)
  await page.getByRole('button', { name: 'Show Archived' }).click()
  const search = page.getByPlaceholder(/^Search by name/)
  await type(search, 'second')
  await expect(page).toHaveURL(/q=second/)
  await page.goBack()
  await expect(search).toHaveValue('first')
  await expect(page).toHaveURL(/q=first/)
})

test(
  'filters chosen one after the other by keys are all kept',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 1, 'filtered')
    await delay(page, '**/api/admin/**', 300)
    await enterBackOffice(page, list)
    await slow(page)
    const [status, assignee] = [page.getByLabel('Status'), page.getByLabel('Assignee')]
    await chooseClosed(status, 'accepted')
    await chooseClosed(assignee, 'none')
    await expect(page).toHaveURL(/status=accepted&assignee=none|assignee=none&status=accepted/)
    await chooseClosed(status, 'pending')
    await expect(status).toHaveValue('pending')
    await expect(assignee).toHaveValue('none')
    await expect(page).toHaveURL(/status=pending/)
    await expect(page.getByRole('row').filter({ hasText: 'filtered.0@' })).toBeVisible()
  },
)

test('the order of a list on a phone stays as chosen', { tag: onlyInAll() }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await delay(page, '**/api/admin/**', 300)
  await enterBackOffice(page, '/admin/institutions')
  await slow(page)
  const order = page.getByLabel('Order by')
  await chooseClosed(order, 3)
  await chooseClosed(order, 1)
  await expect(page).toHaveURL(/sort=name$/)
  await expect(order).toHaveValue('name')
})

test(
  'the last of two choices of an assignee wins, not the last reply',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [application] = await createApplications(request, 1, 'reassigned')
    const [first, second] = [
      await newAccount(request, 'first-choice'),
      await newAccount(request, 'second-choice'),
    ]
    let answers = 0
    await page.route('**/assignee', async (route) => {
      const isFirst = answers++ === 0
      if (isFirst) await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.continue()
    })
    await enterBackOffice(page, `${list}?open=${application?._id}`)
    const assignee = page.getByLabel('Assigned to', { exact: true })
    await choose(assignee, first.name)
    await choose(assignee, second.name)
    for (const { name } of [first, second]) {
      await expect(page.getByText(`Assigned to ${name}`)).toBeVisible()
    }
    await expect(assignee).toHaveValue(second._id)
    const call = await api(request)
    const stored = await call('GET', `/admin/attachments/${application?._id}`)
    expect(stored.assignee).toMatchObject({ _id: second._id })
  },
)

test(
  'a text that appears later does not begin with what stood in its place',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const call = await api(request)
    const description = 'As stored'
    const department = { name: 'Sails and Oars', code: 'SAILS', description }
    const made = await call('POST', '/admin/departments', department)
    await enterBackOffice(page, '/admin/departments?q=Sails')
    await page.getByRole('button', { name: 'Edit: Sails and Oars' }).click()
    await call('PUT', `/admin/departments/${made._id}`, { ...department, description: 'Theirs' })
    await type(control(page, 'description'), 'Mine')
    await press(page.getByRole('dialog'), 'Update')
    await press(page.getByRole('alertdialog'), 'Take theirs')
    await expect(control(page, 'description')).toHaveValue('Theirs')
  },
)

function press(within: Locator, name: string) {
  return within.getByRole('button', { name }).click()
}

test('answers typed before the scripts stay, beside what an extension has put into the form', async ({
  page,
}) => {
  const scripts = await hold(page, /\/assets\/entry\.application-form-/)
  await page.goto(form)
  await type(control(page, 'first_name'), 'Amina')
  await choose(control(page, 'institution'), study.institution)
  await choose(control(page, 'gender'), 'Female')
  await tick(control(page, 'agree_terms'))
  await type(control(page, 'about_yourself'), 'I build boats.')
  await control(page, 'email').evaluate((input) => input.after(document.createElement('div')))
  scripts.letGo()
  await expect(control(page, 'course').locator('optgroup')).toHaveCount(0)
  await expect(control(page, 'first_name')).toHaveValue('Amina')
  await expect(control(page, 'institution').locator('option:checked')).toHaveText(study.institution)
  await expect(control(page, 'gender')).toHaveValue('Female')
  await expect(control(page, 'agree_terms')).toBeChecked()
  await expect(control(page, 'about_yourself')).toHaveValue('I build boats.')
})
