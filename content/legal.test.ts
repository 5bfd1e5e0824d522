import { expect, test } from 'vitest'

import { contactTexts } from './contact.ts'
import { privacy, terms, withContact } from './legal.ts'
import { site } from './site.ts'

test.each([terms, privacy])('$path names the foundation and has no placeholders', (page) => {
  const text = JSON.stringify(
    withContact(page.sections, contactTexts).flatMap(({ blocks }) => blocks),
  )

  expect(text).toContain(site.name)
  expect(text).not.toMatch(/\{(?!")/)
})
