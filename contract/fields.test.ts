import fc from 'fast-check'
import { expect, test } from 'vitest'

import { choices, url } from './fields.ts'

const days = ['Monday', 'Tuesday', 'Wednesday'] as const

test.each([
  [['Wednesday', 'Monday', 'Monday'], 'Monday; Wednesday'],
  ['Tuesday', 'Tuesday'],
  ['Wednesday; Monday', 'Monday; Wednesday'],
  [[], null],
  ['', null],
  [null, null],
  [undefined, null],
])('several of a list: %j is read as %j', (sent, answer) => {
  expect(choices(days, true).parse(sent)).toBe(answer)
})

test.each([
  [[], false, 'Required'],
  [undefined, false, 'Required'],
  [['Sunday'], true, 'Choose from the list'],
  ['Monday, Tuesday', true, 'Choose from the list'],
  [7, true, 'Choose from the list'],
])('several of a list: %j (optional: %j) is refused with %j', (sent, isOptional, message) => {
  const { error } = choices(days, isOptional).safeParse(sent)
  expect(error?.issues[0]?.message).toBe(message)
})

test.each([
  ['linkedin.com/in/x', 'https://linkedin.com/in/x'],
  [' www.linkedin.com/in/x\u200B ', 'https://www.linkedin.com/in/x'],
  ['Drive.Google.com/open?id=1#a', 'https://Drive.Google.com/open?id=1#a'],
  ['example.org:8080/cv.pdf', 'https://example.org:8080/cv.pdf'],
  ['example.org?u=a@example.org', 'https://example.org?u=a@example.org'],
  ['kazi.köln/cv', 'https://kazi.köln/cv'],
  ['http://example.org/cv', 'http://example.org/cv'],
  ['HTTPS://example.org/cv', 'HTTPS://example.org/cv'],
])('the web address %j is read as %j', (typed, stored) => {
  expect(url().parse(typed)).toBe(stored)
})

test.each([
  'linkedin',
  'localhost',
  'localhost:3000',
  'zawadi@example.org',
  'zawadi:secret@example.org',
  'javascript:alert(document.domain)',
  'mailto:zawadi@example.org',
  '//example.org',
  '/cv.pdf',
  '.example.org',
  'example..org',
  'example.org.',
  '0712.345.678',
  'My-CV.pdf',
  'letter.v2.docx',
  'example.org/my cv',
])('%j is no web address', (typed) => {
  expect(url().safeParse(typed).error?.issues[0]?.message).toBe('Valid URL required')
})

test('what is read of a web address is the address itself, perhaps behind https', () => {
  const read = (typed: string) => url().safeParse(typed).data ?? typed
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.domain(), fc.webPath()), (typed) => {
      expect([typed, `https://${typed}`]).toContain(read(typed))
      expect(read(read(typed))).toBe(read(typed))
    }),
  )
})
