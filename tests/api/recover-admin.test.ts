import { readdir } from 'node:fs/promises'

import { expect, onTestFinished, test, vi } from 'vitest'

import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { setPassword } from '../../server/services/accounts/password-links.ts'
import { authenticate } from '../../server/services/accounts/sessions.ts'
import { signIn } from '../../server/services/accounts/sign-in.ts'
import { unlimited } from '../../server/services/rate-limiter.ts'
import { runCommand } from '../support/command.ts'
import { newData } from '../support/own-server.ts'
import { administrator, locationOf } from '../support/server.ts'

vi.setConfig({ testTimeout: 30_000 })

test('an administrator who lost password and second factor gets a link to set a password', async () => {
  const variables = await newData()
  const { db, engine } = openDatabase(locationOf(variables))
  onTestFinished(() => db.destroy())
  await prepareDatabase(db, engine)
  await createFirstAdministrator(db, administrator.email, administrator.password)
  await db.updateTable('users').set({ secondFactorSince: new Date().toISOString() }).execute()

  const settings = { ...variables, PUBLIC_URL: 'https://www.example.org' }
  const { code, lines } = await runCommand(
    'server/cli/recover-admin.ts',
    settings,
    ` \u200b${administrator.email.toUpperCase()}\u200e`,
  )
  expect(code).toBe(0)
  const [, token = ''] = /^https:\/\/www\.example\.org\/set-password#token=(\S+)$/.exec(lines[1]!)!
  const password = 'dhows sail before the kaskazi'
  await setPassword({ db, limiter: unlimited }, { token, password }, '192.0.2.1')
  const origin = { address: '192.0.2.1', userAgent: undefined }
  const session = await signIn({ db, limiter: unlimited }, { ...administrator, password }, origin)
  expect(session).toMatchObject({ user: { email: administrator.email, secondFactorSince: null } })
  expect(await authenticate(db, (session as { token: string }).token)).toBeDefined()

  const nobody = await runCommand('server/cli/recover-admin.ts', settings, 'nobody@example.org')
  expect(nobody).toEqual({
    code: 1,
    lines: ['There is no administrator with this e-mail address.'],
  })
})

test.skipIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a command without a database says so, and creates none',
  async () => {
    const { DATA_DIR = '' } = await newData()
    const sentence = `There is no database in ${DATA_DIR}: DATA_DIR says where it is.`
    for (const [script, argument] of [
      ['server/cli/recover-admin.ts', administrator.email],
      ['server/cli/doctor.ts', '--repair'],
    ] as const) {
      const { code, lines } = await runCommand(script, { DATA_DIR }, argument)
      expect([code, lines]).toEqual([1, [sentence]])
    }
    expect(await readdir(DATA_DIR)).toEqual([])
  },
)
