import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseEnvFile } from './env-file.ts'

const parse = (text: string) => parseEnvFile(Buffer.from(text))

test.each([
  ['a byte-order mark', '\ufeffDATA_DIR=/srv/data\n', { DATA_DIR: '/srv/data' }],
  ['line ends of Windows', 'PORT=1\r\nHOST=a\r\n', { PORT: '1', HOST: 'a' }],
  ['line ends of old Macs', 'PORT=1\r# two\rHOST=a\r', { PORT: '1', HOST: 'a' }],
  ['a comment after a blank', 'PORT=1 # see a#b\nHOST= # none', { PORT: '1', HOST: '' }],
  ['# between quotes', `ADMIN_PASSWORD="corr#ect" # mine`, { ADMIN_PASSWORD: 'corr#ect' }],
  ['# behind a quote', `PORT="1"#one\nHOST='a'`, { PORT: '1', HOST: 'a' }],
  ['a quote in a comment', '# PORT="2\nPORT=1\n# "', { PORT: '1' }],
  ['a value of several lines', "SMS_FIELDS='a\nb#c'\nPORT=1", { SMS_FIELDS: 'a\nb#c', PORT: '1' }],
  ['export', 'export PORT=1', { PORT: '1' }],
  ['a variable of PostgreSQL', 'PGPASSWORD=secret', { PGPASSWORD: 'secret' }],
  ['an empty file', '', {}],
])('%s is read', (_what, text, variables) => {
  expect(parse(text)).toEqual(variables)
})

test.each([
  ['SMPT_URL=x', 'SMPT_URL in .env is no setting: did you mean SMTP_URL?'],
  ['\u200bPORT=1', '\\u{200b}PORT in .env is no setting: did you mean PORT?'],
  ['port=1', 'port in .env is no setting: did you mean PORT?'],
  ['PUBLIC URL=x', 'PUBLIC\\u{20}URL in .env is no setting: did you mean PUBLIC_URL?'],
  ['NODE_ENVIRONMENT=x', 'NODE_ENVIRONMENT in .env is no setting: README.md lists all settings'],
  [
    'PORT=1\nADMIN_PASSWORD=corr#ect',
    'ADMIN_PASSWORD in .env is cut at #: put its value between quotes',
  ],
  [
    'ADMIN_PASSWORD=#1 in the list',
    'ADMIN_PASSWORD in .env is cut at #: put its value between quotes',
  ],
  ['PORT=1\n\nHOST: a', 'line 3 of .env is not NAME=value'],
  [
    'ABC\nPROT=1',
    'PROT in .env is no setting: did you mean PORT?; line 1 of .env is not NAME=value',
  ],
])('what would be lost without a word is refused: %j', (text, message) => {
  expect(() => parse(text)).toThrow(message)
})

test.each([
  ['UTF-16', Buffer.from('\ufeffPORT=1', 'utf16le')],
  ['big-endian UTF-16', Buffer.from('\ufeffPORT=1', 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from('PORT=1', 'utf16le')],
  ['an old encoding', Buffer.from('ADMIN_PASSWORD=café', 'latin1')],
])('%s is refused with a sentence', (_what, bytes) => {
  expect(() => parseEnvFile(bytes)).toThrow('save it as UTF-8')
})

test('a quoted value is read whole, whatever the line ends are and with a mark or without', () => {
  const value = fc.string({ unit: 'binary' }).filter((text) => !/["\\\r\n\0]|\p{Cs}/u.test(text))
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(value, ends, fc.boolean(), (secret, end, hasMark) => {
      const text = `${hasMark ? '\ufeff' : ''}ADMIN_PASSWORD="${secret}"${end}PORT=1${end}`
      expect(parse(text)).toEqual({ ADMIN_PASSWORD: secret, PORT: '1' })
    }),
  )
})
