import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { choose, type } from '../support/hands.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { createIntake } from './intakes.ts'
import { list, rowOf } from './records.ts'
import { enterBackOffice, expect, test } from './support.ts'

test.use({ ownServer: 'intakes', expectedComplaint: /^Canvas2D: Multiple readback operations/ })

const status = '/industrial-attachment/status'
const photo = (colour: string) =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

/** Waits until the page has loaded the script that sends papers. */
async function scriptRuns(page: Page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('entry.own-papers')),
  )
  await page.waitForLoadState('networkidle')
}

test(
  'a paper is sent with a photo offline, sent back with a reason, sent again and accepted',
  {
    tag: '@both-engines',
  },
  async ({ page, request, browser }) => {
    const { intake, made, call } = await createIntake(request, 'papers', {
      places: 2,
      applications: 1,
    })
    const [person] = made
    await call('PUT', `/admin/attachments/${person!._id}/accept`, { is_accepted: true })

    const phone = await browser.newContext({ viewport: { width: 360, height: 780 } })
    let visit = await phone.newPage()
    const letterOn = () =>
      visit
        .getByRole('region', { name: 'Your papers' })
        .getByRole('listitem')
        .filter({ hasText: 'Introduction letter' })
    let letter = letterOn()
    const signIn = async () => {
      await visit.goto(status)
      await type(visit.getByLabel('Reference ID'), person!.referenceId)
      await type(visit.getByLabel(/phone number or email/i), person!.email)
      await visit.keyboard.press('Enter')
      await scriptRuns(visit)
    }
    await signIn()
    await visit.getByRole('button', { name: 'Yes, I accept' }).click()
    await scriptRuns(visit)
    await expect(letter).toContainText('Missing: please send it by')
    await letter.getByRole('button', { name: /Send this paper/ }).click()
    await expect(letter.getByRole('status')).toHaveText('Please choose a file.')

    const send = async (name: string, colour: string) => {
      const chosen = visit.waitForEvent('filechooser')
      await letter.getByLabel('File').click()
      await (await chosen).setFiles({ name, mimeType: 'image/jpeg', buffer: await photo(colour) })
      await letter.getByRole('button', { name: /Send this paper/ }).click()
    }
    await phone.setOffline(true)
    await send('dark.jpg', 'black')
    await expect(letter.getByRole('status')).toHaveText(
      'dark.jpg is kept on this device and is sent when there is network. If you close this page, it is sent when you open it again.',
    )
    await expectAccessible(visit)
    await expectNoSidewaysScroll(visit)
    await visit.close()
    await phone.setOffline(false)
    visit = await phone.newPage()
    letter = letterOn()
    await signIn()
    await expect(letter).toContainText('Received. We are checking it.')

    await enterBackOffice(page, `${list}?intake=${intake._id}&papers=sent`)
    await expect(rowOf(page, 'papers.0@')).toContainText('Papers to check')
    await page.locator('[data-opens]').click()
    const panel = page.getByRole('dialog')
    const checklist = panel.getByRole('listitem').filter({ hasText: /^Introduction letter/ })
    await checklist.getByRole('button', { name: /^Open/ }).click()
    await expect(panel.getByRole('img', { name: /^Introduction letter of/ })).toBeVisible()
    await choose(checklist.getByRole('combobox'), 'Unreadable')
    await checklist.getByRole('button', { name: /^Send back/ }).press('Enter')
    await expect(checklist).toContainText('Sent back')
    await expectAccessible(page)

    await signIn()
    await expect(letter).toContainText('We could not read it.')
    await phone.setOffline(true)
    await send('light.jpg', 'white')
    await expect(letter.getByRole('status')).toContainText('light.jpg is kept on this device')
    await phone.setOffline(false)
    await expect(letter.getByRole('status')).toHaveText('light.jpg has been sent.')
    await expect(letter).toContainText('Received. We are checking it.')
    await page.reload()
    await expect(checklist).toContainText('light.jpg')
    await checklist.getByRole('button', { name: /^Accept/ }).press('Enter')
    await expect(checklist).toContainText('Accepted')
    await signIn()
    await expect(letter).toContainText('Accepted. There is nothing more to do.')
    await phone.close()
  },
)

test('an intake asks for a paper of its own', async ({ page, request }) => {
  const { intake } = await createIntake(request, 'own-paper', { places: 1, applications: 0 })
  await enterBackOffice(page, '/admin/intakes')
  await page
    .getByRole('row')
    .filter({ hasText: intake.name })
    .getByRole('button', { name: /^Edit/ })
    .click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Insurance cover', { exact: true }), 'Never')
  await type(dialog.getByLabel('Own paper 1: name', { exact: true }), 'Logbook')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toContainText('Give each paper of your own a name in both languages')
  await type(dialog.getByLabel('Own paper 1: name in Kiswahili'), 'Daftari la kazi')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toHaveCount(0)
  await page
    .getByRole('row')
    .filter({ hasText: intake.name })
    .getByRole('button', { name: /^Edit/ })
    .click()
  await expect(dialog.getByLabel('Own paper 1: name', { exact: true })).toHaveValue('Logbook')
  await expect(dialog.getByLabel('Insurance cover', { exact: true })).toHaveValue('never')
})
