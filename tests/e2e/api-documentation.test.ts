import { expect, onlyInAll, test } from './support.ts'

test(
  'the API documentation works under its Content-Security-Policy',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.goto('/api/docs')
    await expect(page.getByRole('heading', { name: 'Industrial attachments' })).toBeVisible()
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()

    await expect(page.getByText('Server response')).toBeVisible()
  },
)
