import { expect, test } from 'vitest'

import { safeFileName } from './file-name.ts'

test.each([
  ['My CV.pdf', 'My CV.pdf'],
  ['photo.HEIC', 'photo.pdf'],
  ['../../etc/passwd', '_.._etc_passwd.pdf'],
  [String.raw`C:\Users\me\cv.docx`, 'C__Users_me_cv.pdf'],
  ['cv\r\nSet-Cookie: a=b.pdf', 'cv Set-Cookie_ a=b.pdf'],
  ['cv\u202Efdp.exe', 'cvfdp.exe.pdf'],
  ['CON.pdf', '_CON.pdf'],
  ['nul.tar', '_nul.tar.pdf'],
  ['  ...  ', 'document.pdf'],
  ['Ng\u2019ang\u2019a – wasifu.pdf', 'Ng\u2019ang\u2019a – wasifu.pdf'],
  ['\uD800', 'document.pdf'],
])('%j becomes %j', (name, safe) => {
  expect(safeFileName(name, 'pdf')).toBe(safe)
})

test('a long name is cut between characters', () => {
  const name = safeFileName('😀'.repeat(300), 'jpg')

  expect(name).toMatch(/^(😀)+\.jpg$/u)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
})
