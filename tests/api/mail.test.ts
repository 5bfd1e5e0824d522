import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { addUser, setPassword, startApi } from '../support/api.ts'
import { hasLocks, waitingForLocks } from '../support/locks.ts'
import { deadPort, listenLocally } from '../support/port.ts'

const received: string[] = []
const recipients: string[] = []
const server = createServer((socket) => {
  let message: string[] | undefined
  socket.write('220 test\r\n')
  createInterface(socket).on('line', (line) => {
    if (!message) {
      if (line === 'DATA') message = []
      if (line.startsWith('RCPT ')) recipients.push(line.replaceAll('"', ''))
      socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
    } else if (line === '.') {
      received.push(message.join('\n').replaceAll('=\n', '').replaceAll('=3D', '='))
      message = undefined
      socket.write('250 ok\r\n')
    } else message.push(line)
  })
  socket.on('error', () => {})
})
const MAIL_FROM = 'Foundation <attachments@example.org>'
const SMTP_URL = `smtp://127.0.0.1:${await listenLocally(server)}`
const PUBLIC_URL = 'https://www.example.org'
const withMail = await startApi({ SMTP_URL, MAIL_FROM, PUBLIC_URL })
const withDeadServer = await startApi({
  SMTP_URL: `smtp://127.0.0.1:${deadPort}`,
  MAIL_FROM,
})
const withoutMail = await startApi()

test('a link to set a password is e-mailed to its user', async () => {
  const { ask, token } = withMail
  const user = await addUser(ask, token)
  received.length = 0
  const { status, body } = await ask(api.users.passwordLink, { token, id: user._id })

  expect([status, body.emailed]).toEqual([201, true])
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/^From: Foundation <attachments@example\.org>$/m)
  expect(received[0]).toMatch(new RegExp(`^To: ${user.email}$`, 'm'))
  const link = /https:\/\/www\.example\.org\/set-password#token=([\w-]+)/.exec(received[0]!)
  expect(link?.[0]).toBe(body.url)
  expect((await setPassword(ask, link![1]!, 'the password of a link')).status).toBe(200)
})

test.runIf(hasLocks)('a link waits for who is correcting its address', async () => {
  const { ask, token, db } = withMail
  const user = await addUser(ask, token)
  received.length = 0
  let asking: ReturnType<typeof ask> | undefined
  await db.transaction().execute(async (transaction) => {
    const email = 'right@example.org'
    await transaction.updateTable('users').set({ email }).where('_id', '=', user._id).execute()
    asking = ask(api.users.passwordLink, { token, id: user._id })
    await expect.poll(() => waitingForLocks(db), { timeout: 15_000 }).toBe(1)
  })

  expect((await asking!).body.emailed).toBe(true)
  expect(received[0]).toMatch(/^To: right@example\.org$/m)
})

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
    received.length = recipients.length = 0
    const { body } = await ask(api.users.passwordLink, { token, id: user._id })
    const [head = '', text = ''] = (received[0] ?? '').split('\n\n', 2)

    expect([body.emailed, recipients]).toEqual([true, [`RCPT TO:<${addresses[index]}>`]])
    expect(head.match(/^[\w-]+(?=:)/gm)?.toSorted()).toEqual(
      [
        'Content-Transfer-Encoding',
        'Content-Type',
        'Date',
        'From',
        'MIME-Version',
        'Message-ID',
        'Subject',
        'To',
      ].toSorted(),
    )
    expect(text.split('\n')[0]).toMatch(/^Hello /)
  }
  for (const email of ['juma@example.org\r\nBcc: eve@example.com', 'juma@example.org eve@x.org']) {
    const refused = await ask(api.users.create, { token, body: { name: 'Juma', email } })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['email']])
  }
})

test('where the mail server is not there the link is answered all the same', async () => {
  const { ask, token } = withDeadServer
  const user = await addUser(ask, token)
  const { status, body } = await ask(api.users.passwordLink, { token, id: user._id })

  expect([status, body.emailed]).toEqual([201, false])
  expect(body.url).toMatch(/set-password#token=/)
})

test('without mail nothing is sent, and the answer says so', async () => {
  const { ask, token } = withoutMail
  const user = await addUser(ask, token)
  const { body } = await ask(api.users.passwordLink, { token, id: user._id })

  expect(body.emailed).toBe(false)
})
