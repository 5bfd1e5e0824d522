import { openDatabase } from '../../server/database/open.ts'
import { now } from '../../server/services/ids.ts'
import { storeChecks } from '../../server/services/last-checks.ts'
import { locationOf } from '../support/server.ts'
import { newAccount } from './accounts.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { createApplications, list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

test(
  'the dashboard shows the figures of the API, and each links to its list',
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
      await expect(term.locator('xpath=following-sibling::dd[1]')).toHaveText(figure)
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

test('breakdown bars are relative to the largest share and show acceptance rates', async ({
  page,
  request,
}) => {
  const call = await api(request)
  const [, another] = await call('GET', '/users/departments')
  await createApplications(request, 3, 'barred')
  await createApplications(request, 1, 'barred-too', { department: another, is_accepted: true })
  const { data } = await call('GET', '/admin/analytics')
  const largest = data.departmentBreakdown[0].count
  await enterBackOffice(page, '/admin')
  expect(data.departmentBreakdown.length).toBeGreaterThan(1)
  const card = page.getByRole('heading', { name: 'Applications by Department' }).locator('xpath=..')
  for (const { department, count, acceptanceRate } of data.departmentBreakdown) {
    const share = card.getByRole('listitem').filter({ hasText: department })
    const width = await share.locator('rect').getAttribute('width')
    expect(parseFloat(width ?? '')).toBeCloseTo((100 * count) / largest)
    await expect(share).toContainText(`${acceptanceRate.toFixed(1)}% acceptance rate`)
  }
})

test(
  'each figure of the dashboard equals the length of its linked list',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    test.slow()
    const made = (await createApplications(request, 8, 'walked')).map(({ _id }) => _id)
    const call = await api(request)
    const decide = (ids: string[], flags: object) =>
      call('POST', '/admin/attachments/decisions', { ids, ...flags })
    await decide(made.slice(0, 5), { is_accepted: true })
    await decide(made.slice(3, 6), { is_archived: true })
    await decide(made.slice(6, 7), { decline: { reason: 'dates' } })

    await enterBackOffice(page, '/admin')
    await page.getByText('Show as a table').click()
    const links = await page.getByRole('main').getByRole('link').all()
    const figures = await Promise.all(
      links.map(async (link) => ({
        figure: await link.textContent(),
        to: (await link.getAttribute('href')) ?? '',
      })),
    )
    // Links of the cards, the weeks and the decline reasons, and two or three per breakdown line.
    expect(figures.length).toBeGreaterThanOrEqual(12 + 26 + 7 + 7)
    let all = 0
    for (const { figure, to } of figures) {
      const answered = page.waitForResponse(/[?&]limit=25\b/)
      await page.goto(to)
      const length = Number((await answered).headers()['x-total-count'])
      const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
      await expect(pages).toHaveText(
        length === 0 ? 'No results' : new RegExp(` of ${length.toLocaleString('en')}$`),
      )
      all ||= length
      const shown = figure?.endsWith('%')
        ? `${((100 * length) / all).toFixed(1)}%`
        : length.toLocaleString('en')
      expect([to, figure?.replace(/ [a-z]+$/, '')]).toEqual([to, shown])
    }
  },
)

test('the list of accepted applications includes archived ones', async ({ page, request }) => {
  const [made] = await createApplications(request, 1, 'kept')
  const call = await api(request)
  const flags = { is_accepted: true, is_archived: true }
  await call('POST', '/admin/attachments/decisions', { ids: [made!._id], ...flags })
  await enterBackOffice(page, `${list}?view=all&accepted=true`)

  await expect(rowOf(page, made!.email)).toHaveCount(1)
  const filters = page.getByRole('list', { name: 'Filters' })
  await expect(filters).toContainText('Accepted, archived or not')
  await filters.getByRole('button', { name: 'Remove this filter' }).click()
  await expect(filters).toHaveCount(0)
  await expect(page).toHaveURL(`${list}?view=all`)
})

test('applications per week are a chart and a table, and each week links to its list', async ({
  page,
  request,
}) => {
  await createApplications(request, 1, 'this-week')
  await enterBackOffice(page, '/admin')
  await expect(page.getByText(/\d in \d+ weeks\. Busiest/)).toBeVisible()
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(27)
  const latest = rows.nth(1).getByRole('link')
  const count = await latest.textContent()
  await latest.click()
  await expect(page.getByText(new RegExp(`of ${count}$`)).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Received since')
})

test('administrators see what the daily check of the server found, and editors do not', async ({
  page,
  request,
  browser,
  server,
}) => {
  const { db } = openDatabase(locationOf(server.variables))
  const day = 24 * 60 * 60 * 1000
  const what = `The disk of /var/lib/foundation/${'documents-'.repeat(8)} is full`
  const finding = { title: 'Data folder', level: 'problem', what, todo: 'Make room.' } as const
  const alerts = page.getByText(/^The server has |^Doctor, the daily check of the server, has not /)

  await storeChecks(db, 'doctor', now(-3.1 * day), [finding, { ...finding, title: 'Backups' }])
  await enterBackOffice(page, '/admin')
  await expect(alerts).toHaveText([
    /has not run since \d+ \w+ \d{4}: /,
    /^The server has 2 problems/,
  ])
  await expect(page.getByRole('listitem').filter({ hasText: what }).first()).toContainText(
    'To do: Make room.',
  )
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const editor = await browser.newPage()
  await enterBackOffice(editor, '/admin', await newAccount(request, 'checks-editor', 'editor'))
  await expect(editor).toHaveURL('/admin/website')
  await expect(editor.getByText('The server has')).toHaveCount(0)
  await editor.close()

  await storeChecks(db, 'doctor', now(-day), [])
  const answered = page.waitForResponse('/api/admin/checks')
  await page.reload()
  await (await answered).finished()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(alerts).toHaveCount(0)
  await db.deleteFrom('checks').execute()
  await db.destroy()
})
