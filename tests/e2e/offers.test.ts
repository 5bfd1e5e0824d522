import { choose, tick, type } from '../support/hands.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { createIntake } from './intakes.ts'
import { list, rowOf } from './records.ts'
import { enterBackOffice, expect, hold, onlyInAll, test } from './support.ts'

test.use({ ownServer: 'intakes' })

test('the last place is accepted, and the next one only with a reason that the history shows', async ({
  page,
  request,
}) => {
  const { intake } = await createIntake(request, 'last-place', { places: 1, applications: 2 })
  await enterBackOffice(page, `${list}?intake=${intake._id}&sort=email`)
  const accept = page.getByRole('button', { name: /^Accept Application/ })
  await accept.first().click()
  await expect(rowOf(page, 'last-place.0@')).toContainText('Offer open until')
  await expect(page.getByRole('region', { name: /^Places in/ })).toContainText('1 of 1 place taken')

  await accept.click()
  const dialog = page.getByRole('dialog', { name: /^No free place/ })
  await expect(page.locator('[data-sonner-toast][data-type=error]')).toHaveCount(0)
  // The reply opens the dialog: a key that was meant for the list must press no button.
  await expect(dialog).toBeFocused()
  await dialog.getByRole('button', { name: 'Accept anyway…' }).click()
  const reason = dialog.getByLabel('Reason to accept anyway')
  await expect(reason).toBeFocused()
  await reason.press('Enter')
  await expect(reason).toHaveAccessibleDescription(/Give a reason/)
  await expectAccessible(page)
  await type(reason, 'Her twin is here, too')
  await reason.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await reason.press('Enter')
  await expect(dialog).toHaveCount(0)
  const row = rowOf(page, 'last-place.1@')
  await expect(row).toContainText('Offer open until')
  await row.locator('[data-opens]').click()
  await expect(page.getByText(/Accepted: “Her twin is here, too”, by Administrator/)).toBeVisible()
})

test('an application without a free place is put on the waiting list, and undo takes it off', async ({
  page,
  request,
}) => {
  const { intake } = await createIntake(request, 'to-wait', { places: 0, applications: 1 })
  await enterBackOffice(page, `${list}?intake=${intake._id}`)
  await page.locator('[data-opens]').focus()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: /^No free place/ })
  await dialog.getByRole('button', { name: 'Put on the waiting list' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'to-wait.')).toContainText('Waiting 1/1')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rowOf(page, 'to-wait.')).not.toContainText('Waiting')
})

test(
  'two refused decisions are asked about one after the other',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const { intake } = await createIntake(request, 'in-turn', { places: 0, applications: 2 })
    await enterBackOffice(page, `${list}?intake=${intake._id}&sort=email`)
    const held = await hold(page, '**/api/admin/attachments/decisions')
    await page.locator('[data-opens]').first().focus()
    for (const key of ['a', 'a', 'ArrowDown', 'a']) await page.keyboard.press(key)
    await held.begun
    held.letGo()
    const dialog = page.getByRole('dialog', { name: /^No free place/ })
    for (const ranks of [['1/1'], ['1/2', '2/2']]) {
      await dialog.getByRole('button', { name: 'Put on the waiting list' }).click()
      for (const rank of ranks) await expect(page.getByText(`Waiting ${rank}`)).toBeVisible()
    }
    await expect(dialog).toHaveCount(0)
  },
)

test(
  'a waiting list is filled and put in order with the keyboard alone',
  { tag: '@both-engines' },
  async ({ page, request }) => {
    const { intake } = await createIntake(request, 'in-line', { places: 1, applications: 3 })
    await enterBackOffice(page, `${list}?intake=${intake._id}&sort=email`)
    const openers = page.locator('[data-opens]')
    await openers.first().focus()
    for (const key of ['x', 'ArrowDown', 'x', 'ArrowDown', 'x', 'w']) await page.keyboard.press(key)
    await expect(rowOf(page, 'in-line.0@')).toContainText('Waiting 1/3')
    await page.goto(`${list}?intake=${intake._id}&waiting=true`)
    const bar = page.getByRole('region', { name: /^Places in/ })
    await expect(bar).toContainText('0 of 1 place taken, 3 waiting, 1 place free')
    await expect(bar).toContainText('1 place free: next is')
    await bar.locator('summary').click()
    await bar.locator('strong').getByRole('link').click()
    await expect(page.getByRole('dialog')).toContainText('in-line.0@')
    await page.keyboard.press('Escape')

    await openers.nth(2).press('Enter')
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('3 of 3')
    const up = panel.getByRole('button', { name: 'Up', exact: true })
    await up.press('Enter')
    await expect(panel).toContainText('Waiting list: 2 of 3')
    await expect(up).toBeFocused()
    await up.press('Enter')
    await expect(panel).toContainText('Waiting list: 1 of 3')
    await panel.getByRole('button', { name: 'Order of arrival' }).press('Enter')
    await expect(panel).toContainText('Waiting list: 3 of 3')
    await panel.getByRole('button', { name: 'To the top' }).press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row').nth(1)).toContainText('in-line.2@')
    await expect(rowOf(page, 'in-line.2@')).toContainText('Waiting 1/3')
  },
)

