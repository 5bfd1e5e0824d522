import { createIntake, createPlacements, intakeTime } from './intake-records.ts'
import { createApplications } from './records.ts'
import { enterBackOffice, expect, test } from './support.ts'

test.use({ serverTime: intakeTime })

test(
  'the report shows true numbers on the screen, and hides small ones on paper',
  { tag: '@both-engines' },
  async ({ page, request }) => {
    const intake = await createIntake(request, 'Reported intake')
    await createApplications(request, 6, 'reported', { intake: intake._id })
    await createPlacements(request, intake, 3, 'reported-too')
    await enterBackOffice(page, `/admin/intakes/${intake._id}/report`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Applied' })).toContainText('9')
    const confirmed = page.getByRole('listitem').filter({ hasText: 'Confirmed', visible: true })
    await expect(confirmed.first()).toContainText('3')
    const departments = page.getByRole('table', { name: 'By department' })
    await expect(departments.getByRole('row').nth(1)).toContainText(intake.department.name)

    await page.getByRole('button', { name: 'Write to 9 applicants' }).click()
    await expect(page.getByRole('dialog', { name: 'Write to 9 applicants' })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(confirmed.first()).toContainText('fewer than 5')
    await expect(page.getByRole('button')).toHaveCount(0)
  },
)

test('the report is exported without small numbers', async ({ page, request }) => {
  const intake = await createIntake(request, 'Exported intake')
  await createPlacements(request, intake, 2, 'report-export')
  await enterBackOffice(page, `/admin/intakes/${intake._id}/report`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toContain('fewer than 5')
})

test('the report of an unknown intake says so', async ({ page }) => {
  await enterBackOffice(page, '/admin/intakes/00000000-0000-4000-8000-000000000000/report')
  await expect(page.getByRole('alert')).toContainText(/intake/i)
})
