import { writeFile } from 'node:fs/promises'

import { createIntake } from '../e2e/intakes.ts'
import { list } from '../e2e/records.ts'
import { emptyPdf } from '../support/documents.ts'
import { field } from './application-form.ts'
import { signIn } from './back-office.ts'
import { named } from './locate.ts'
import { expect, test } from './support.ts'

test.use({ ownServer: 'intakes', viewport: { width: 360, height: 740 } })

test('an applicant looks up an application by e-mail and phone, takes the offered place, and sends a paper', async ({
  user,
  request,
}, info) => {
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
  await user.click(named('Withdraw my application'))
  await user.sees('Withdraw your application?', 'h1')
  await user.page.back()
  await user.sees(/We are still deciding|Check my application/, 'h1')
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

  const file = info.outputPath('Letter.pdf')
  await writeFile(file, emptyPdf)
  const paper = 'form:has([value="introduction_letter"])'
  await user.page.setFiles(`${paper} input[type=file]`, [file])
  await user.click(`${paper} button`)
  await user.sees('Received. We are checking it.')
  await signIn(user, `${list}?papers=sent&open=${_id}`)
  await user.click(named('Accept Introduction letter', '[role=dialog] li'))
  await user.sees('Introduction letter accepted')
  const { papers } = await call('GET', `/admin/attachments/${_id}`)
  const accepted = { purpose: 'introduction_letter', state: 'accepted' }
  expect(papers).toContainEqual(expect.objectContaining(accepted))
})
