import { choose, tick, type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { createIntake } from './intakes.ts'
import { createApplications, list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, hold, onlyInAll, test } from './support.ts'

test.use({ ownServer: 'intakes' })

test('a note is kept with its author, who alone can delete it', async ({ page, request }) => {
  const [made] = await createApplications(request, 1, 'noted')
  const colleague = await newAccount(request, 'note-writer')
  await enterBackOffice(page, `${list}?q=noted.0@&open=${made?._id}`)
  const panel = page.getByRole('dialog')
  const note = panel.getByLabel('New note')
  const slowList = await hold(page, /\/admin\/attachments\?/)
  await type(note, 'Ask about March')
  await note.press('Control+Enter')
  await slowList.begun
  await expect(panel.getByText('Saving…')).toHaveCount(0)
  await expect(panel.getByText('Ask about March', { exact: true })).toHaveCount(1)
  await page.keyboard.type('Ask about April')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await expect(panel.getByText('Ask about April', { exact: true })).toBeVisible()
  slowList.letGo()
  await expect(panel).toContainText('Administrator,')
  const remove = panel.getByRole('button', { name: 'Delete the note “Ask about March”' })
  await expect(remove).toBeVisible()

  const other = await page.context().browser()!.newPage()
  await enterBackOffice(other, new URL(`${list}?open=${made?._id}`, page.url()).href, colleague)
  const theirs = other.getByRole('dialog')
  await expect(theirs.getByText('Ask about March', { exact: true })).toBeVisible()
  await expect(theirs.getByRole('button', { name: /^Delete the note/ })).toHaveCount(0)
  await other.close()

  const lists = await hold(page, /\/admin\/attachments\?|\/notes$/)
  await remove.press('Enter')
  await expect(page.getByText('Note deleted')).toBeVisible()
  await expect(panel.getByText('Ask about March', { exact: true })).toHaveCount(0)
  await expect(panel.getByRole('listitem').filter({ hasText: 'about April' })).toBeFocused()
  lists.letGo()
})

test(
  'a note that cannot be saved stays in the box, also when the panel is closed',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [made] = await createApplications(request, 1, 'lost-note')
    await enterBackOffice(page, `${list}?q=lost-note.0@&open=${made?._id}`)
    await page.route(/\/notes$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const note = page.getByLabel('New note')
    await type(note, 'accept a')
    await note.press('Control+Enter')
    await expect(page.getByText(/Your text is still in the box/)).toBeVisible()
    await expect(note).toHaveValue('accept a')
    await note.press('Escape')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.locator('[data-opens]').click()
    await expect(note).toHaveValue('accept a')
    await note.press('End')
    await page.keyboard.type('aec')
    await expect(page.getByRole('dialog')).toContainText('Pending')
  },
)

test('an application is assigned, and stands among mine', async ({ page, request }) => {
  const [mine, theirs] = await createApplications(request, 2, 'assigned')
  const colleague = await newAccount(request, 'assignee')
  const call = await api(request)
  await call('PUT', `/admin/attachments/${theirs?._id}/assignee`, { user: colleague._id })
  await enterBackOffice(page, `${list}?q=assigned.&assignee=none&sort=email`)
  await expect(page.getByText('No industrial attachment applications found.')).toHaveCount(0)
  await rowOf(page, 'assigned.0@').locator('[data-opens]').click()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByText('Assigned to Administrator')).toBeVisible()
  await expect(page.getByLabel('Assigned to', { exact: true })).toHaveValue(/.+/)
  await page.keyboard.press('Escape')
  await choose(page.getByLabel('Assignee'), 'Mine')
  await expect(page.locator('[data-opens]')).toHaveCount(1)
  await expect(rowOf(page, `assigned.0@`)).toBeVisible()
  await choose(page.getByLabel('Assignee'), colleague.name)
  await expect(rowOf(page, `assigned.1@`)).toBeVisible()
  expect(mine?._id).not.toBe(theirs?._id)
})

test('letters of a confirmed place are downloaded, one and many', async ({ page, request }) => {
  const { intake, made, call } = await createIntake(request, 'lettered', {
    places: 1,
    applications: 1,
  })
  const pdf = { contentType: 'application/pdf', body: '%PDF-1.7' }
  await page.route(/\/letter\?|letters\.pdf/, (route) => route.fulfill(pdf))
  const [of] = made
  await call('POST', '/admin/attachments/decisions', { ids: [of?._id], is_accepted: true })
  const proof = { reference: of?.referenceId, contact: of?.email }
  await call('POST', '/users/applications/offer', { ...proof, answer: 'confirm' })
  await enterBackOffice(page, `${list}?intake=${intake._id}`)
  await page.locator('[data-opens]').click()
  const one = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Acceptance letter in Kiswahili' }).click()
  expect((await one).suggestedFilename()).toBe(`acceptance-${made[0]?.referenceId}-sw.pdf`)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
  await page.getByRole('button', { name: 'More: Selected applications' }).click()
  const many = page.waitForEvent('download')
  const asked = page.waitForRequest(/letters\.pdf/)
  await page.getByRole('menuitem', { name: 'Acceptance letters (English)' }).click()
  expect((await many).suggestedFilename()).toMatch(/^letters_.*\.pdf$/)
  expect((await asked).url()).toContain(`ids=${made[0]?._id}&kind=acceptance&language=en`)
})
