import { utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { newRecord } from '../../server/services/ids.ts'
import { runCommand } from '../support/command.ts'
import { startMailServer } from '../support/mail-server.ts'
import { newData } from '../support/own-server.ts'
import { deadPort } from '../support/port.ts'
import { mailSettings } from '../support/sent-emails.ts'
import { administrator, locationOf } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const mail = await startMailServer()
afterAll(() => mail.stop())
beforeEach(() => void mail.arrived.splice(0))

const PUBLIC_URL = 'https://www.example.org'

/** A new site with two administrators, an invited one who cannot sign in yet, and a user. */
async function newSite() {
  const dataDir = await temporaryFolder()
  const variables = { DATA_DIR: dataDir, ...(await newData()) }
  const { db, engine } = openDatabase(locationOf(variables))
  await prepareDatabase(db, engine)
  await createFirstAdministrator(db, administrator.email, administrator.password)
  const first = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const others = [
    { email: 'second@example.org' },
    { email: 'invited@example.org', password: null },
    { email: 'user@example.org', role: 'user' as const },
  ]
  for (const other of others) {
    await db
      .insertInto('users')
      .values({ ...first, ...newRecord(), ...other })
      .execute()
  }
  await db.destroy()
  const settings = { ...variables, ...mailSettings(mail), PUBLIC_URL, CALLED_AS: 'foundation' }
  return { variables: settings, dataDir: variables.DATA_DIR }
}

const recipients = () => mail.arrived.map(({ to }) => to).toSorted()
const everyone = [administrator.email, 'second@example.org'].toSorted()

test.skipIf(isPostgres)(
  'doctor e-mails what is wrong to the administrators, once a day',
  async () => {
    const { variables, dataDir } = await newSite()
    const broken = { ...variables, CLAMD: `127.0.0.1:${deadPort}` }
    const first = await runCommand('server/cli/doctor.ts', broken, '--mail')

    expect(first.lines.at(-1)).toBe('Sent an e-mail to 2 of 2 administrators')
    expect(first.code).toBe(1)
    expect(recipients()).toEqual(everyone)
    const [{ headers, text }] = mail.arrived as [(typeof mail.arrived)[number]]
    expect(headers.get('subject')).toMatch(
      /^https:\/\/www\.example\.org: (a problem|\d problems) on the server$/,
    )
    expect(text).toContain('The daily check of https://www.example.org found')
    expect(text).toMatch(/Virus scanner: .+\n→ /)
    expect(text).toMatch(/Backups: There is no backup in .+\n→ Run foundation backup every day/)
    expect(text).not.toContain('warning')

    const again = await runCommand('server/cli/doctor.ts', broken, '--mail')
    expect(again.lines.at(-1)).toBe('The administrators have got an e-mail about this today')
    const failed = await runCommand('server/cli/mail-failure.ts', broken, 'foundation-doctor')
    expect(failed.lines).toEqual(['The administrators have got an e-mail about this today'])
    expect(recipients()).toEqual(everyone)

    const yesterday = Date.now() / 1000 - 21 * 3600
    await utimes(join(dataDir, 'foundation-doctor.told'), yesterday, yesterday)
    await runCommand('server/cli/doctor.ts', broken, '--mail')
    expect(mail.arrived.length).toBe(4)
  },
)

test('a failed backup is told in words, with what to do', async () => {
  const { variables } = await newSite()
  const { code, lines } = await runCommand(
    'server/cli/mail-failure.ts',
    variables,
    'foundation-backup',
  )

  expect([code, lines]).toEqual([0, ['Sent an e-mail to 2 of 2 administrators']])
  expect(mail.arrived[0]!.headers.get('subject')).toBe('https://www.example.org: the backup failed')
  expect(mail.arrived[0]!.text).toContain('journalctl --unit foundation-backup')
})

test('without a database, the e-mail goes to ADMIN_EMAIL', async () => {
  const settings = { ...mailSettings(mail), ADMIN_EMAIL: 'owner@example.org' }
  const DATA_DIR = join(await temporaryFolder(), 'no-such-folder')
  const variables = { ...settings, DATA_DIR }
  const { code } = await runCommand('server/cli/mail-failure.ts', variables, 'foundation-backup')

  expect([code, recipients()]).toEqual([0, ['owner@example.org']])
})

test.skipIf(isPostgres)(
  'an e-mail that cannot be sent is an error, and is tried again',
  async () => {
    const { variables } = await newSite()
    const away = { ...variables, SMTP_URL: `smtp://127.0.0.1:${deadPort}` }
    const failed = await runCommand('server/cli/mail-failure.ts', away, 'foundation-backup')
    expect([failed.code, failed.lines]).toEqual([
      1,
      ['No e-mail was sent: the mail server cannot be used (ESOCKET).'],
    ])
    const { SMTP_URL: _, ...without } = variables
    const off = await runCommand('server/cli/mail-failure.ts', without, 'foundation-backup')
    expect([off.code, off.lines]).toEqual([
      1,
      ['No e-mail was sent: SMTP_URL and MAIL_FROM are not set.'],
    ])

    await runCommand('server/cli/mail-failure.ts', variables, 'foundation-backup')
    expect(recipients()).toEqual(everyone)
  },
)
