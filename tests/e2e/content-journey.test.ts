import type { Page } from '@playwright/test'

import { pickDate, type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { control } from './application-form.ts'
import { rowOf } from './records.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

test.use({ serverTime: '2026-06-01T06:00:00Z' }) // 9:00 in Kenya

const website = '/admin/website'
const title = 'Tamasha la Bahari'

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click()
const said = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible()

function section(page: Page, name: string) {
  const heading = page.getByRole('heading', { level: 2, name, exact: true })
  return page.locator('section').filter({ has: heading })
}

/** The titles of the events in a section of the page of events. */
async function eventsUnder(visitor: Page, heading: string) {
  await visitor.goto('/events')
  return section(visitor, heading).getByRole('heading', { level: 3 }).allTextContents()
}

test('past events have no registration, and a closed job no application', async ({ page }) => {
  const restore = await moveAfterDate(page)
  await page.goto('/events')
  const past = section(page, 'Past events')
  await expect(past.locator('li time')).toHaveText([
    'July 22, 2025',
    'June 8, 2025',
    'May 15, 2025',
  ])
  await expect(page.getByRole('button', { name: 'Register Now' })).toHaveCount(0)

  await page.goto('/careers')
  const closed = section(page, 'Closed positions')
  await expect(closed).toContainText('14 November 2025')
  await closed.getByRole('link', { name: 'View Details' }).click()
  await said(page, 'This position is closed.')
  await expect(page.getByRole('link', { name: 'Apply Now' })).toHaveCount(0)
  expect(await page.content()).not.toContain('JobPosting')

  await page.goto('/terms-of-reference')
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Apply Now' })).toHaveCount(0)
  await restore()
})

/** Moves the events, the job and the call of the seed after their dates; the result undoes it. */
async function moveAfterDate(page: Page) {
  const call = await api(page.request)
  const set = async (afterDate: 'move' | 'keep') => {
    for (const collection of ['events', 'jobs', 'consultancies']) {
      for (const { _id, draft } of await call('GET', `/admin/content/${collection}`)) {
        const path = `/admin/content/${collection}/${_id}`
        await call('PUT', path, { draft: { ...draft, afterDate } })
        await call('POST', `${path}/publish`, {})
      }
    }
  }
  await set('move')
  return () => set('keep')
}

test(
  'a new editor schedules an event with a photo, restores a job and changes a project',
  { tag: onlyInAll() },
  async ({ page, context, request, clock }) => {
    const visitor = await context.newPage()
    const editor = await newAccount(request, 'journey-editor', 'editor')
    await page.clock.setFixedTime('2026-06-01T06:00:00Z')
    await enterBackOffice(page, website, editor)

    await page.getByRole('button', { name: 'Add event' }).click()
    await type(control(page, 'title'), title)
    await type(control(page, 'description'), 'Boats, **music** and food.')
    await pickDate(control(page, 'date'), '2026-06-20')
    await type(control(page, 'time'), 'All day')
    await type(control(page, 'location'), 'The old port')
    await type(control(page, 'capacity'), '300')
    await control(page, 'image').setInputFiles('public/images/events/coast-tech-day.webp')
    await expect(page.getByText('Sending the picture')).toHaveCount(0)
    await type(page.getByLabel('Description of the picture'), 'Boats in the old port')
    await press(page, 'Save and preview')
    const frame = page.locator('iframe').contentFrame()
    await frame.getByRole('heading', { name: title }).hover()
    await page.mouse.wheel(0, 400)
    await expect(frame.getByAltText('Boats in the old port')).toBeVisible()
    expect((await page.locator('iframe').boundingBox())?.width).toBeLessThanOrEqual(362)
    await press(page, 'Schedule…')
    await pickDate(page.getByLabel('Publish at'), '2026-06-01T10:00')
    await press(page, 'Schedule')
    await said(page, 'appears on 1 Jun 2026, 10:00')
    await expect(rowOf(page, title)).toContainText('Scheduled')
    expect(await eventsUnder(visitor, 'Upcoming events')).not.toContain(title)

    await page.goto(`${website}?view=jobs`)
    const job = 'Finance Director'
    await page.getByRole('button', { name: `Edit: ${job}` }).click()
    await type(control(page, 'duration'), 'For ever')
    await press(page, 'Publish now')
    await said(page, `${job} is published`)
    await visitor.goto('/career/finance-director')
    await said(visitor, 'For ever')
    await page.getByRole('button', { name: `More: ${job}` }).click()
    await page.getByRole('menuitem', { name: 'Versions' }).click()
    await dialog(page).getByRole('button', { name: 'Restore' }).last().click()
    await said(page, 'Version 1 is the draft now.')
    await page.getByRole('button', { name: `Publish: ${job}` }).click()
    await press(page, 'Publish now')
    await expect(rowOf(page, job)).not.toContainText('Unpublished edits')
    await visitor.reload()
    await expect(visitor.getByText('For ever')).toHaveCount(0)

    await page.goto(`${website}?view=donation-projects`)
    await page.getByRole('button', { name: 'Edit: Tech Innovation' }).click()
    await type(control(page, 'raised'), '10123')
    await press(page, 'Publish now')
    await said(page, 'Tech Innovation is published')
    await visitor.goto('/donate')
    await said(visitor, '$10,123')

    clock!.set('2026-06-01T07:00:00Z')
    expect(await eventsUnder(visitor, 'Upcoming events')).toContain(title)
    clock!.set('2026-06-20T20:59:00Z')
    expect(await eventsUnder(visitor, 'Upcoming events')).toContain(title)
    clock!.set('2026-06-20T21:00:00Z') // midnight in Kenya
    expect(await eventsUnder(visitor, 'Upcoming events')).not.toContain(title)
    expect(await eventsUnder(visitor, 'Past events')).toContain(title)
  },
)
