import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { readSettings, settingNames, SettingsError } from './settings.ts'

const smsUrlExample =
  'must be like africastalking://USER:KEY@SENDER or https://sms.example.org/send'

test.each([
  ['.env.example', (name: string) => `#${name}=`],
  ['README.md', (name: string) => `| \`${name}\` `],
])('%s lists every setting', (file, entryOf) => {
  const text = readFileSync(file, 'utf8')
  expect(settingNames.filter((name) => !text.includes(entryOf(name)))).toEqual([])
})

test('the defaults are those of the README', () => {
  expect(readSettings({})).toEqual({
    PORT: 3000,
    HOST: '0.0.0.0',
    DATA_DIR: './data',
    ADMIN_EMAIL: 'admin@example.org',
    TRUST_PROXY: false,
    DOCUMENT_MAX_MB: 5,
    SMS_CURRENCY: 'KES',
    SMS_PRICE: 0.8,
    SMS_RECEIVED: 'off',
    LOG_LEVEL: 'info',
    OFFLINE: 'on',
    RATE_LIMIT: 'on',
  })
})

test('empty variables count as missing, and unknown ones are ignored', () => {
  const variables = { PORT: '', DATABASE_URL: '', TRUST_PROXY: '', PATH: '/bin', HOME: '/root' }

  expect(readSettings(variables)).toEqual(readSettings({}))
})

test('valid values are accepted', () => {
  const settings = readSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: '/var/lib/foundation',
    DATABASE_URL: 'postgresql://user:secret@db.example.org/foundation',
    PUBLIC_URL: 'https://www.example.org/',
    ADMIN_EMAIL: ' Admin@Example.org ',
    ADMIN_PASSWORD: ' with spaces around ',
    SMTP_URL: 'smtps://mail.example.org',
    MAIL_FROM: 'Foundation <mail@example.org>',
    SMS_URL: 'africastalking://foundation:atsk_1@SYFKenya',
    SMS_PRICE: '1',
    SMS_MONTH_BUDGET: '5000.50',
    SMS_DAY_CAP: '0',
    SMS_CURRENCY: 'UGX',
    SMS_RECEIVED: 'on',
    TRUST_PROXY: 'true',
    DOCUMENTS_S3: 'https://KEY:SECRET@s3.example.org/documents?region=eu-1',
    DOCUMENT_MAX_MB: '20',
    CLAMD: '/run/clamav/clamd.ctl',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  })

  expect(settings).toMatchObject({
    PORT: 0,
    PUBLIC_URL: 'https://www.example.org',
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: ' with spaces around ',
    SMS_PRICE: 1,
    SMS_MONTH_BUDGET: 5000.5,
    SMS_DAY_CAP: 0,
    TRUST_PROXY: true,
    DOCUMENT_MAX_MB: 20,
    CLAMD: '/run/clamav/clamd.ctl',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  })
})

