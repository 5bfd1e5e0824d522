import { extraControl } from '../../contract/intake/extra-controls.ts'
import { createIntake } from '../e2e/intakes.ts'
import { optionsOf, question } from '../support/questions.ts'
import { confirmed, field, fillIn, formPath, send, study } from './application-form.ts'
import { choose } from './controls.ts'
import { expect, test } from './support.ts'

test.use({ ownServer: 'intakes', hasTouch: true, viewport: { width: 360, height: 740 } })

test('an applicant applies for an intake with questions, on a phone by touch', async ({
  user,
  request,
  applications,
}) => {
  const { intake, call } = await createIntake(request, 'touch', { places: 1, applications: 0 })
  await createIntake(request, 'others', { places: 1, applications: 0 })
  const url = `/admin/intakes/${intake._id}/questions`
  const questions = [
    question('Shirt size', { kind: 'choice', options: optionsOf('Small', 'Large') }),
    question('Hours a week', { kind: 'number' }),
    question('Your hobby'),
  ]
  await call('PUT', url, { questions, updatedAt: (await call('GET', url)).draft.updatedAt })
  const [size, hours, hobby] = (await call('POST', `${url}/publish`)).questions

  await user.open(formPath)
  await choose(user, field('intake'), intake._id)
  await user.click(`[value="${size.options[1]._id}"]`)
  await user.type(field(extraControl(hours._id)), '40')
  await user.type(field(extraControl(hobby._id)), 'Chess')
  await fillIn(user, 'touch@a.test')
  await user.expectChoicesKept()
  await send(user)
  const referenceId = await confirmed(user)
  expect(await applications('touch@a.test')).toMatchObject([
    {
      referenceId,
      gender: 'Female',
      course: { name: study.course },
      can_attend_onsite: false,
      extra: [{ text: 'Large' }, { text: '40' }, { text: 'Chess' }],
    },
  ])
})
