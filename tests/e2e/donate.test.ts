import type { Page } from '@playwright/test'

import { tick, type } from '../support/hands.ts'
import { expect, hold, test } from './support.ts'

const projects = [
  ['Tech Innovation', 15_000, 9750],
  ['Arts & Culture', 10_000, 6200],
  ['Education Fund', 20_000, 12_800],
  ['Community Outreach', 8000, 3500],
] as const

test.beforeEach(({ page }) => page.goto('/donate'))

test('of five amounts 50 dollars is selected, projects show their shares, and a gift goes to the General Fund unsent', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  for (const name of ['$25', '$100', '$250', 'Custom']) {
    await expect(page.getByRole('radio', { name, exact: true })).not.toBeChecked()
  }
  await expect(page.getByRole('radio', { name: '$50' })).toBeChecked()
  for (const [name, target, raised] of projects) {
    const bar = page.getByRole('progressbar', { name: `Raised for ${name}` })
    await expect(bar).toHaveAttribute('max', String(target))
    await expect(bar).toHaveAttribute('value', String(raised))
    const card = cardOf(page, name)
    await expect(card.getByRole('progressbar')).toHaveCount(1)
    await expect(card).toContainText(`$${raised.toLocaleString('en')} raised`)
    await expect(card).toContainText(`of $${target.toLocaleString('en')}`)
  }
  await page.getByRole('button', { name: 'Donate Now' }).click()
  await expectThanks(page, '50', 'General Fund')
  expect(requests.filter((line) => !line.startsWith('GET'))).toEqual([])
  await expect(page).toHaveURL('/donate')
})

test('the custom amount is enabled only for Custom: no minimum, no maximum, not required', async ({
  page,
}) => {
  const custom = page.getByPlaceholder('Enter amount')
  await expect(custom).toBeDisabled()
  await page.getByText('Custom', { exact: true }).click()
  await expect(custom).toBeEnabled()
  expect(await messageOf(page)).toBe('I would like to give to the foundation.')
  for (const amount of ['', '-3', '1000000000']) {
    await type(custom, amount)
    await page.getByRole('button', { name: 'Donate Now' }).click()
    await expectThanks(page, amount, 'General Fund')
  }
  await type(custom, '12.5')
  expect(await messageOf(page)).toBe('I would like to give $12.5 to General Fund.')
  await page.keyboard.press('Enter')
  await expectThanks(page, '12.5', 'General Fund')

  await page.getByText('$100').click()
  await expect(custom).toBeDisabled()
  await page.getByRole('button', { name: 'Donate Now' }).click()
  await expectThanks(page, '100', 'General Fund')
})

test('a project is selected by its card and stays selected', async ({ page }) => {
  for (const [name] of projects) {
    await expect(page.getByRole('radio', { name })).not.toBeChecked()
  }
  const card = cardOf(page, 'Arts & Culture')
  await card.click({ position: { x: 20, y: 20 } })
  await card.click()
  await expect(page.getByRole('radio', { name: 'Arts & Culture' })).toBeChecked()
  await page.getByText('$250').click()
  await page.getByRole('button', { name: 'Donate Now' }).click()
  await expectThanks(page, '250', 'Arts & Culture')
  expect(await messageOf(page)).toBe('I would like to give $250 to Arts & Culture.')
  const call = page.getByRole('main').getByRole('link', { name: '+254 700 000 000' })
  await expect(call).toHaveAttribute('href', 'tel:+254700000000')
})

test('amount and project can be selected by keyboard', async ({ page }) => {
  await page.getByRole('radio', { name: '$50' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '$100' })).toBeChecked()
  await page.getByRole('radio', { name: 'Tech Innovation' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectThanks(page, '100', 'Tech Innovation')
})

test('a submit before the script runs is thanked and keeps its choices', async ({ page }) => {
  const held = await hold(page, /\/assets\/donation-/)
  await page.reload()
  await page.getByText('$100', { exact: true }).click()
  await tick(page.getByRole('radio', { name: 'Tech Innovation' }))
  await page.getByRole('button', { name: 'Donate Now' }).click()
  await expect(page).toHaveURL(/amount=100/)
  held.letGo()

  await expectThanks(page, '100', 'Tech Innovation')
  await expect(page).toHaveURL('/donate')
  await expect(page.getByRole('radio', { name: 'Tech Innovation' })).toBeChecked()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page names the contact', async ({ page }) => {
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'hello@foundation.example' })).toBeVisible()
    expect(await messageOf(page)).toBe('I would like to give to the foundation.')
    await expect(page.getByRole('radio', { name: '$50' })).toBeChecked()
  })
})

/** The text of the e-mail that the page offers to write. */
async function messageOf(page: Page) {
  const link = page.getByRole('link', { name: 'Send by e-mail' })
  const href = (await link.getAttribute('href')) ?? ''
  expect(href).toContain('mailto:hello@foundation.example?subject=Donation&body=')
  return decodeURIComponent(href.split('body=')[1] ?? '')
}

/** The card of a project, around its radio button. */
function cardOf(page: Page, name: string) {
  return page
    .getByRole('radio', { name })
    .locator('xpath=ancestor::div[contains(@class,"relative")]')
}

async function expectThanks(page: Page, amount: string, project: string) {
  const thanks = page.locator('[aria-live=polite]')
  await expect(thanks).toContainText('Thank you for your donation!')
  await expect(thanks).toContainText(
    `Your generous contribution of $${amount} to ${project} will help empower youth across East Africa.`,
  )
}
