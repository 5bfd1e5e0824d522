import { expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { ReportedFinding } from '../../contract/checks.ts'
import { checkJobs } from '../../server/cli/doctor/check-database.ts'
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

test('doctor finds jobs that fail, and jobs that no server has run for three intervals', async () => {
  const server = await startApi()
  expect(await checkJobs(server.db, Date.now())).toEqual([])
  await server.db.schema.alterTable('intakes').renameTo('intakes_away').execute()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const now = Date.now()
  await vi.waitFor(
    async () =>
      expect(
        (await checkJobs(server.db, now)).map(({ level, what }) => `${level}: ${what}`),
      ).toEqual([
        expect.stringMatching(/^warning: The job offers failed at \S+Z: .*intakes/),
        expect.stringMatching(/^warning: The job alerts failed at \S+Z: .*intakes/),
      ]),
    10_000,
  )
  await vi.waitFor(async () => {
    const found = await checkJobs(server.db, now + 4 * 60_000)
    expect(
      found.map(({ what }) => /^The job (\w+ has not run) since \S+Z \(/.exec(what)?.[1]),
    ).toEqual(['emails', 'sms', 'scans', 'offers', 'alerts'].map((name) => `${name} has not run`))
  }, 10_000)
  expect(await readChecks(server.db)).toBeNull()
})
