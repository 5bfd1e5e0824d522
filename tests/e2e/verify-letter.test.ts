import { paste, type } from '../support/hands.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { control } from './application-form.ts'
import { createIntake, createPlacements, intakeTime } from './intake-records.ts'
import { api, expect, test } from './support.ts'

test.use({ serverTime: intakeTime, viewport: { width: 320, height: 700 } })

test('anybody checks the code of a letter, on a page without scripts', async ({
  page,
  request,
}) => {
  const intake = await createIntake(request, 'Verified intake')
  const [made] = await createPlacements(request, intake, 1, 'verified')
  const form = {
    reference: made?.referenceId ?? '',
    contact: made?.email ?? '',
    kind: 'acceptance',
    language: 'en',
  }
  const letter = await request.post('/industrial-attachment/letter', { form })
  expect(letter.headers()['content-type']).toBe('application/pdf')
  const call = await api(request)
  const data = await call('GET', `/admin/personal-data?ids=${made?._id}`)
  const code: string = data.applications[0].letters[0].code

  await page.goto('/verify')
  await expectAccessible(page)
  await paste(control(page, 'code'), `Code: ${new URL(`/verify/${code}`, page.url()).href}`)
  await page.getByRole('button', { name: 'Check the letter' }).click()

  await expect(page.getByRole('heading', { name: 'This letter is valid' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/verify/${code}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(`${made?.first_name} ${made?.last_name.charAt(0)}.`)
  await expect(main).not.toContainText(made?.last_name ?? '')
  await expect(main).toContainText(intake.department.name)
  await expect(page.locator('script')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Kiswahili' }).last().click()
  await expect(page.getByRole('heading', { name: 'Barua hii ni halali' })).toBeVisible()
})

test('a code that no letter has keeps what was typed, and says so', async ({ page }) => {
  const answer = await page.goto('/verify/7K3-Q9M-2XA-BCD')

  expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([404, 'noindex'])
  await expect(
    page.getByRole('heading', { name: 'We know no letter with this code' }),
  ).toBeVisible()
  await expect(control(page, 'code')).toHaveValue('7K3-Q9M-2XA-BCD')
  await type(control(page, 'code'), '7K3-Q9N')
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(page.getByRole('heading', { name: 'Hatuna barua yenye msimbo huu' })).toBeVisible()
  await expect(control(page, 'code')).toHaveValue('7K3-Q9N')
  await control(page, 'code').press('Enter')
  await expect(page).toHaveURL(/\/sw\/verify\?code=7K3-Q9N$/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
