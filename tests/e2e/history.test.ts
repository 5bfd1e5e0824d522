import { newAccount } from './accounts.ts'
import { rowOf } from './records.ts'
import { enterBackOffice, expect, test } from './support.ts'

test(
  'the history is filtered by user, with the select or a name in the table',
  { tag: '@both-engines' },
  async ({ page, request }) => {
    const { _id, name, ...account } = await newAccount(request, 'watched')
    await enterBackOffice(page, '/admin/history', account)
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })

    await page.getByLabel('User', { exact: true }).selectOption(name)
    await expect(page).toHaveURL(`/admin/history?user=${_id}`)
    await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(1)
    await expect(rows.filter({ hasNotText: name })).toHaveCount(0)

    await page.goto('/admin/history?action=create')
    await rowOf(page, name).getByRole('link').click()
    await expect(rows.filter({ hasText: 'Created' }).first()).toContainText('Administrator')
    await expect(page.getByLabel('User', { exact: true })).not.toHaveValue('')
  },
)
