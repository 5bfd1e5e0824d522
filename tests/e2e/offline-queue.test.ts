import type { Page } from '@playwright/test'

import { todayInKenya } from '../../app/lib/today.ts'
import { choose, type } from '../support/hands.ts'
import { aPerson, control, send, submitButton } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import {
  controlled,
  expectForm,
  goOffline,
  keepAnother,
  kept,
  leaveUntouched,
  openFilledIn,
  path,
  referenceId,
  saved,
  startKeeping,
  told,
} from './drafts.ts'
import { api, expect, onlyInAll, test } from './support.ts'

test('an application sent offline is queued, and sent when the network is back', async ({
  page,
  context,
  request,
}) => {
  const person = aPerson('waits')
  await openFilledIn(page, person)
  await goOffline(page)
  await send(page)

  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await expect(page.locator('#kept')).toBeFocused()
  await expect(page.getByText(`${person.first_name} ${person.last_name}`)).toBeVisible()
  await expect(submitButton(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await expect(submitButton(page)).toBeHidden()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  await expect.poll(() => told(page)).toEqual([{ event: 'industrial_attachment_apply' }])
  const reference = referenceId.exec(await page.locator('#kept').innerText())?.[0]
  const ask = await api(request)
  const [found, ...more] = await ask('GET', `/admin/attachments?q=${person.email}`)
  expect(found).toMatchObject({ referenceId: reference, first_name: person.first_name })
  expect(more).toEqual([])
  // Only the reference ID stays on the phone.
  expect(JSON.stringify(await kept(page))).not.toContain(person.email)
  await expect(control(page, 'first_name')).toHaveValue('')

  await page.getByRole('link', { name: 'Open the confirmation' }).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await page.goto(path)
  await page.getByRole('button', { name: 'Remove it from this device' }).click()
  await expect(page.getByRole('heading', { name: 'Received' })).toBeHidden()
  expect(await kept(page)).toEqual([])
})

test(
  'a tab that comes back while an application is queued finds an empty form',
  { tag: onlyInAll() },
  async ({ page, context }) => {
    const person = aPerson('comes-back')
    await page.addInitScript(leaveUntouched)
    await openFilledIn(page, person)
    await controlled(page)
    await page.goto('about:blank')
    const other = await context.newPage()
    await other.goto(path)
    await expectForm(other, person)
    await goOffline(other)
    await send(other)
    await expect(other.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()

    await page.goBack()
    await page.getByRole('button', { name: 'Fill in another application' }).click()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(control(page, 'course')).toBeDisabled()
    expect(await kept(page)).toMatchObject([{ state: 'waiting' }])
  },
)

test('changes of a queued application are announced, and the focus stays in the list', async ({
  page,
  context,
}) => {
  await openFilledIn(page, aPerson('announced'))
  const status = page.locator('output:has(+ #kept)')
  await expect(status).toHaveText('')
  await goOffline(page)
  await send(page)
  await expect(status).toHaveText('Waiting for network')
  await page.getByRole('button', { name: 'Change it' }).focus()
  await context.setOffline(false)
  await expect(status).toHaveText('Received')
  await expect(page.locator('#kept')).toBeFocused()

  await page.getByRole('button', { name: 'Remove it from this device' }).click()
  await expect(status).toHaveText('')
  await expect(page.locator('#kept')).toBeFocused()
})

test('a queued application can be changed and discarded', async ({ page }) => {
  const person = aPerson('changes')
  await openFilledIn(page, person)
  await goOffline(page)
  await send(page)
  await page.getByRole('button', { name: 'Change it' }).click()

  await expect(page.getByRole('group', { name: 'Personal Information' })).toBeFocused()
  await expectForm(page, person)
  await type(control(page, 'first_name'), 'Changed')
  await send(page)
  await expect(page.getByText(`Changed ${person.last_name}`)).toBeVisible()

  // Another person applies on the same phone.
  await page.getByRole('button', { name: 'Fill in another application' }).click()
  await expect(control(page, 'first_name')).toHaveValue('')
  await type(control(page, 'first_name'), 'Another')
  await saved(page, { first_name: 'Another' })
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(control(page, 'first_name')).toHaveValue('Changed')
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await expect(control(page, 'first_name')).toHaveValue('Another')

  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.getByRole('button', { name: 'Discard it' })).toBeHidden()
  expect(questions).toEqual(['Discard this application? Its answers are gone then.'])
  expect(await kept(page)).toMatchObject([{ values: { first_name: 'Another' } }])
})

test('an application that the server refuses later is back in the form with all answers', async ({
  page,
  context,
  request,
}) => {
  const person = aPerson('refused-later')
  const ask = await api(request)
  const department = await ask('POST', '/admin/departments', { name: 'Closing', code: 'CLO' })
  // The form shows a new department within a second.
  await expect
    .poll(async () => (await request.get('/industrial-attachment/apply')).text())
    .toContain('Closing')
  await openFilledIn(page, person)
  await choose(control(page, 'department'), 'Closing')
  await goOffline(page)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await ask('DELETE', `/admin/departments/${department._id}`)
  await context.setOffline(false)

  await expect(page.getByRole('alert')).toBeFocused()
  await expect(control(page, 'department')).toHaveAccessibleDescription(
    /Choose a department from the list/,
  )
  await expectForm(page, person)
  await page.reload()
  await expect(page.getByRole('alert')).toBeVisible()
  await choose(control(page, 'department'), 'Communication')
  await send(page)
  await expect(page.getByText(referenceId)).toBeVisible()
})

test(
  'an application queued with a birth that is refused now is back in the form',
  { tag: onlyInAll() },
  async ({ page }) => {
    const person = { ...aPerson('born-today'), date_of_birth: todayInKenya() }
    await startKeeping(page)
    await keepAnother(page, person, { state: 'waiting', tries: 0, notBefore: 0, met: { said: '' } })
    await page.reload()

    await expect(control(page, 'date_of_birth')).toHaveAccessibleDescription(
      /applicants are between 14 and 100 years old/,
    )
    await expect(control(page, 'date_of_birth')).toHaveValue(person.date_of_birth)
    await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
  },
)

test(
  'the reference stays on a narrow screen with large letters',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openFilledIn(page, aPerson('large-letters'))
    await send(page)
    await expect(page.getByText(referenceId)).toBeVisible()
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const reference = page.locator('#kept b')
    expect(await reference.evaluate((b) => b.getBoundingClientRect().right)).toBeLessThan(320)
  },
)

for (const width of [360, 1280]) {
  test(
    `every state of the saved applications is accessible at ${width} px`,
    { tag: onlyInAll(width === 1280) },
    async ({ page, context }) => {
      test.setTimeout(60_000)
      await page.setViewportSize({ width, height: 800 })
      await openFilledIn(page, aPerson(`states-${width}`))
      await fits(page)
      await goOffline(page)
      await send(page)
      await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
      await fits(page)
      await page.getByRole('button', { name: 'Fill in another application' }).click()
      await type(control(page, 'first_name'), 'Another')
      await saved(page, { first_name: 'Another' })
      await page.getByRole('button', { name: 'Change it' }).click()
      await expect(page.getByRole('button', { name: 'Go on with it' })).toBeVisible()
      await fits(page)
      await context.setOffline(false)
      await send(page)
      await expect(page.getByText(referenceId)).toBeVisible()
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
      await fits(page)
    },
  )
}

async function fits(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}
