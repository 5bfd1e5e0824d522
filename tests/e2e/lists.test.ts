import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

import { sqliteFile } from '../../server/database/open.ts'
import { choose, pickDate, type } from '../support/hands.ts'
import { openScreen } from './back-office-screens.ts'
import { createApplications, list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, hold, onlyInAll, test } from './support.ts'

const tables = [
  'attachments',
  'content',
  'courses',
  'departments',
  'history',
  'institutions',
  'intakes',
  'messages',
  'placements',
  'users',
]
const screens = [
  '/admin',
  list,
  `${list}?view=archived`,
  '/admin/intakes',
  '/admin/placements',
  '/admin/messages',
  '/admin/website',
  '/admin/departments',
  '/admin/institutions',
  '/admin/courses',
  '/admin/users',
  '/admin/history',
  '/admin/retention',
  '/admin/account',
]

test('no screen loads a whole table', async ({ page, request }) => {
  await createApplications(request, 1, 'paged')
  const asked = { inPages: new Set<string>(), whole: new Set<string>() }
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url())
    const [, what] = /^\/api\/admin\/(\w+)(?:\/events)?$/.exec(pathname) ?? []
    if (what) asked[searchParams.has('limit') ? 'inPages' : 'whole'].add(what)
  })
  await enterBackOffice(page, `${list}?q=paged.0@`)
  await page.locator('[data-opens]').click()
  await expect(page.getByRole('dialog')).toContainText('paged.0@')
  for (const path of screens) {
    await openScreen(page, path)
  }

  expect([...asked.inPages].toSorted()).toEqual(tables)
  expect([...asked.whole].toSorted()).toEqual(['analytics', 'calendar', 'checks', 'retention']) // no lists
})

test('an application without institution, course and department shows N/A in list and panel', async ({
  page,
  request,
  server,
}) => {
  const [person] = await createApplications(request, 1, 'imported')
  forgetChoices(server.variables, person!._id)
  await enterBackOffice(page, `${list}?q=imported.0@`)
  const cells = rowOf(page, 'imported.0@').getByRole('cell')
  await expect(cells.filter({ hasText: /^N\/A$/ })).toHaveCount(3)
  await page.locator('[data-opens]').click()
  const panel = page.getByRole('dialog')
  for (const name of ['Institution', 'Course', 'Department']) {
    const term = panel.locator('dt').filter({ hasText: new RegExp(`^${name}$`) })
    await expect(term.locator('xpath=following-sibling::dd[1]')).toHaveText('N/A')
  }
})

test('a loading list shows five skeleton rows, and neither it nor an empty one can be exported', async ({
  page,
  request,
}) => {
  await createApplications(request, 1, 'grey')
  await enterBackOffice(page, '/admin/account')
  const exporting = page.getByRole('button', { name: 'Export CSV' })
  const rows = page.locator('tbody tr')

  const first = await hold(page, '**/api/admin/attachments?**')
  await page.getByRole('link', { name: 'Applications', exact: true }).first().click()
  await expect(rows).toHaveText(['', '', '', '', ''])
  await expect(exporting).toBeDisabled()
  first.letGo()
  await expect(rowOf(page, 'grey.0@')).toBeVisible()
  await expect(exporting).toBeEnabled()

  const second = await hold(page, '**/api/admin/attachments?**')
  await choose(page.getByLabel('Status'), 'pending')
  await expect(exporting).toBeDisabled()
  await expect(rowOf(page, 'grey.0@')).toBeVisible()
  second.letGo()
  await expect(exporting).toBeEnabled()
  const third = await hold(page, '**/api/admin/attachments?**')
  await rowOf(page, 'grey.0@')
    .getByRole('button', { name: /^Accept/ })
    .click()
  await third.begun
  await expect(exporting).toBeEnabled()
  third.letGo()

  await type(page.getByPlaceholder(/^Search by name/), 'nobody is called like this')
  await expect(page.getByText('No industrial attachment applications found.')).toBeVisible()
  await expect(exporting).toBeDisabled()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page.getByPlaceholder(/^Search by name/)).toHaveValue('')
  await expect(exporting).toBeEnabled()
})

