import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { choicesOf, newLink, setPassword, startApi, submission } from '../support/api.ts'

const { ask, token, db } = await startApi()

const composed = 'Élégance na Ndão za pwani'
const decomposed = composed.normalize('NFD')
const fullWidth = composed.replace('za', '\uff5a\uff41')

/** A user with this password. */
async function userWith(password: string, email: string) {
  const { body: user } = await ask(api.users.create, { token, body: { name: 'Renée', email } })
  const { status } = await setPassword(ask, await newLink(ask, token, user._id), password)
  expect(status).toBe(200)
  return user as { _id: string; email: string }
}

const login = (email: string, password: string) =>
  ask(api.auth.login, { body: { email, password } })

test('the sign-in reads an e-mail address as the form of users does', async () => {
  const email = 'renée@example.org'
  await userWith(composed, email)
  for (const typed of [
    email.normalize('NFD'),
    `\u200b${email}`,
    `${email}\u200e`,
    ` RENÉE@Example.org\u00a0`,
  ]) {
    expect([typed, (await login(typed, composed)).status]).toEqual([typed, 200])
  }
  for (const typed of ['renée', 'renée@', 'x'.repeat(254), '\u202e']) {
    expect((await login(typed, composed)).status).toBe(typed === '\u202e' ? 422 : 401)
  }
})

test('a password may be typed in any form of the same letters', async () => {
  const { email } = await userWith(decomposed, 'ndao@example.org')
  for (const typed of [composed, decomposed, fullWidth]) {
    const { status, body } = await login(email, typed)
    expect(status).toBe(200)
    const factor = await ask(api.auth.prepareSecondFactor, {
      token: body.token,
      body: { password: typed },
    })
    expect(factor.status).toBe(201)
  }
  expect((await login(email, composed.toLowerCase())).status).toBe(401)

  const { body: session } = await login(email, composed)
  const changed = await ask(api.auth.changePassword, {
    token: session.token,
    body: { currentPassword: fullWidth, password: `${decomposed} tena` },
  })
  expect(changed.status).toBe(200)
  expect((await login(email, `${composed} tena`)).status).toBe(200)
})

test('a password that an earlier version hashed as typed still signs in', async () => {
  const { _id, email } = await userWith(composed, 'zamani@example.org')
  const stored = await hash(decomposed)
  await db.updateTable('users').set({ password: stored }).where('_id', '=', _id).execute()

  expect((await login(email, decomposed)).status).toBe(200)
  expect((await login(email, 'another password')).status).toBe(401)
})

test('a common password in full-width letters is refused', async () => {
  const { body: user } = await ask(api.users.create, {
    token,
    body: { name: 'Omar', email: 'omar@example.org' },
  })
  const wide = Array.from('Qwertyuiop123', (letter) =>
    String.fromCodePoint(letter.codePointAt(0)! + 0xfee0),
  ).join('')
  const { status, body } = await setPassword(ask, await newLink(ask, token, user._id), wide)
  expect([status, body.fields?.password]).toEqual([422, expect.stringMatching(/attackers try/)])
})

test('an applicant proves the application with any form of the e-mail address', async () => {
  const body = submission(await choicesOf(ask), { email: 'mrima-é@example.org' })
  const { body: receipt } = await ask(api.public.submit, { body })
  for (const contact of ['mrima-e\u0301@example.org', '\u200bMrima-É@example.org\u200e']) {
    const { status } = await ask(api.public.ownApplication, {
      body: { reference: receipt.referenceId, contact },
    })
    expect(status).toBe(200)
  }
})
