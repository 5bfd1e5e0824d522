import { choose, type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { createApplications, rowOf } from './records.ts'
import { api, enterBackOffice, expect, test } from './support.ts'

test('the history is filtered by user, with the select or a name in the table', async ({
  page,
  request,
}) => {
  const { _id, name, ...account } = await newAccount(request, 'watched')
  await enterBackOffice(page, '/admin/history', account)
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })

  await choose(page.getByLabel('User', { exact: true }), name)
  await expect(page).toHaveURL(`/admin/history?user=${_id}`)
  await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(1)
  await expect(rows.filter({ hasNotText: name })).toHaveCount(0)

  await page.goto('/admin/history?action=create')
  await rowOf(page, name).getByRole('link').click()
  await expect(rows.filter({ hasText: 'Created' }).first()).toContainText('Administrator')
  await expect(page.getByLabel('User', { exact: true })).not.toHaveValue('')
})

test('the history is searched by name and sorted by its headings', async ({ page, request }) => {
  const [person] = await createApplications(request, 1, 'searched', { last_name: 'Tafutwa' })
  const call = await api(request)
  await call('PUT', `/admin/attachments/${person?._id}/accept`)
  await enterBackOffice(page, '/admin/history')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows.first().getByRole('time')).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d$/)

  await type(page.getByPlaceholder('Search by user or record...'), 'tafutwa')
  await expect(page).toHaveURL('/admin/history?q=tafutwa')
  await expect(rows).toHaveText([/Accepted/, /Created/])
  await page.getByRole('button', { name: 'When' }).click()
  await expect(rows).toHaveText([/Created/, /Accepted/])
  await page.getByRole('button', { name: 'What' }).click()
  await expect(page).toHaveURL(/sort=action/)
  await expect(rows).toHaveText([/Accepted/, /Created/])
})

test('a search that the server refuses shows its reason', async ({ page }) => {
  await page.route('**/api/admin/history?**', (route) =>
    route.fulfill({ status: 422, json: { message: 'Type more of it.' } }),
  )
  await enterBackOffice(page, '/admin/history')
  await expect(page.getByRole('alert').filter({ hasText: 'Type more of it.' })).toBeVisible()
})
