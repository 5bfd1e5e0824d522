import type { APIRequestContext, Page } from '@playwright/test'

import { choose, type } from '../support/hands.ts'
import { control } from './application-form.ts'
import { createApplications, list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, hold, pressEscape, test, onlyInAll } from './support.ts'

test('the second to save sees the changes of the first, and may keep both', async ({
  page,
  request,
}) => {
  const theirs = await openTwice(page, request, 'Kept')
  await theirs({ county: 'Lamu' })
  await type(control(page, 'name'), 'Kept College II')
  await page.getByRole('button', { name: 'Update' }).click()

  const conflict = page.getByRole('alertdialog')
  await expect(conflict).toContainText('Somebody else has changed this meanwhile')
  await expect(conflict.getByRole('term')).toHaveText(['Institution Name', 'County'])
  await expect(conflict).toContainText('Kept College II')
  await expect(conflict).toContainText('Lamu')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Institution updated successfully')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Kept College II' })
  await expect(row).toContainText('Lamu')
})

test('the second to save may take the saved version and continue from it', async ({
  page,
  request,
}) => {
  const theirs = await openTwice(page, request, 'Taken')
  await theirs({ name: 'Taken College of Theirs' })
  await type(control(page, 'name'), 'Taken College of Mine')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take theirs' }).click()

  await expect(control(page, 'name')).toHaveValue('Taken College of Theirs')
  await choose(control(page, 'county'), 'Kwale')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Institution updated successfully')).toBeVisible()
})

test(
  'closing the conflict dialog stores nothing, and what is typed while “Keep mine” saves stays',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const theirs = await openTwice(page, request, 'Open')
    await theirs({ county: 'Nairobi' })
    await type(control(page, 'name'), 'Open College II')
    await page.getByRole('button', { name: 'Update' }).click()
    const conflict = page.getByRole('alertdialog')
    // No key that was meant for the form presses a button.
    await expect(conflict).toBeFocused()
    await pressEscape(conflict)
    await expect(control(page, 'name')).toHaveValue('Open College II')
    await page.getByRole('button', { name: 'Update' }).click()

    const reply = await hold(page, '**/api/admin/institutions/*')
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await reply.begun
    await type(control(page, 'name'), 'Open College III')
    await page.keyboard.press('Enter')
    reply.letGo()
    await expect(page.getByText('Saved without what you have typed meanwhile')).toBeVisible()
    await expect(control(page, 'name')).toHaveValue('Open College III')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Institution updated successfully')).toBeVisible()
    await expect(conflict).toHaveCount(0)
    await expect(rowOf(page, 'Open College III')).toContainText('Nairobi')
  },
)

test(
  'the comparison shows a concurrent decline or withdrawal',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [made] = await createApplications(request, 1, 'compared', { is_archived: true })
    const call = await api(request)
    await enterBackOffice(page, `${list}?view=all&q=compared.`)
    await page.getByRole('button', { name: /^Edit/ }).click()
    const update = page.getByRole('button', { name: 'Update Application' })
    const decline = { reason: 'dates', message: 'Come in May.' }
    await call('PUT', `/admin/attachments/${made?._id}/decline`, decline)
    await update.click()
    const conflict = page.getByRole('alertdialog')
    const terms = conflict.getByRole('term')
    await expect(terms).toHaveText(['Declined because', 'Message to the applicant'])
    await expect(conflict).toContainText('Dates do not fit')
    await expect(conflict).toContainText('Come in May.')
    await conflict.getByRole('button', { name: 'Take theirs' }).click()

    await call('PUT', `/admin/attachments/${made?._id}/archive`)
    const proof = { reference: made?.referenceId, contact: made?.email }
    await call('POST', '/users/applications/withdrawal', proof)
    await type(control(page, 'residential_location'), 'Old Town')
    await update.click()
    await expect(terms).toHaveText([
      'Residential location',
      'Declined because',
      'Message to the applicant',
      'Withdrawn by the applicant',
    ])
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText('Application updated successfully')).toBeVisible()
    await expect(rowOf(page, 'compared.')).toContainText('Withdrawn')
  },
)

/** Opens the dialog of a new institution; returns a function that changes it as another user. */
async function openTwice(page: Page, request: APIRequestContext, who: string) {
  const call = await api(request)
  const record = { name: `${who} College`, county: 'Mombasa' }
  const { _id } = await call('POST', '/admin/institutions', record)
  await enterBackOffice(page, `/admin/institutions?q=${who}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await expect(control(page, 'name')).toHaveValue(record.name)
  return (changes: object) => call('PUT', `/admin/institutions/${_id}`, { ...record, ...changes })
}
