import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { choose, pickDate, type } from '../support/hands.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { newAccount } from './accounts.ts'
import { kept } from './drafts.ts'
import { createIntake } from './intakes.ts'
import { setTextSize } from './layout.ts'
import { list, rowOf } from './records.ts'
import { administrator, enterBackOffice, expect, hold, signIn, test } from './support.ts'
import { expectClear } from './toasts.ts'

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

/** Opens the form of an intake from the list of intakes. */
async function editIntake(page: Page, { name }: { name: string }) {
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: /^Edit/ }).click()
  return page.getByRole('dialog')
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
      papers: [],
    })
    await enterBackOffice(page, '/admin/intakes')
    const asking = await editIntake(page, intake)
    for (const paper of ['Introduction letter', 'Insurance cover']) {
      await choose(asking.getByLabel(paper, { exact: true }), 'After the offer')
    }
    await asking.getByRole('button', { name: 'Update' }).click()
    await expect(asking).toHaveCount(0)
    const [person] = made
    await call('PUT', `/admin/attachments/${person!._id}/accept`, { is_accepted: true })

    const phone = await browser.newContext({ viewport: { width: 360, height: 780 } })
    let visit = await phone.newPage()
    const paperOn = (name: string) =>
      visit
        .getByRole('region', { name: 'Your papers' })
        .getByRole('listitem')
        .filter({ hasText: name })
    let letter = paperOn('Introduction letter')
    const openStatus = async () => {
      await visit.goto(status)
      await type(visit.getByLabel('Reference ID'), person!.referenceId)
      await type(visit.getByLabel(/phone number or email/i), person!.email)
      await visit.keyboard.press('Enter')
      await scriptRuns(visit)
    }
    await openStatus()
    // A press before the script runs posts the form. The server's refusal stays until a file is chosen.
    const script = await hold(visit, /entry\.own-papers/)
    await visit.getByRole('button', { name: 'Yes, I accept' }).click()
    await expect(letter).toContainText('Missing: please send it by')
    await letter.getByRole('button', { name: /Send this paper/ }).click()
    await expect(letter).toContainText('Please choose a file.')
    script.letGo()
    await scriptRuns(visit)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${list}?intake=${intake._id}`)
    const row = rowOf(page, person!.email)
    await expect(row).toContainText('2 papers missing')
    expect((await row.boundingBox())!.height, 'the status and two lines').toBeLessThan(70)
    await page.setViewportSize({ width: 360, height: 800 })
    await page.setViewportSize({ width: 1280, height: 720 })
    await letter.getByRole('button', { name: /Send this paper/ }).click()
    await expect(letter.getByRole('status')).toHaveText('Please choose a file.')

    const send = async (paper: Locator, name: string, colour: string) => {
      const chosen = visit.waitForEvent('filechooser')
      await paper.getByLabel('File').click()
      await (await chosen).setFiles({ name, mimeType: 'image/jpeg', buffer: await photo(colour) })
      if (name === 'dark.jpg') await expect(paper).not.toContainText('Please choose a file.')
      await paper.getByRole('button', { name: /Send this paper/ }).click()
    }
    await phone.setOffline(true)
    await send(letter, 'dark.jpg', 'black')
    await expect(letter.getByRole('status')).toHaveText(
      'dark.jpg is kept on this device and is sent as soon as possible. If you close this page, it is sent when you open it again.',
    )
    await expectAccessible(visit)
    await expectNoSidewaysScroll(visit)
    await visit.setViewportSize({ width: 320, height: 780 })
    await setTextSize(visit, '200%')
    const { width } = (await letter.getByRole('heading').boundingBox())!
    expect(width, 'space for long words').toBeGreaterThan(220)
    await setTextSize(visit, '100%')
    await visit.setViewportSize({ width: 360, height: 780 })
    await visit.close()
    await phone.setOffline(false)
    visit = await phone.newPage()
    letter = paperOn('Introduction letter')
    await openStatus()
    await expect(letter).toContainText('Received. We are checking it.')
    const cover = paperOn('Insurance cover')
    // While a file is made smaller or on its way, a better one takes its place.
    await visit.evaluate(() => {
      const original = globalThis.createImageBitmap
      globalThis.createImageBitmap = async (...given: [ImageBitmapSource]) => {
        globalThis.createImageBitmap = original
        await new Promise((done) => addEventListener('submit', done, { once: true }))
        return original(...given)
      }
    })
    const upload = await hold(visit, '**/api/users/documents')
    await send(cover, 'dark.jpg', 'black')
    await send(cover, 'wrong.jpg', 'white')
    await expect(cover.getByRole('status')).toContainText('wrong.jpg is kept on this device')
    await upload.begun
    await send(cover, 'cover.jpg', 'grey')
    await expect(cover.getByRole('status')).toContainText('cover.jpg is kept on this device')
    upload.letGo()
    await expect(cover.getByRole('status')).toHaveText('cover.jpg has been sent.')
    await expect(cover).toContainText('Received. We are checking it.')

    await page.goto(`${list}?intake=${intake._id}&papers=sent`)
    await expect(rowOf(page, 'papers.0@')).toContainText('Papers to check')
    await page.locator('[data-opens]').click()
    const panel = page.getByRole('dialog')
    const checklist = panel.getByRole('listitem').filter({ hasText: /^Introduction letter/ })
    // A chosen reason outlives the panel and the session.
    await choose(checklist.getByRole('combobox'), 'Unreadable')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await page.locator('[data-opens]').press('Enter')
    await expect(checklist.getByRole('combobox')).toHaveValue('unreadable')
    await checklist.getByRole('link', { name: /^Open/ }).click()
    await expect(panel.getByRole('img', { name: /^Introduction letter of/ })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
    const sendBack = checklist.getByRole('button', { name: /^Send back/ })
    await sendBack.press('Enter')
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await type(again.getByLabel('Password', { exact: true }), administrator.password)
    await page.keyboard.press('Enter')
    await expect(again).toHaveCount(0)
    await sendBack.press('Enter')
    await expect(checklist).toContainText('Sent back')
    await expect(checklist, 'the focus stays with the paper').toBeFocused()
    await expectAccessible(page)

    await openStatus()
    await expect(letter).toContainText('We could not read it.')
    await phone.setOffline(true)
    await send(letter, 'light.jpg', 'white')
    await expect(letter.getByRole('status')).toContainText('light.jpg is kept on this device')
    await phone.setOffline(false)
    await expect(letter.getByRole('status')).toHaveText('light.jpg has been sent.')
    await expect(letter).toContainText('Received. We are checking it.')
    await page.reload()
    await expect(checklist).toContainText('light.jpg')
    await openStatus()
    await letter.getByText('Send another file').click()
    // A colleague has sent it back meanwhile: the first press shows that, and the second one decides.
    const colleague = await newAccount(request, 'faster')
    const { token } = await signIn(request, colleague)
    await request.put(`/api/admin/attachments/${person!._id}/papers/introduction_letter`, {
      data: { state: 'returned', reason: 'incomplete' },
      headers: { Authorization: `Bearer ${token}` },
    })
    const accept = checklist.getByRole('button', { name: /^Accept/ })
    // The end of this window is where toasts are.
    await page.setViewportSize({ width: 360, height: 780 })
    const { y } = (await accept.boundingBox())!
    await page.setViewportSize({ width: 360, height: Math.ceil(y) + 150 })
    await accept.press('Enter')
    await expect(
      page.getByText(`${colleague.name} has already sent this paper back.`),
    ).toBeVisible()
    await expect(checklist).toContainText('Sent back')
    await expectClear(page, accept)
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(accept).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(checklist).toContainText('Accepted')
    await send(letter, 'late.jpg', 'grey')
    await expect(letter.getByRole('status')).toContainText('late.jpg was not sent')
    expect(await kept(visit)).toHaveLength(1)
    await openStatus()
    await expect(letter).toContainText('Accepted. There is nothing more to do.')
    await expect.poll(() => kept(visit), 'there is no button to remove it').toEqual([])

    // A colleague sends the paper back while its date is typed. In a date, arrow keys change a part, and do
    // not lead to another application.
    const insured = panel.getByRole('listitem').filter({ hasText: /^Insurance cover/ })
    const day = insured.getByLabel('Insurance is valid until')
    const decideElsewhere = async (purpose: string, decision: object) => {
      const url = `/admin/attachments/${person!._id}`
      const { papers } = await call('GET', url)
      const { document } = papers.find((one: { purpose: string }) => one.purpose === purpose)
      await call('PUT', `${url}/papers/${purpose}`, { document, ...decision })
    }
    // An incomplete day is not left out.
    await day.click({ position: { x: 16, y: 16 } })
    await page.keyboard.type('0101')
    await insured.getByRole('button', { name: /^Accept/ }).press('Enter')
    await expect(day).toBeFocused()
    const assignee = panel.getByLabel('Assigned to', { exact: true })
    const slowReply = () => hold(page, /\/api\/admin\/attachments(\?|\/[^/]+$)/)
    const first = await slowReply()
    await choose(assignee, 1)
    await first.begun
    await pickDate(day, '2030-01-01')
    await decideElsewhere('insurance', { state: 'returned', reason: 'expired' })
    first.letGo()
    await expect(insured).toContainText('Sent back')
    await page.keyboard.press('ArrowUp')
    await expect(day).toHaveValue('2031-01-01')
    await page.keyboard.press('Escape')
    // A field that a colleague's decision takes away takes the next letters with it.
    const second = await slowReply()
    await choose(assignee, 0)
    await second.begun
    await checklist.getByRole('combobox').focus()
    await decideElsewhere('introduction_letter', { state: 'returned', reason: 'wrong_paper' })
    second.letGo()
    await expect(checklist).toContainText('Sent back')
    await page.keyboard.press('e')
    await insured.getByRole('button', { name: /^Accept/ }).press('Enter')
    await expect(insured).toContainText('valid until 1 Jan 2031')
    await expect(panel).not.toContainText('Archived')
    await phone.close()
  },
)

test('an intake asks for a paper of its own', async ({ page, request }) => {
  const { intake } = await createIntake(request, 'own-paper', { places: 1, applications: 0 })
  await enterBackOffice(page, '/admin/intakes')
  const dialog = await editIntake(page, intake)
  await choose(dialog.getByLabel('Insurance cover', { exact: true }), 'Never')
  await type(dialog.getByLabel('Own paper 1: name', { exact: true }), 'Logbook')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toContainText('Give each paper of your own a name in both languages')
  await type(dialog.getByLabel('Own paper 1: name in Kiswahili'), 'Daftari la kazi')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toHaveCount(0)
  await editIntake(page, intake)
  await expect(dialog.getByLabel('Own paper 1: name', { exact: true })).toHaveValue('Logbook')
  await expect(dialog.getByLabel('Insurance cover', { exact: true })).toHaveValue('never')
})
