import { writeFile } from 'node:fs/promises'

import { emptyPdf } from '../support/documents.ts'
import {
  chooseStudies,
  confirmed,
  field,
  fillIn,
  fillInPerson,
  fillInRest,
  fillInYears,
  formPath,
  seesDraftSaved,
  send,
  typeLink,
} from './application-form.ts'
import { eventually } from './browser-user.ts'
import { expect, test } from './support.ts'

test('a draft with a chosen file is there after a reload', async ({ user, applications }, info) => {
  const file = info.outputPath('My CV.pdf')
  await writeFile(file, emptyPdf)
  await user.open(formPath)
  await fillInPerson(user, 'draft@a.test')
  await chooseStudies(user)
  await user.page.setFiles('input[type=file]', [file])
  await user.sees('My CV.pdf (1 KB)')
  await seesDraftSaved(user)

  await user.page.reload()
  await user.sees('My CV.pdf (1 KB)')
  await user.expectChoicesKept()
  expect(await user.value(field('email'))).toBe('draft@a.test')
  await fillInYears(user)
  await fillInRest(user, true)
  await typeLink(user, 'cover_letter_url', 'https://a.test/l')
  await send(user)
  const referenceId = await confirmed(user)
  expect(await applications('draft@a.test')).toMatchObject([
    { referenceId, documents: [{ purpose: 'cv', name: 'My CV.pdf' }] },
  ])
})

test('an applicant leaves the form by a link, comes back, and sends it', async ({
  user,
  applications,
}) => {
  await user.open(formPath)
  await user.type(field('middle_name'), 'Juma')
  await chooseStudies(user)
  await seesDraftSaved(user)
  await user.click('header a[href="/"]')
  await eventually(() => user.path()).toBe('/')
  await user.page.back()
  await eventually(() => user.value(field('middle_name'))).toBe('Juma')
  await user.expectChoicesKept()
  await fillIn(user, 'returns@a.test')
  await send(user)
  const referenceId = await confirmed(user)
  expect(await applications('returns@a.test')).toMatchObject([{ referenceId, middle_name: 'Juma' }])
})
