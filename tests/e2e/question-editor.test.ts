import type { Route } from '@playwright/test'

import { choose, type } from '../support/hands.ts'
import { question } from '../support/questions.ts'
import { createIntake } from './intakes.ts'
import { list } from './records.ts'
import { enterBackOffice, expect, hold, test } from './support.ts'

test.use({ ownServer: 'intakes' })

test('fast keys in the questions of an intake lose neither text nor focus', async ({
  page,
  request,
}) => {
  const { intake, call } = await createIntake(request, 'fast keys', { places: 1, applications: 0 })
  const url = `/admin/intakes/${intake._id}/questions`
  const questions = [
    ...['A', 'B', 'C'].map((name) => question(`Question ${name}`)),
    question('Shoe size', { kind: 'number' }),
  ]
  await call('PUT', url, { questions, updatedAt: (await call('GET', url)).draft.updatedAt })
  await call('POST', `${url}/publish`)
  await enterBackOffice(page, url)

  const item = (text: string) => page.locator('[data-item]').filter({ hasText: text })
  await page.getByRole('button', { name: 'Move up: Shoe size' }).focus()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Enter', { delay: 25 })
  await expect(page.getByText('“Shoe size” has place 1 now')).toBeVisible()
  await expect(page.getByText('“Shoe size” has place 3 now')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Move up: Shoe size' })).toBeFocused()

  const chooseMore = async (name: string, action: string) => {
    await page.getByRole('button', { name: `More: ${name}` }).press('Enter')
    await page.getByRole('menuitem', { name: action }).press('Enter')
  }
  await chooseMore('Question A', 'Stop asking')
  await expect(page.getByRole('list', { name: 'Stopped questions' })).toContainText('Question A')
  await expect(item('Question A')).toBeFocused()
  await chooseMore('Question B', 'Stop asking')
  await expect(item('Question B')).toBeFocused()

  // An error opens the line of an option, which stays open while the error is mended.
  await page.getByRole('button', { name: 'Add a question' }).click()
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  await choose(field('Kind of answer'), 'Choose one')
  await type(field('Question'), 'Shirt size')
  await type(field('Option 1'), 'Small')
  await type(field('Option 2'), 'Large')
  await dialog.locator('summary').first().click()
  await type(field('Option 1: one more line in Kiswahili'), 'Rangi gani?')
  await dialog.getByRole('button', { name: 'Add to the draft' }).click()
  await expect(dialog).toContainText('Write the follow-up question')
  await type(field('Option 1: one more line'), 'Which colour?', 60)
  await expect(field('Option 1: one more line')).toHaveValue('Which colour?')
  // The question is stored, and the reply is lost. Mended and sent again, it is still one question.
  const loseReply = async (route: Route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await route.fetch()
    await route.abort()
  }
  await page.route(`**${url.replace('/admin', '/api/admin')}`, loseReply)
  await dialog.getByRole('button', { name: 'Add to the draft' }).click()
  await expect(page.getByText('Failed to save the question')).toBeVisible()
  await page.unroute(`**${url.replace('/admin', '/api/admin')}`)
  await type(field('Option 2'), 'Huge')
  await dialog.getByRole('button', { name: 'Add to the draft' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(item('Shirt size')).toHaveCount(1)
  await expect(item('Shirt size')).toContainText('Huge')
  // Somebody else changes the options meanwhile. The comparison has the words of both.
  await page.getByRole('button', { name: 'Edit: Shirt size' }).click()
  await type(field('Option 1'), 'Tiny')
  const { draft } = await call('GET', url)
  const theirs = JSON.parse(JSON.stringify(draft.questions).replace('Huge', 'Giant'))
  await call('PUT', url, { questions: theirs, updatedAt: draft.updatedAt })
  await page.keyboard.press('Enter')
  const comparison = page.getByRole('alertdialog')
  await expect(comparison).toContainText(/TheirsSmall.*Giant.*YoursTiny.*Huge/s)
  await comparison.getByRole('button', { name: 'Take theirs' }).click()
  await expect(field('Option 2')).toHaveValue('Giant')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await chooseMore('Shirt size', 'Remove')
  await expect(item('Shirt size')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item('Shirt size')).toContainText('3. Shirt size')

  // An error stands in its dialog alone. While the screen is slow, a second try is sent at once, and closes it.
  await page.route(`**${url.replace('/admin', '/api/admin')}/publish`, (route) => route.abort(), {
    times: 1,
  })
  const slowScreen = await hold(page, /\/api\/admin\/intakes\/[^/]+(\/questions)?$/)
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish now' }).press('Enter')
  await slowScreen.begun
  await expect(dialog.getByRole('alert')).toHaveText('Failed to publish the questions')
  await expect(page.getByText('Failed to publish the questions')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Version 2 is asked now')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  slowScreen.letGo()
  await expect(page.getByRole('button', { name: 'Publish' }), 'dimmed').toHaveCSS('opacity', '0.6')

  // Back brings the earlier filters into the inputs, too.
  await page.goto(`${list}?intake=${intake._id}`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const [from, to] = ['From', 'To'].map((name) => page.getByLabel(name, { exact: true }))
  await type(from!, '40')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/40\.\.(&|$)/)
  await page.keyboard.type('45', { delay: 25 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/40\.\.45/)
  await page.goBack()
  await expect(from!).toHaveValue('40')
  await expect(to!).toHaveValue('')
})
