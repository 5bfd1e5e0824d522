import { afterAll, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { addUser, setPassword, startApi } from '../support/api.ts'
import { hasLocks, waitingForLocks } from '../support/locks.ts'
import { startMailServer } from '../support/mail-server.ts'
import { deadPort } from '../support/port.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const MAIL_FROM = 'Foundation <attachments@example.org>'
const PUBLIC_URL = 'https://www.example.org'
const withMail = await startApi({ SMTP_URL: mail.url, MAIL_FROM, PUBLIC_URL })
const withDeadServer = await startApi({
  SMTP_URL: `smtp://127.0.0.1:${deadPort}`,
  MAIL_FROM,
  PUBLIC_URL,
})
const withoutMail = await startApi()

test('a link to set a password is e-mailed to its user', async () => {
  const { ask, token } = withMail
  const user = await addUser(ask, token)
  const before = mail.arrived.length
  const { status, body } = await ask(api.users.passwordLink, { token, id: user._id })
  const [arrived, ...others] = mail.arrived.slice(before)

  expect([status, body.emailed]).toEqual([201, true])
  expect(others).toEqual([])
  expect(arrived!.headers.get('from')).toBe('Foundation <attachments@example.org>')
  expect(arrived!.headers.get('to')).toBe(user.email)
  const link = /https:\/\/www\.example\.org\/set-password#token=([\w-]+)/.exec(arrived!.text)
  expect(link?.[0]).toBe(body.url)
  expect((await setPassword(ask, link![1]!, 'the password of a link')).status).toBe(200)
})

test.runIf(hasLocks)(
  'a link is sent to an address that is being corrected, after the correction',
  async () => {
    const { ask, token, db } = withMail
    const user = await addUser(ask, token)
    let asking: ReturnType<typeof ask> | undefined
    await db.transaction().execute(async (transaction) => {
      const email = 'right@example.org'
      await transaction.updateTable('users').set({ email }).where('_id', '=', user._id).execute()
      asking = ask(api.users.passwordLink, { token, id: user._id })
      await expect.poll(() => waitingForLocks(db), { timeout: 15_000 }).toBe(1)
    })

    expect((await asking!).body.emailed).toBe(true)
    expect(mail.arrived.at(-1)!.headers.get('to')).toBe('right@example.org')
  },
)

test('names and addresses add no recipients, headers or links', async () => {
  const { ask, token } = withMail
  const names = [
    'Juma\r\nBcc: eve@example.com',
    'Juma\n\nhttps://evil.example',
    '=?utf-8?q?=0ABcc:?=',
  ]
  const addresses = ['juma,eve@example.com', 'x:juma;eve@example.com', "(eve)juma'--@example.com"]
  for (const [index, name] of names.entries()) {
    const { body: user } = await ask(api.users.create, {
      token,
      body: { name, email: addresses[index] },
    })
    const before = mail.arrived.length
    const { body } = await ask(api.users.passwordLink, { token, id: user._id })
    const [arrived, ...others] = mail.arrived.slice(before)

    expect([body.emailed, others]).toEqual([true, []])
    expect(arrived!.to.replaceAll('"', '')).toBe(addresses[index])
    expect([...arrived!.headers.keys()].toSorted()).toEqual([
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(arrived!.text).toMatch(/^Hello /)
  }
  for (const email of ['juma@example.org\r\nBcc: eve@example.com', 'juma@example.org eve@x.org']) {
    const refused = await ask(api.users.create, { token, body: { name: 'Juma', email } })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['email']])
  }
})

test('the link is in the answer even if the mail server is unreachable', async () => {
  const { ask, token } = withDeadServer
  const user = await addUser(ask, token)
  const { status, body } = await ask(api.users.passwordLink, { token, id: user._id })

  expect([status, body.emailed]).toEqual([201, false])
  expect(body.url).toMatch(/set-password#token=/)
})

test('without PUBLIC_URL no link is e-mailed, because its host could be forged', async () => {
  const { ask, token } = await startApi({
    SMTP_URL: mail.url,
    MAIL_FROM,
    TRUST_PROXY: 'loopback',
  })
  const user = await addUser(ask, token)
  const before = mail.arrived.length
  const headers = { 'x-forwarded-host': 'www.example.com' }
  const { status, body } = await ask(api.users.passwordLink, { token, id: user._id, headers })

  expect([status, body.emailed]).toEqual([201, false])
  expect(body.url).toMatch(/set-password#token=/)
  expect(mail.arrived.length).toBe(before)
})

test('without a mail server nothing is sent, and the answer says so', async () => {
  const { ask, token } = withoutMail
  const user = await addUser(ask, token)
  const { body } = await ask(api.users.passwordLink, { token, id: user._id })

  expect(body.emailed).toBe(false)
})
