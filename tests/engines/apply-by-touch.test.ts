import { confirmed, fillIn, formPath, send, study } from './application-form.ts'
import { expect, test } from './support.ts'

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

test('an applicant applies on a phone by touch', async ({ user, applications }) => {
  await user.open(formPath)
  await fillIn(user, 'touch@a.test')
  await user.expectChoicesKept()
  await send(user)
  const referenceId = await confirmed(user)
  expect(await applications('touch@a.test')).toMatchObject([
    { referenceId, gender: 'Female', course: { name: study.course }, can_attend_onsite: false },
  ])
})
