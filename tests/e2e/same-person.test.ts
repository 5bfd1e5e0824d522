import { apply } from '../support/concurrent-applicants.ts'
import { choose, type } from '../support/hands.ts'
import { aPerson, fillIn, send } from './application-form.ts'
import { createIntake } from './intakes.ts'
import { list, rowOf } from './records.ts'
import { enterBackOffice, expect, test } from './support.ts'

test.use({ ownServer: 'same person' })

test(
  'one of two applications of a person is kept, and siblings on one phone stay different',
  { tag: '@both-engines' },
  async ({ page, request, server }) => {
    await createIntake(request, 'same person', { places: 20, applications: 0 })
    const amina = {
      first_name: 'Amina',
      last_name: 'Mwanahawakahindisaidmohamed',
      phone_number: '0712 445 566',
      email: 'amina.kahindi@example.org',
      date_of_birth: '2002-05-06',
    }
    await apply(server.url, amina)
    const again = { ...amina, phone_number: '+254 (0)712-445566', email: 'amina.k@example.com' }
    await page.goto('/industrial-attachment/apply')
    await fillIn(page, { ...aPerson('again'), ...again, date_of_birth: '2002-06-05' })
    await send(page)
    await page.waitForURL(/success/)
    const brother = { first_name: 'Said', email: 'said@example.org', date_of_birth: '2004-01-02' }
    await apply(server.url, { ...amina, ...brother })

    await enterBackOffice(page, list)
    await expect(page.getByText('Possibly twice', { exact: true })).toHaveCount(2)
    await page.getByRole('link', { name: '2 possibly twice' }).click()
    await expect(rowOf(page, 'amina')).toHaveCount(2)
    await expect(rowOf(page, 'said@')).toHaveCount(0)
    // A row asks as the panel does.
    const accept = rowOf(page, 'amina').getByRole('button', { name: /^Accept Application/ })
    await accept.last().click()
    await expect(accept).toHaveCount(1)
    await accept.click()
    await page.getByRole('dialog', { name: /twice/ }).press('Escape')
    await expect(accept).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(accept).toHaveCount(2)
    // A long name leaves the note its own line in a card.
    await page.setViewportSize({ width: 360, height: 800 })
    const note = rowOf(page, 'amina').first().getByText('Possibly twice', { exact: true })
    await expect.poll(async () => (await note.boundingBox())?.height).toBeLessThan(24)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.locator('[data-opens]').last().press('Enter')
    const panel = page.getByRole('dialog', { name: /^Amina/ })
    await expect(panel.getByText('2 other applications, 1 likely of the same person')).toBeVisible()
    await expect(panel).toContainText('Likely the same person: same phone number and first name')
    await expect(panel).toContainText('Shares a phone number')
    await panel
      .getByRole('button', { name: /^Compare/ })
      .last()
      .press('Enter')

    const comparison = page.getByRole('dialog', { name: 'Same person?' })
    await expect(comparison.getByText('different', { exact: true })).not.toHaveCount(0)
    // The list is slow: the next comparison is open when the row of this application leaves the list.
    const slowList = Promise.withResolvers<void>()
    const lists = '**/api/admin/attachments?**'
    await page.route(lists, (route) => slowList.promise.then(() => route.continue()))
    await comparison
      .getByRole('button', { name: /keep this one/ })
      .first()
      .press('Enter')
    await expect(page.getByText('Marked as the same person', { exact: true })).toBeVisible()
    await expect(panel).toContainText(/Same person, says Administrator/)

    await panel.getByRole('button', { name: /^Compare/ }).press('Enter')
    await expect(comparison.getByText('different', { exact: true })).not.toHaveCount(0)
    slowList.resolve()
    await expect(page.getByText('Not on this page of the list')).toBeVisible()
    // Two presses with no gap are one: the second comes before the button shows that it is busy.
    let saved = 0
    page.on('request', (sent) => (saved += sent.method() === 'PUT' ? 1 : 0))
    await comparison.getByRole('button', { name: 'Different people' }).focus()
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
    await expect(page.getByText('Marked as different people', { exact: true })).toBeVisible()
    expect(saved).toBe(1)
    await expect(comparison).toHaveCount(0)
    await expect(panel).toContainText('Archived')
    await panel.getByRole('button', { name: /^More/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Edit/ })
    await type(dialog.getByLabel('Phone number'), '0712445566')
    await dialog.getByRole('button', { name: /^(Update|Save)/ }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(panel).toContainText(/Different people, says Administrator/)
    await expect(panel.getByRole('button', { name: /^Decide again/ })).toHaveCount(2)

    await page.keyboard.press('Escape')
    await page.goto(list)
    await expect(rowOf(page, 'said@')).toBeVisible()
    await expect(page.getByText('Possibly twice', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Filter' }).press('Enter')
    await choose(page.getByLabel('Same person'), 'open')
    await expect(page.getByText('No industrial attachment applications found.')).toBeVisible()
  },
)
