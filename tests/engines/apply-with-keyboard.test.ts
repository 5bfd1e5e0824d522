import {
  activate,
  checkButton,
  confirmed,
  field,
  fillInPerson,
  fillInRest,
  fillInYears,
  formPath,
  seesDraftSaved,
  sendButton,
  study,
} from './application-form.ts'
import { choose } from './controls.ts'
import { expect, test } from './support.ts'

for (const { prefix, width } of [
  { prefix: '', width: 1280 },
  { prefix: '/sw', width: 360 },
]) {
  const where = `${prefix}${formPath} at ${width} px on a slow phone`
  test.describe(where, () => {
    test.use({ viewport: { width, height: 740 } })

    test('an applicant applies with the keyboard alone', async ({ user, link, applications }) => {
      const email = `keys${width}@a.test`
      user.hasKeyboardOnly = true
      link.setRoundTrip(400)
      await user.page.slowDown()
      await user.open(prefix + formPath)
      await fillInPerson(user, email)
      await choose(user, field('institution'), 'Pwani University')
      await choose(user, field('course'), 'Bachelor of Science in Computer Science')
      await user.expectChoicesKept()
      // Between the two lists is "Not in the list?".
      await user.press('Shift+Tab')
      await user.press('Shift+Tab')
      await choose(user, field('institution'), 'Taita Taveta University', 'arrows')
      await user.press('Shift+Tab')
      await choose(user, field('institution'), study.institution)
      await choose(user, field('course'), 'Bachelor of Arts in Development Studies', 'list')
      await choose(user, field('course'), study.course)
      await user.expectChoicesKept()
      await fillInYears(user, prefix ? 'Mawasiliano' : undefined)
      await seesDraftSaved(user)
      await user.page.reload()
      await seesDraftSaved(user)
      await user.expectChoicesKept()
      await fillInRest(user)

      await activate(user, checkButton)
      await user.sees(study.course)
      await activate(user, 'section button')
      await user.type(field('middle_name'), 'Juma')
      await user.expectChoicesKept()
      await activate(user, checkButton)
      await user.sees('Juma')
      await activate(user, sendButton)
      const referenceId = await confirmed(user)
      expect(await applications(email)).toMatchObject([{ referenceId, middle_name: 'Juma' }])
    })
  })
}
