import { createIntake } from '../e2e/intakes.ts'
import { field } from './application-form.ts'
import { named } from './locate.ts'
import { expect, test } from './support.ts'

test.use({ ownServer: 'intakes', viewport: { width: 360, height: 740 } })

test('an applicant looks up an application by e-mail and phone, and takes an offered place', async ({
  user,
  request,
}) => {
  const { made, call } = await createIntake(request, 'offered', { places: 1, applications: 1 })
  const { _id, referenceId, email } = made[0]!
  const { phone_number } = await call('GET', `/admin/attachments/${_id}`)
  for (const contact of [email, phone_number]) {
    await user.open('/industrial-attachment/status')
    await user.type(field('reference'), referenceId)
    await user.type(field('contact'), contact)
    await user.press('Enter')
    await user.sees('We are still deciding', 'h1')
    await user.sees(referenceId)
  }
  await call('POST', '/admin/attachments/decisions', { ids: [_id], is_accepted: true })
  await user.open('/industrial-attachment/status')
  await user.type(field('reference'), referenceId)
  await user.type(field('contact'), email)
  await user.click(named('Check'))
  await user.sees('Do you accept this place?')
  await user.click(named('Yes, I accept'))
  await user.sees(/confirmed|your place/i, 'h1')
  expect(await call('GET', `/admin/attachments/${_id}`)).toMatchObject({
    offer: { state: 'confirmed' },
  })
})
