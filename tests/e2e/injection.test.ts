import type { Page } from '@playwright/test'

import { openScreen } from './back-office-screens.ts'
import { createApplications, list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, test } from './support.ts'

const payload = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>'

/** Checks that no payload became part of the page. An executed one would raise a browser error. */
async function expectOnlyText(page: Page) {
  await expect(page.getByText(payload).filter({ visible: true }).first()).toBeVisible()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
}

test('hostile texts are rendered as text on every screen of the back office', async ({
  page,
  request,
}) => {
  page.on('dialog', (dialog) => expect(dialog.message(), 'a script ran').toBe(''))
  const call = await api(request)
  await call('POST', '/admin/users', { name: payload, email: 'hostile@example.org' })
  const institution = await call('POST', '/admin/institutions', { name: payload, county: 'Lamu' })
  await call('POST', '/admin/courses', {
    name: payload,
    institution: institution._id,
    certification: 'Degree',
  })
  await call('POST', '/admin/departments', { name: payload, code: 'HOS', description: payload })
  const [person] = await createApplications(request, 1, 'hostile', {
    first_name: payload,
    about_yourself: payload,
    residential_location: payload,
  })

  await enterBackOffice(page, `${list}?q=${person?.email}`)
  await expectOnlyText(page)
  await rowOf(page, person?.email ?? '')
    .getByRole('cell')
    .nth(3)
    .click()
  await expect(page.getByRole('dialog').getByText(payload).first()).toBeVisible()
  await expectOnlyText(page)
  for (const screen of ['users', 'institutions', 'courses', 'departments']) {
    await openScreen(page, `/admin/${screen}?q=onerror`)
    await expectOnlyText(page)
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toContainText(payload)
    await expectOnlyText(page)
  }
  for (const screen of ['/admin/history', '/admin']) {
    await openScreen(page, screen)
    await expectOnlyText(page)
  }
})
