import {
  chooseStudies,
  confirmed,
  fillInPerson,
  fillInRest,
  fillInYears,
  formPath,
  send,
} from './application-form.ts'
import { expect, test } from './support.ts'

test.use({ javaScriptEnabled: false })

test('an applicant applies without scripts', async ({ user, applications }) => {
  await user.open(formPath)
  await user.sees('You can choose the file in the next step.')
  await fillInPerson(user, 'no-scripts@a.test')
  // Without scripts, the select of courses has those of all institutions, in groups.
  const [institution, course] = await user.page.read(() => {
    const group = document.querySelector('optgroup')!
    return [group.label, group.querySelector('option')!.value] as const
  })
  await chooseStudies(user, { institution, course })
  await fillInYears(user)
  await fillInRest(user)
  await send(user)
  const referenceId = await confirmed(user)
  await user.page.reload()
  expect(await confirmed(user)).toBe(referenceId)
  expect(await applications('no-scripts@a.test')).toMatchObject([{ referenceId }])
})
