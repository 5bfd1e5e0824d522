import { expect, test } from 'vitest'

import { privacy, terms } from './legal.ts'
import { site } from './site.ts'

test.each([terms, privacy])('$path names the foundation and has no placeholders', (page) => {
  const text = JSON.stringify(page.sections.flatMap(({ blocks }) => blocks))

  expect(text).toContain(site.name)
  expect(text).not.toMatch(/\{(?!")/)
})
