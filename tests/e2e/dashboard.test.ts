import { createApplications } from './records.ts'
import { api, enterBackOffice, expect, test } from './support.ts'

test(
  'the dashboard shows the figures of the server, and each leads to its list',
  {
    tag: '@both-engines',
  },
  async ({ page, request }) => {
    await createApplications(request, 2, 'counted')
    const call = await api(request)
    await enterBackOffice(page, '/admin')
    const { data } = await call('GET', '/admin/analytics')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics Dashboard')
    const figures = {
      'Total Applications': data.totalAttachments.toLocaleString('en'),
      'Acceptance Rate': `${data.acceptanceRate.toFixed(1)}%`,
      'Pending Review': data.pendingAttachments.toLocaleString('en'),
      'Last 30 Days': data.recentAttachments.toLocaleString('en'),
      Accepted: data.acceptedAttachments.toLocaleString('en'),
      Archived: data.archivedAttachments.toLocaleString('en'),
      'Total Users': data.totalUsers.toLocaleString('en'),
      Departments: data.totalDepartments.toLocaleString('en'),
    }
    for (const [label, figure] of Object.entries(figures)) {
      const term = page.locator('dt').filter({ hasText: new RegExp(`^${label}$`) })
      await expect(term.locator('xpath=following-sibling::dd')).toHaveText(figure)
    }

    const [department] = data.departmentBreakdown
    await page
      .getByRole('link', {
        name: `${department.count.toLocaleString('en')}: ${department.department}`,
      })
      .click()
    await expect(page.getByText(`of ${department.count}`, { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText(department.department)
    await page.getByRole('button', { name: 'Remove this filter' }).click()
    await expect(page.getByRole('list', { name: 'Filters' })).toHaveCount(0)
  },
)

test('applications per week are a chart and a table, and a week leads to its list', async ({
  page,
  request,
}) => {
  await createApplications(request, 1, 'this-week')
  await enterBackOffice(page, '/admin')
  await expect(page.getByText(/applications in \d+ weeks/)).toBeVisible()
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(27)
  const latest = rows.nth(1).getByRole('link')
  const count = await latest.textContent()
  await latest.click()
  await expect(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Received since')
})
