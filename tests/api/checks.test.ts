import { expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { ReportedFinding } from '../../contract/checks.ts'
import { readChecks } from '../../server/services/last-checks.ts'
import { startApi } from '../support/api.ts'
import { runCommand } from '../support/command.ts'
import { deadPort } from '../support/port.ts'

vi.setConfig({ testTimeout: 30_000 })

const { ask, token, db, variables } = await startApi()

test('administrators read what the last check of the server found', async () => {
  expect(await ask(api.checks, { token })).toMatchObject({ status: 200, text: 'null' })

  // Without a mail server, both commands fail after they have stored the result.
  await runCommand('server/cli/mail-failure.ts', variables, 'foundation-backup')
  const failure = {
    title: 'Backups',
    level: 'problem',
    what: expect.stringMatching(/^The backup of \d+ \w+ \d{4} failed\. /),
    todo: expect.stringContaining('journalctl --unit foundation-backup'),
  }
  const { body: failed } = await ask(api.checks, { token })
  expect(failed.findings).toEqual([failure])

  const broken = { ...variables, CLAMD: `127.0.0.1:${deadPort}` }
  const { lines } = await runCommand('server/cli/doctor.ts', broken, '--mail')
  expect(lines.at(-1)).toBe('No e-mail was sent: SMTP_URL and MAIL_FROM are not set.')
  const { body: checked } = await ask(api.checks, { token })
  expect(checked.at > failed.at).toBe(true)
  const found = checked.findings.map(({ title, level }: ReportedFinding) => `${title} ${level}`)
  expect(found).toEqual(expect.arrayContaining(['Virus scanner problem', 'Backups warning']))
  expect(found.join()).not.toMatch(/note|(?<!Backups )warning|Backups problem/)

  await runCommand('server/cli/mail-failure.ts', variables, 'foundation-doctor')
  expect(await readChecks(db)).toEqual(checked)
  await runCommand('server/cli/mail-failure.ts', variables, 'foundation-backup')
  const { body: both } = await ask(api.checks, { token })
  expect(both).toEqual({ at: checked.at, findings: [failure, ...checked.findings] })

  await runCommand('server/cli/backup.ts', variables)
  await runCommand('server/cli/doctor.ts', variables, '--mail')
  expect((await readChecks(db))?.findings.map(({ title }) => title)).not.toContain('Backups')
})

test('a result that cannot be stored does not end doctor --mail', async () => {
  await db.schema.alterTable('checks').renameTo('checks_away').execute()
  const { lines } = await runCommand('server/cli/doctor.ts', variables, '--mail')
  await db.schema.alterTable('checks_away').renameTo('checks').execute()

  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^The dashboard does not show this: .*checks/),
    expect.stringMatching(/^No e-mail was sent: /),
  ])
})
