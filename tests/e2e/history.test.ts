import { rowOf } from './records.ts'
import { api, enterBackOffice, expect, test } from './support.ts'

test(
  'the history is that of one user, by the select or by a name in the table',
  { tag: '@both-engines' },
  async ({ page, request }) => {
    const call = await api(request)
    const account = { email: 'watched@example.org', password: 'dhows in the evening' }
    const { _id } = await call('POST', '/admin/users', {
      name: 'Watched Wanja',
      email: account.email,
      role: 'admin',
    })
    const { url } = await call('POST', `/admin/users/${_id}/password-link`)
    await call('POST', '/auth/password', {
      token: url.split('token=')[1],
      password: account.password,
    })
    await enterBackOffice(page, '/admin/history', account)
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })

    await page.getByLabel('User', { exact: true }).selectOption('Watched Wanja')
    await expect(page).toHaveURL(`/admin/history?user=${_id}`)
    await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(1)
    await expect(rows.filter({ hasNotText: 'Watched Wanja' })).toHaveCount(0)

    await page.goto('/admin/history?action=create')
    await rowOf(page, 'Watched Wanja').getByRole('link').click()
    await expect(rows.filter({ hasText: 'Created' }).first()).toContainText('Administrator')
    await expect(page.getByLabel('User', { exact: true })).not.toHaveValue('')
  },
)
