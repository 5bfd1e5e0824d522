import { choose, tick } from '../support/hands.ts'
import { expectAccessible } from './axe.ts'
import { createIntake } from './intakes.ts'
import { list, rowOf } from './records.ts'
import { enterBackOffice, expect, hold, test } from './support.ts'

test.use({ ownServer: 'intakes' })

test(
  'quiet decisions are sent together after a preview, and undo plans them again',
  { tag: '@both-engines' },
  async ({ page, request }) => {
    const { intake, made, call } = await createIntake(request, 'quiet', {
      places: 1,
      applications: 4,
    })
    const sentTo = async () =>
      (
        await Promise.all(made.map(({ _id }) => call('GET', `/admin/attachments/${_id}/messages`)))
      ).flat().length
    await enterBackOffice(page, `${list}?intake=${intake._id}&sort=email`)
    await tick(page.getByLabel('Plan answers, send later'))
    await page.locator('[data-opens]').first().press('Enter')
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('1 of 4')
    await panel.press('a')
    await expect(panel).toContainText('2 of 4')
    await panel.press('a')
    await expect(panel).toContainText('3 of 4')
    await panel.press('w')
    await expect(panel).toContainText('4 of 4')
    await panel.press('c')
    const decline = page.getByRole('dialog', { name: /^Decline/ })
    await expect(decline).toContainText('This is only planned')
    await choose(decline.getByLabel('Reason'), 'Dates do not fit')
    await decline.getByRole('button', { name: 'Plan to decline' }).click()
    await expect(decline).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'quiet.0@')).toContainText('Planned: accept')
    await expect(rowOf(page, 'quiet.2@')).toContainText('Planned: waiting list')
    await expect(rowOf(page, 'quiet.3@')).toContainText('Planned: decline')
    expect(await sentTo()).toBe(0)

    await page.getByRole('button', { name: 'Send 4 answers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send 4 answers' })
    await expect(dialog).toContainText('No free place is left for')
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await expect(dialog).toContainText('your dates and ours do not fit together')
    await expectAccessible(page)
    const lists = await hold(page, /\/admin\/attachments\?/)
    await dialog.getByRole('button', { name: 'Send 4 answers' }).click()
    await expect(page.getByText(/^3 answers sent.* Left out: /)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    lists.letGo()
    await expect(page.getByText('1 answer planned')).toBeVisible()
    await expect(rowOf(page, 'quiet.2@')).toContainText('Waiting 1/1')

    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByText('4 answers planned')).toBeVisible()
    await expect(rowOf(page, 'quiet.3@')).toContainText('Planned: decline')
  },
)

test('planned answers are removed in the panel and for a selection', async ({ page, request }) => {
  const { intake, made, call } = await createIntake(request, 'unplanned', {
    places: 3,
    applications: 3,
  })
  const ids = made.map(({ _id }) => _id)
  await call('POST', '/admin/attachments/decisions', { ids, planned: { is_accepted: true } })
  await enterBackOffice(page, `${list}?intake=${intake._id}&sort=email`)
  await page.locator('[data-opens]').first().click()
  const removing = page.getByRole('button', { name: 'Remove the plan' })
  const lists = await hold(page, /\/admin\/attachments\?/)
  await removing.click()
  await lists.begun
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog')).toContainText('2 of 3')
  await removing.click()
  await expect(page.getByText('1 application no longer planned')).toHaveCount(2)
  lists.letGo()
  await expect(page.getByText('1 answer planned')).toBeVisible()
  await page.keyboard.press('Escape')
  await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
  await page.getByRole('button', { name: 'More: Selected applications' }).click()
  await page.getByRole('menuitem', { name: 'Remove planned answers' }).click()
  await expect(page.getByText(/answers? planned/)).toHaveCount(0)
  await expect(rowOf(page, 'unplanned.')).toHaveCount(3)
})

test('while deciding quietly nobody is taken off the waiting list', async ({ page, request }) => {
  const { intake, made, call } = await createIntake(request, 'stays', {
    places: 1,
    applications: 1,
  })
  await call('POST', '/admin/attachments/decisions', { ids: [made[0]?._id], waiting: true })
  await enterBackOffice(page, `${list}?intake=${intake._id}`)
  await tick(page.getByLabel('Plan answers, send later'))
  await page.locator('[data-opens]').press('w')
  await expect(page.getByText(/cannot be planned/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Plan answers, send later')).toBeChecked()
  await expect(rowOf(page, 'stays.')).toContainText('Waiting 1/1')
})