test('the two views of the applications have their own count, status and buttons', async ({
  page,
  request,
}) => {
  const [, accepted, archived] = await createApplications(request, 3, 'viewed')
  const call = await api(request)
  await call('PUT', `/admin/attachments/${accepted!._id}/accept`)
  await call('PUT', `/admin/attachments/${archived!._id}/archive`)
  const counts = await call('GET', '/admin/attachments/counts')
  const heading = page.getByRole('heading', { level: 1 })
  const status = page.getByLabel('Status')
  const cards = page.getByRole('main').locator('dl')
  const adding = page.getByRole('button', { name: 'Add New' })

  await enterBackOffice(page, list)
  await expect(heading).toHaveText(`Industrial Attachment Applications (${counts.active})`)
  await expect(cards.locator('dt')).toHaveText(['Total Active', 'Pending', 'Accepted', 'Archived'])
  await expect(cards.locator('dt + dd')).toHaveText(
    [counts.active, counts.pending, counts.accepted, counts.archived].map(String),
  )
  await expect(status.getByRole('option')).toHaveText(['All Status', 'Pending', 'Accepted'])
  await expect(adding).toBeVisible()

  await choose(status, 'accepted')
  await expect(page).toHaveURL(`${list}?status=accepted`)
  await page.getByRole('button', { name: 'Show Archived' }).click()
  await expect(heading).toHaveText(`Archived Applications (${counts.archived})`)
  await expect(page).toHaveURL(`${list}?view=archived`)
  await expect(status).toHaveValue('')
  await expect(status.getByRole('option').last()).toHaveText('Archived')
  await expect(adding).toHaveCount(0)
  await expect(cards).toHaveCount(0)

  await choose(status, 'archived')
  await page.getByRole('button', { name: 'Show Active' }).click()
  await expect(page).toHaveURL(list)
  await expect(status).toHaveValue('')
})

test('on a phone the rows stay in place when the counts above them arrive', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await createApplications(request, 1, 'in-place')
  const late = await hold(page, '**/admin/attachments/counts')
  await enterBackOffice(page, `${list}?q=in-place.`)
  await late.begun
  const row = rowOf(page, 'in-place.0')
  const before = await row.boundingBox()
  late.letGo()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
})

test('the list of a department is exported in three clicks, and chips remove filters', async ({
  page,
  request,
}) => {
  const call = await api(request)
  const other = await call('POST', '/admin/departments', { name: 'Woodwork', code: 'WOOD' })
  await createApplications(request, 1, 'elsewhere')
  await createApplications(request, 2, 'of-department', { department: other })
  await enterBackOffice(page, list)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: other.name }).click()
  await expect(rowOf(page, 'elsewhere.')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain('of-department.1@')
  expect(csv).not.toContain('elsewhere.')
  const { active } = await call('GET', '/admin/attachments/counts')
  await expect(page.getByRole('status').getByText(`2 of ${active}`)).toBeVisible()

  await pickDate(page.getByLabel('Received since'), '2024-02-01')
  await page
    .locator('dt', { hasText: /^Pending$/ })
    .locator('xpath=../dd/a')
    .click()
  await expect(page.getByLabel('Status')).toHaveValue('pending')
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
  const since = 'Received since 1 Feb 2024'
  await expect(chips).toHaveText(['Status: Pending', `Department: ${other.name}`, since])
  await chips.filter({ hasText: since }).getByRole('button').click()
  await expect(page.getByLabel('Received since')).toHaveValue('')
  await expect(page).toHaveURL(`${list}?department=${other._id}&status=pending`)
  await choose(page.getByLabel('Institution', { exact: true }), 1)
  await expect(page.getByLabel('Course', { exact: true })).toBeEnabled()
})

test('a pending search is dropped on a change of view', { tag: onlyInAll() }, async ({ page }) => {
  await enterBackOffice(page, list)
  const search = page.getByPlaceholder(/^Search by name/)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await type(search, 'too late')
  await page.getByRole('button', { name: 'Show Archived' }).click()
  await expect(search).toHaveValue('')
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(`${list}?view=archived`)
})

test(
  'a panel opened before a typed search applies stays open, and a later search closes it',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 2, 'opened')
    await enterBackOffice(page, `${list}?q=opened.&sort=email`)
    const search = page.getByPlaceholder(/^Search by name/)
    const panel = page.getByRole('dialog')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await type(search, 'opened.1')
    await page.locator('[data-opens]').last().click()
    await expect(panel).toContainText('opened.1@')
    await page.clock.runFor(1000)
    await expect(page).toHaveURL(/q=opened\.1&.*open=/)
    await page.clock.resume()
    await expect(panel).toContainText('1 of 1')

    await type(search, 'ope')
    await expect(panel).toHaveCount(0)
    await page.keyboard.type('ned.0', { delay: 30 })
    await expect(search).toHaveValue('opened.0')
    await expect(page).toHaveURL(/q=opened\.0/)
  },
)

/** Removes the references, as in an imported application. */
function forgetChoices({ DATA_DIR = '' }: Record<string, string>, _id: string) {
  const database = new DatabaseSync(sqliteFile(DATA_DIR), { timeout: 5000 })
  const nothing = 'institution = null, course = null, department = null'
  database.prepare(`update attachments set ${nothing} where _id = ?`).run(_id)
  database.close()
}