test.each([
  ['PORT', 'http', 'must be a number from 0 to 65535'],
  ['PORT', '-1', 'must be a number from 0 to 65535'],
  ['PORT', '3000.5', 'must be a number from 0 to 65535'],
  ['PORT', '65536', 'must be at most 65535'],
  ['DATABASE_URL', 'mysql://db.example.org/foundation', 'must begin with postgres://'],
  ['DATABASE_URL', './data', 'must begin with postgres://'],
  ['DATABASE_URL', 'postgres://u:a/b@db/foundation', 'has a / in its user or password: write %2F'],
  ['DATABASE_URL', 'postgres:///foundation?host=/run', 'names no host'],
  ['SMTP_URL', 'smtp://u%40a.b:pa$s#1@mail:25', 'has a # in its user or password: write %23'],
  ['SMTP_URL', 'smtp://u:12?3@mail:25', 'has a ? in its user or password: write %3F'],
  ['SMTP_URL', 'smtp://mail:25#x', 'has a # after the host: write %23'],
  [
    'SMTP_URL',
    'smtp://u:100%@mail',
    'has a % in its user or password that is no percent-encoding: write %25',
  ],
  ['SMTP_URL', 'smtp://mail:port', 'is not a URL: percent-encode the user and password'],
  ['MAIL_FROM', 'nonsense', 'must be like info@example.org or Foundation <info@example.org>'],
  [
    'MAIL_FROM',
    'Foundation <info>',
    'must be like info@example.org or Foundation <info@example.org>',
  ],
  ['PUBLIC_URL', 'www.example.org', 'must be a URL like https://www.example.org'],
  ['PUBLIC_URL', 'https://', 'must be a URL like https://www.example.org'],
  ['ADMIN_EMAIL', 'admin', 'must be an e-mail address'],
  ['SMTP_URL', 'mail.example.org', 'must begin with smtp:// or smtps://'],
  ['SMS_URL', 'sms.example.org', smsUrlExample],
  ['SMS_URL', 'ftp://sms.example.org', smsUrlExample],
  ['SMS_URL', 'africastalking://user:key@', smsUrlExample],
  ['SMS_URL', 'africastalking://user@SYF', 'must be like africastalking://USER:KEY@SENDER'],
  ['SMS_URL', 'africastalking://SYF', 'must be like africastalking://USER:KEY@SENDER'],
  ['SMS_URL', 'africastalking://user:key@SYF/x', 'must be like africastalking://USER:KEY@SENDER'],
  [
    'SMS_URL',
    'africastalking://user:key@SYF?endpiont=http://localhost',
    'must be like africastalking://USER:KEY@SENDER',
  ],
  [
    'SMS_URL',
    'africastalking://user:key@SwahiliYouth',
    'must have a sender ID of at most 11 letters and digits, or a number, after @',
  ],
  [
    'SMS_URL',
    'africastalking://user:key@SYF?endpoint=localhost',
    'must have an endpoint like http://127.0.0.1:8080',
  ],
  [
    'SMS_URL',
    'africastalking://user:ke%y@SYF',
    'has a wrong %: percent-encode user, key and sender ID',
  ],
  [
    'SMS_URL',
    'https://user:ke%y@sms.example.org',
    'has a wrong %: percent-encode user, key and sender ID',
  ],
  ['SMS_FIELDS', 'mobile={to}', 'must have {to} and {text}, such as mobile={to}&text={text}'],
  ['SMS_FIELDS', 'text={text}', 'must have {to} and {text}, such as mobile={to}&text={text}'],
  ['SMS_FIELDS', 'to={to}&text={text}&key=%', 'has a wrong %: percent-encode the values'],
  ['SMS_FIELDS', 'to={phone}&text={text}', 'has the unknown placeholder {phone}'],
  ['SMS_FIELDS', 'to={to}&text={text}&answer.key=1', 'has the unknown name answer.key'],
  ['SMS_PRICE', '0,8', 'must be an amount like 0.8'],
  ['SMS_MONTH_BUDGET', 'KES 5000', 'must be an amount like 5000'],
  ['SMS_DAY_CAP', '-1', 'must be an amount like 500'],
  ['SMS_CURRENCY', 'Ksh', 'must be like KES'],
  ['SMS_RECEIVED', 'yes', 'must be on or off'],
  ['DOCUMENT_MAX_MB', '0', 'must be a number from 1 to 20'],
  ['DOCUMENT_MAX_MB', '21', 'must be a number from 1 to 20'],
  ['DOCUMENT_MAX_MB', '2.5', 'must be a number from 1 to 20'],
  ['CLAMD', 'clamd.example.org', 'must be host:port, or the path of a socket'],
  ['CLAMD', 'tcp://clamd:3310', 'must be host:port, or the path of a socket'],
  ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
  ['RATE_LIMIT', 'yes', 'must be on or off'],
  ['METRICS_TOKEN', 'guess me', 'must be 16 to 200 letters, digits, - or _'],
])('%s=%s is refused in a line that names it', (name, value, reason) => {
  expect(() => readSettings({ [name]: value })).toThrow(new SettingsError(`${name} ${reason}`))
})

test.each(['true', 'false', '0', '2', '10.0.0.0/8', '127.0.0.1, ::1', 'loopback,uniquelocal'])(
  'TRUST_PROXY=%s is taken',
  (value) => {
    expect(() => readSettings({ TRUST_PROXY: value })).not.toThrow()
  },
)