test('the filters of intakes are in the address, and chips remove them', async ({
  page,
  request,
}) => {
  const { intake, made, call } = await createIntake(request, 'filtered', {
    places: 1,
    applications: 2,
  })
  const ids = made.slice(0, 1).map(({ _id }) => _id)
  await call('POST', '/admin/attachments/decisions', { ids, is_accepted: true })
  await enterBackOffice(page, list)
  await choose(page.getByLabel('Intake', { exact: true }), intake.name)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await choose(page.getByLabel('Place', { exact: true }), 'Offer open')
  await expect(page).toHaveURL(new RegExp(`intake=${intake._id}.*offer=open`))
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  const chips = page.getByRole('list', { name: 'Filters' })
  await expect(chips.getByRole('listitem')).toHaveText([`Intake: ${intake.name}`, 'Offer open'])
  await chips.getByRole('button').last().click()
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
})

test('the dialog saves the intake, and keeps what is typed when no place is free', async ({
  page,
  request,
}) => {
  const { intake, made, call } = await createIntake(request, 'moved', {
    places: 0,
    applications: 1,
  })
  await call('PUT', `/admin/attachments/${made[0]?._id}`, {
    ...(await call('GET', `/admin/attachments/${made[0]?._id}`)),
    intake: null,
  })
  await enterBackOffice(page, `${list}?q=moved.0@`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await type(dialog.getByLabel('First name'), 'Changed')
  await dialog.getByRole('button', { name: '5: Settings' }).click()
  await choose(dialog.getByLabel('Intake'), intake.name)
  await tick(dialog.getByLabel('Accepted'))
  await dialog.getByRole('button', { name: 'Update Application' }).click()
  await expect(dialog.getByText(/Save without accepting/).first()).toBeVisible()
  await tick(dialog.getByLabel('Accepted'), false)
  await dialog.getByRole('button', { name: 'Update Application' }).click()
  await expect(dialog).toHaveCount(0)
  const saved = await call('GET', `/admin/attachments/${made[0]?._id}`)
  expect(saved).toMatchObject({ first_name: 'Changed', intake: { name: intake.name } })
})

for (const width of [360, 1280]) {
  const tag = onlyInAll(width === 1280)
  test(
    `at ${width} px the list and the panel of an intake are accessible`,
    { tag },
    async ({ page, request }) => {
      await page.setViewportSize({ width, height: 800 })
      const who = `place-axe-${width}`
      const { intake, made, call } = await createIntake(request, who, {
        places: 1,
        applications: 3,
      })
      const [first, second, third] = made.map(({ _id }) => [_id])
      await call('POST', '/admin/attachments/decisions', { ids: second, waiting: true })
      await call('POST', '/admin/attachments/decisions', {
        ids: third,
        planned: { is_accepted: true },
      })
      await call('POST', `/admin/attachments/${first?.[0]}/notes`, { text: 'Call her.' })
      await enterBackOffice(page, `${list}?intake=${intake._id}&sort=email`)
      await expect(page.getByRole('region', { name: /^Places in/ })).toContainText('1 waiting')
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      for (const number of [0, 1, 2]) {
        await page.locator('[data-opens]').nth(number).click()
        await expect(page.getByRole('dialog')).toContainText(`${number + 1} of 3`)
        await expect(page.getByText(/Created.*, by Administrator/)).toBeVisible()
        // Behind the panel, the sticky bar of the list would cover half of a control.
        await page.evaluate(() => scrollTo(0, 0))
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Close', exact: true }).click()
      }
    },
  )
}