test.each(['yes', '10.0.0.0/99', 'proxy.example.org', '10.0.0.1;10.0.0.2', '-1'])(
  'TRUST_PROXY=%s is refused in a line that names it',
  (value) => {
    expect(() => readSettings({ TRUST_PROXY: value })).toThrow(/^TRUST_PROXY must be/)
  },
)

test.each([
  'https://KEY:SECRET@s3.example.org/documents',
  'http://KEY:SECRET@127.0.0.1:9000/documents/?region=us-east-1',
  'https://test%3Auser:a%2Fsecret%2Bof%3D@s3.example.org/my-docs.2026',
])('DOCUMENTS_S3=%s is taken', (value) => {
  expect(readSettings({ DOCUMENTS_S3: value }).DOCUMENTS_S3).toBe(value)
})

test.each([
  's3://KEY:SECRET@s3.example.org/documents',
  'https://s3.example.org/documents',
  'https://KEY@s3.example.org/documents',
  'https://KEY:SECRET@s3.example.org/',
  'https://KEY:SECRET@s3.example.org/documents/folder',
  'https://KEY:SECRET@s3.example.org/documents?regoin=eu-1',
  'https://KEY:SECRET@s3.example.org/documents?region=',
  'https://KEY:SEC/RET@s3.example.org/documents',
  'https://KEY:SEC%RET@s3.example.org/documents',
])('DOCUMENTS_S3=%s is refused in a line without the secret', (DOCUMENTS_S3) => {
  const sentence = 'DOCUMENTS_S3 must be like https://KEY:SECRET@host/bucket?region=us-east-1'

  expect(() => readSettings({ DOCUMENTS_S3 })).toThrow(new SettingsError(sentence))
})

test.each(['/run/clamav/clamd.ctl', 'localhost:3310', '10.0.0.5:3310', '[::1]:3310'])(
  'CLAMD=%s is taken',
  (value) => {
    expect(readSettings({ CLAMD: value }).CLAMD).toBe(value)
  },
)

test('several invalid settings are named in one line, without their values', () => {
  const variables = { PORT: 'secret-1', RATE_LIMIT: 'secret-2', DATABASE_URL: 'secret-3' }
  let message = ''
  try {
    readSettings(variables)
  } catch (error) {
    message = (error as Error).message
  }

  expect(message).toMatch(/^PORT .*; DATABASE_URL .*; RATE_LIMIT .*$/)
  expect(message).not.toContain('secret')
})

test('SMTP_URL without MAIL_FROM is refused', () => {
  const SMTP_URL = 'smtp://mail.example.org'

  expect(() => readSettings({ SMTP_URL })).toThrow(
    new SettingsError('MAIL_FROM must be set where SMTP_URL is'),
  )
})

test.each([
  'africastalking://foundation:atsk_1@SYFKenya',
  'africastalking://sandbox:k%2F%40y@SYF%20Kenya?endpoint=http://127.0.0.1:8080',
  'africastalking://foundation:key@40404',
])('SMS_URL=%s is taken', (SMS_URL) => {
  expect(readSettings({ SMS_URL }).SMS_URL).toBe(SMS_URL)
})

test('SMS_URL as a web address needs SMS_FIELDS', () => {
  const SMS_URL = 'https://user:p%40ss@sms.example.org/send'
  const SMS_FIELDS = 'mobile={digits}&text={text}&apikey=KEY&answer.success=success:true'

  expect(readSettings({ SMS_URL, SMS_FIELDS }).SMS_FIELDS).toBe(SMS_FIELDS)
  expect(() => readSettings({ SMS_URL })).toThrow(
    new SettingsError('SMS_FIELDS must be set where SMS_URL is a web address'),
  )
})

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATA_DIRS', 'DATA_DIR'],
  ['SMTP_ULR', 'SMTP_URL'],
])('a probable misspelling of a setting is refused: %s', (name, setting) => {
  expect(() => readSettings({ [name]: 'x' })).toThrow(
    `${name} is no setting: did you mean ${setting}?`,
  )
})
