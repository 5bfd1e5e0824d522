import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  rmdir,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql, type RawBuilder } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import packageJson from '#package' with { type: 'json' }
import { isBuilt } from '../../bin/prepare.js'
import { openDatabase, prepareDatabase, sqliteFile } from '../../server/database/open.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import type { Database, OutboxTable } from '../../server/database/tables.ts'
import { checkDatabase } from '../../server/cli/doctor/check-database.ts'
import { checkDataFolder } from '../../server/cli/doctor/check-machine.ts'
import { findSettingsFiles } from '../../server/cli/doctor/check-modes.ts'
import { checkRecords } from '../../server/cli/doctor/check-records.ts'
import { runChecks } from '../../server/cli/doctor.ts'
import type { DoctorEnvironment } from '../../server/cli/doctor/finding.ts'
import { enqueueMessage } from '../../server/services/messages/outbox.ts'
import { readSettings } from '../../server/settings.ts'
import { addMadeUpApplications } from '../support/api.ts'
import { runCommand } from '../support/command.ts'
import { deadPort } from '../support/port.ts'
import { noSettings } from '../support/no-settings.ts'
import { newData, preparedData } from '../support/own-server.ts'
import { administrator, locationOf } from '../support/server.ts'
import { withoutRoot } from '../support/without-root.ts'

vi.setConfig({ testTimeout: 30_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

/** A database as a first start leaves it, with some applications. */
async function newSystem(applications = 3) {
  const variables = await preparedData()
  const location = locationOf(variables)
  const { db } = openDatabase(location)
  await addMadeUpApplications(db, applications)
  await db.destroy()
  return { variables, location }
}

async function change(
  { location }: Awaited<ReturnType<typeof newSystem>>,
  work: (db: Database) => Promise<unknown>,
) {
  const { db } = openDatabase(location)
  await work(db)
  await db.destroy()
}

/** Without the problem of a stale build: tests need no build. */
function problemsIn(lines: string[]) {
  return lines.filter((line) => line.startsWith('problem') && !line.startsWith('problem  Pages:'))
}

test('a healthy system has no problems, only warnings', async () => {
  const { variables } = await newSystem()
  const { code, lines } = await runCommand('server/cli/doctor.ts', variables)

  expect(problemsIn(lines)).toEqual([])
  expect(code).toBe(isBuilt() ? 0 : 1)
  expect(lines).toContain('ok       Database')
  expect(lines).toContain(
    'note     Website: 3 events, 1 job and 1 consultancy call are kept past their date',
  )
  expect(lines.join('\n')).toMatch(/warning {2}Backups: There is no backup in .*\n +→ Run npm run/)
  expect(lines.at(-1)).toMatch(/^(0 problems|1 problem), (1 warning|[2-9] warnings)$/)
})

test('before a return, doctor names the editors, whom 0.1.0 does not know', async () => {
  const { variables, location } = await newSystem(0)
  const { db } = openDatabase(location)
  await db.updateTable('users').set({ role: 'editor' }).execute()
  await db.destroy()
  const { code, lines } = await runCommand('server/cli/doctor.ts', variables, '--before-return')

  expect(code).toBe(1)
  expect(lines[0]).toBe(`Version ${packageJson.version}`)
  expect(lines).toContain(
    `problem  Return to the release before: ${administrator.email} is an editor, which the release before this one does not know`,
  )
})

test('command lines in the output fit the way doctor was called', async () => {
  const { variables } = await newSystem(1)
  const wrong = await runCommand('server/cli/doctor.ts', variables, '--nonsense')
  expect(wrong.lines.at(-1)).toBe(
    'Usage: npm run doctor -- [--backups FOLDER] [--thorough] [--before-return] [--mail] [--repair [--remove-unknown-documents]]',
  )

  const installed = { ...variables, CALLED_AS: 'foundation' }
  const { lines } = await runCommand('server/cli/doctor.ts', installed)
  expect(lines.join('\n')).toMatch(/Run foundation backup every day/)
  const wrongToo = await runCommand('server/cli/doctor.ts', installed, '--nonsense')
  expect(wrongToo.lines.at(-1)).toBe(
    'Usage: foundation doctor [--backups FOLDER] [--thorough] [--before-return] [--mail] [--repair [--remove-unknown-documents]]',
  )
  for (const file of ['deploy/foundation', 'deploy/Containerfile']) {
    expect(await readFile(file, 'utf8')).toContain('CALLED_AS=foundation')
  }
})

test('the installed wrapper scripts refuse unknown commands and list the known ones', async () => {
  for (const file of ['deploy/foundation', 'deploy/in-container']) {
    for (const args of [[], ['--help'], ['seed']]) {
      const { status, stderr } = spawnSync('sh', [file, ...args], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([
        2,
        'Name a command: backup, restore, move, doctor or recover-admin. Each has --help.\n',
      ])
    }
  }
})

test.skipIf(isPostgres)('--help of every command prints its options', async () => {
  for (const name of ['backup', 'restore', 'move', 'doctor', 'recover-admin', 'seed']) {
    const { code, lines } = await runCommand(`server/cli/${name}.ts`, {}, '--help')
    expect([code, lines]).toEqual([0, [expect.stringMatching(`^Usage: npm run ${name} -- `)]])
  }
})

test.skipIf(isPostgres)('a reader that ends early, such as head, causes no error', async () => {
  const { variables } = await newSystem(1)
  const { stderr } = spawnSync('sh', ['-c', '"$0" server/cli/doctor.ts | true', process.execPath], {
    env: { PATH: process.env['PATH'], ...noSettings, ...variables },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
})

test('the version of the content is stored again at the next start', async () => {
  const system = await newSystem(1)
  const count = (db: Database) => db.selectFrom('content').select('_id').execute()
  await change(system, async (db) => {
    const before = await count(db)
    await db.deleteFrom('content_version').execute()
    const { db: opened, engine } = openDatabase(system.location)
    await prepareDatabase(opened, engine)
    await opened.destroy()
    expect(await count(db)).toEqual(before)
    expect(await checkRecords(db, Date.now())).toEqual([])
  })
})

test('a problem makes the exit code 1', async () => {
  const system = await newSystem()
  await change(system, (db) => db.updateTable('users').set({ role: 'user' }).execute())
  const { code, lines } = await runCommand('server/cli/doctor.ts', system.variables)

  expect(code).toBe(1)
  expect(lines).toContain('problem  Database: There is no administrator')
})

const day = 24 * 60 * 60 * 1000
const someUser = sql`(select _id from users limit 1)`
const newId = sql.lit('01980000-0000-7000-8000-000000000000')
const nobody = sql.lit('01980000-0000-7000-8000-00000000dead')
const now = sql.lit(new Date().toISOString())

const hoursAgo = (hours: number) => sql.lit(new Date(Date.now() - (hours / 24) * day).toISOString())

/** An intake that has been open for two days, without places. */
const intake = sql`insert into intakes (_id, name, "opensAt", "closesAt", "startsOn", "endsOn",
    "answerDays", "autoPromote", "nameKey", "searchText", "createdAt", "updatedAt")
  values (${newId}, 'x', ${hoursAgo(48)}, ${hoursAgo(-48)}, '2100-01-01', '2100-02-01', 7, false,
    'x', 'x', ${hoursAgo(72)}, ${hoursAgo(72)})`

const impossible: [sentence: RegExp, ...causes: RawBuilder<unknown>[]][] = [
  [/^There is no administrator/, sql`update users set role = 'user'`],
  [/^No administrator has a password/, sql`update users set password = null`],
  [
    /^Rows of sessions refer to rows of users that do not exist: 1 \(sessions 01980000-/,
    sql`insert into sessions (_id, "tokenHash", "user", "createdAt", "usedAt")
      values (${newId}, 'x', ${nobody}, ${now}, ${now})`,
  ],
  [
    /^Rows of password_links refer to rows of users that do not exist: 1 \(password_links by user /,
    sql`insert into password_links ("tokenHash", "user", "expiresAt")
      values ('x', ${nobody}, ${now})`,
  ],
  [
    /^Applications are declined, but accepted or not archived: 3 \(/,
    sql`update attachments set declined_reason = 'dates', is_archived = false`,
  ],
  [/^Applications cannot be found by searching: 3 \(/, sql`delete from search_texts`],
  [
    /^Applications have an outdated status in the search: 3 \(/,
    sql`update search_texts set is_accepted = not is_accepted`,
  ],
  [
    /^Applications have outdated words in the search: 3 \(/,
    sql`update search_texts set text = 'something else'`,
  ],
  [
    /^Applications were received, but are missing and were not deleted: 1 /,
    sql`insert into history (_id, "createdAt", action, entity, record)
      values (${newId}, ${now}, 'submit', 'attachment', ${nobody})`,
  ],
  [
    /^Receipts belong to missing applications, more than were deleted: 1$/,
    sql`insert into idempotency_keys (key, fingerprint, "referenceId", "createdAt")
      values ('x', 'x', 'SPH-2026-00000000', ${now})`,
  ],
  [
    /^Applications have a malformed reference ID: 1 \(/,
    sql`update attachments set "referenceId" = 'odd' where _id = (select _id from attachments limit 1)`,
  ],
  [
    /^Applications were changed before they were created: 3 \(/,
    sql`update attachments set "updatedAt" = '2020-01-01T00:00:00.000Z'`,
  ],
  [
    /^Entries of attachments were created in the future: 3 \(/,
    sql`update attachments set "createdAt" = '2100-01-01T00:00:00.000Z',
      "updatedAt" = '2100-01-01T00:00:00.000Z'`,
  ],
  [
    /^Rows of outbox refer to rows of attachments that do not exist: 1 /,
    sql`insert into outbox (_id, "createdAt", attachment, kind, state, "dueAt", "giveUpAt", tries, doubts)
      values (${newId}, ${now}, ${nobody}, 'received', 'waiting', ${now}, ${now}, 0, 0)`,
  ],
  [/^The content has 0 versions, and not 1/, sql`delete from content_version`],
  [
    /^Published items of the content are wrong: team\/amina-mfano: Portrait: This is missing\./,
    sql`update content set published = '{"name":"Amina","role":"x","text":"x"}'
      where slug = 'amina-mfano'`,
  ],
  [
    /^Entries of sessions were created in the future: 1 \(/,
    sql`insert into sessions (_id, "tokenHash", "user", "createdAt", "usedAt")
      values (${newId}, 'x', ${someUser}, '2100-01-01T00:00:00.000Z', ${now})`,
  ],
  [
    /^Offers of intakes have no place: .* \(2\)$/,
    intake,
    sql`update attachments set intake = ${newId}, is_accepted = true, "offerState" = 'open',
      department = (select _id from departments limit 1)`,
    sql`insert into intake_places (intake, department, places)
      values (${newId}, (select _id from departments limit 1), 1)`,
  ],
  [
    /^Accepted applications of an intake have no offer, .*: 3 \(/,
    intake,
    sql`update attachments set intake = ${newId}, is_accepted = true`,
  ],
  [
    /^Applications have an open or confirmed offer, but are not accepted: 3 \(/,
    sql`update attachments set "offerState" = 'open', is_accepted = false`,
  ],
  [
    /^Offers were confirmed after the time to answer: 3 \(/,
    sql`update attachments set "offerState" = 'confirmed', "answerBy" = '2026-03-01T20:59:59.999Z',
      "answeredAt" = '2026-03-01T21:00:00.000Z'`,
  ],
  [
    /^Open offers are overdue by more than an hour, .*: 3 \(/,
    sql`update attachments set "offerState" = 'open', "answerBy" = ${hoursAgo(1.1)}`,
  ],
  [
    /^Confirmed offers have no placement, .*: 3 \(/,
    sql`update attachments set "offerState" = 'confirmed', is_accepted = true`,
  ],
  [
    /^Applications belong to an intake that does not exist: 3 \(/,
    sql`update attachments set intake = ${nobody}`,
  ],
  [
    /^Applications are on a waiting list, although they are accepted or archived: 3 \(/,
    sql`update attachments set "waitingOrder" = 1, is_archived = true`,
  ],
  [
    /^People wait for the e-mail that an intake is open, .*: 1 \(/,
    intake,
    sql`insert into intake_alerts (_id, "createdAt", email, language, "dueAt", tries)
      values (${newId}, ${hoursAgo(25)}, 'x', 'en', ${now}, 0)`,
  ],
]

test('every impossible state is reported, a possible one is not', async () => {
  const { location } = await newSystem()
  const { db } = openDatabase(location)
  const rollBack = new Error('roll back')
  const findingsAfter = async (statements: RawBuilder<unknown>[]) => {
    let found: string[] = []
    const changed = db.transaction().execute(async (transaction) => {
      await (
        isPostgres
          ? sql`set local session_replication_role = replica`
          : sql`pragma defer_foreign_keys = on`
      ).execute(transaction)
      for (const statement of statements) await statement.execute(transaction)
      const findings = await checkRecords(transaction, Date.now())
      found = findings.map(({ what }) => what)
      throw rollBack
    })
    await expect(changed).rejects.toBe(rollBack)
    return found
  }

  for (const [sentence, ...statements] of impossible) {
    expect(await findingsAfter(statements)).toContainEqual(expect.stringMatching(sentence))
  }
  const entry = (_id: typeof newId, action: string) =>
    sql`insert into history (_id, "createdAt", action, entity, record)
      values (${_id}, ${now}, ${sql.lit(action)}, 'attachment', ${nobody})`
  expect(await findingsAfter([entry(newId, 'submit'), entry(nobody, 'delete')])).toEqual([])
  const department = sql`(select _id from departments limit 1)`
  const offers = [
    intake,
    sql`update attachments set intake = ${newId}, is_accepted = true, "offerState" = 'open',
      "answerBy" = ${hoursAgo(-48)}, department = ${department}`,
    sql`insert into intake_places (intake, department, places) values (${newId}, ${department}, 2)`,
    sql`insert into history (_id, "createdAt", action, entity, record, note)
      values (${newId}, ${now}, 'accept', 'attachment', (select _id from attachments limit 1), 'x')`,
  ]
  const found = await findingsAfter(offers)
  expect(found.filter((what) => what.includes('offer'))).toEqual([])
  await db.destroy()
})

test('overdue, late and failed messages are reported', async () => {
  const system = await newSystem(1)
  const { db } = openDatabase(system.location)
  onTestFinished(() => db.destroy())
  const [{ _id }] = (await db.selectFrom('attachments').select('_id').execute()) as [
    { _id: string },
  ]
  await inTransaction(db, (transaction) => enqueueMessage(transaction, 'received', [_id]))
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
  const findingsWith = async (changes: Partial<OutboxTable>) => {
    await db
      .updateTable('outbox')
      .set({ tries: 0, ...changes })
      .execute()
    return (await checkRecords(db, Date.now())).map(({ level, what }) => `${level}: ${what}`)
  }

  expect(await findingsWith({ state: 'waiting' })).toEqual([])
  expect(await findingsWith({ dueAt: ago(day / 24) })).toEqual([
    'problem: Messages to applicants are overdue, and no server sends them: 1',
  ])
  expect(await findingsWith({ createdAt: ago(1.1 * day), dueAt: ago(-day / 24) })).toEqual([
    'warning: Messages to applicants have waited for more than a day: 1',
  ])
  expect(await findingsWith({ state: 'failed', endedAt: ago(6 * day) })).toEqual([
    'warning: Messages to applicants of the last week failed, or may not have arrived: 1',
  ])
  expect(await findingsWith({ endedAt: ago(8 * day) })).toEqual([])

  const since = ago(day)
  const pause = { _id: 1, since, trouble: 'sending limit', reply: '550 5.4.5' } as const
  await db.insertInto('email_pause').values(pause).execute()
  expect(await findingsWith({})).toEqual([
    `problem: No e-mail has been sent since ${since}, because the mail server refuses the sender (sending limit, 550 5.4.5)`,
  ])
})

test('--repair rebuilds search texts', async () => {
  const system = await newSystem()
  await change(system, async (db) => {
    await sql`update search_texts set text = 'something else'`.execute(db)
    await sql`delete from search_texts where _id in (select _id from search_texts limit 1)`.execute(
      db,
    )
  })
  expect((await runCommand('server/cli/doctor.ts', system.variables)).code).toBe(1)
  const { code, lines } = await runCommand('server/cli/doctor.ts', system.variables, '--repair')

  expect([code, lines[0]]).toEqual([
    isBuilt() ? 0 : 1,
    expect.stringMatching(/^Rebuilt 3 search texts/),
  ])
  expect(problemsIn(lines)).toEqual([])
})

const whatOf = async (system: Awaited<ReturnType<typeof newSystem>>, at = Date.now()) => {
  const findings = await checkDatabase(system.location, at)
  for (const { todo } of findings) expect(todo).toMatch(/\.$|^chmod|^In psql|^apt/)
  return findings.map(({ what }) => what)
}

test('a database of another version, an empty and an unreachable one are reported', async () => {
  const system = await newSystem()
  expect(await whatOf(system)).toEqual([])

  const last = sql`select max(name) as name from kysely_migration`
  const older = await newSystem()
  await change(older, (db) => sql`delete from kysely_migration where name = (${last})`.execute(db))
  expect(await whatOf(older)).toEqual([
    expect.stringMatching(/^The database is of an older version \(missing: \d{4}-.*\)/),
  ])

  const migrate = (name: string) =>
    change(system, (db) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '2099-01-01T00:00:00.000Z')`.execute(
        db,
      ),
    )
  await migrate('9998-add')
  expect(await whatOf(system)).toEqual([
    'A newer version has changed the tables (9998-add), and this one works with them',
  ])
  await migrate('9999-drop-needs-99.0.0')
  expect(await whatOf(system)).toEqual([
    'The database belongs to a newer version (9999-drop-needs-99.0.0)',
  ])

  const [finding] = await checkDatabase(locationOf(await newData()), Date.now())
  expect(finding?.what).toMatch(isPostgres ? /^The database is empty/ : /^There is no database in/)

  const away = `postgres://foundation:secret@127.0.0.1:${deadPort}/foundation`
  const [gone] = await checkDatabase({ databaseUrl: away, dataDir: '' }, Date.now())
  expect(gone?.what).toMatch(/^The database does not answer as it should/)
  expect(gone?.what).not.toContain('secret')
})

test.runIf(isPostgres)(
  'unsafe settings, damage, leftovers, a missing index and a wrong clock of PostgreSQL are reported',
  async () => {
    const system = await newSystem()
    const name = new URL(system.location.databaseUrl!).pathname.slice(1)
    const previous = `${name}_before_restore_2026`
    await change(system, async (db) => {
      await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(db)
      await sql`update pg_index set indisvalid = false
        where indexrelid = '"attachments_createdAt"'::regclass`.execute(db)
      await sql`alter table attachments add constraint odd check (gender <> 'x') not valid`.execute(
        db,
      )
      await sql`drop index search_texts_trigrams`.execute(db)
      await sql`create schema before_restore_2026`.execute(db)
      await sql`create database ${sql.id(previous)}`.execute(db)
    })
    onTestFinished(() => change(system, (db) => sql`drop database ${sql.id(previous)}`.execute(db)))

    expect(await whatOf(system, Date.now() + 60_000)).toEqual([
      'synchronous_commit is off: acknowledged changes can be lost',
      'The index "attachments_createdAt" is not valid',
      'The constraint odd is not validated',
      `The database ${previous} still has the data from before a restore`,
      'The schema before_restore_2026 still has the data from before a restore',
      'Searching has no index and is slow',
      expect.stringMatching(/^The clocks of this machine and of PostgreSQL differ by (59|60|61) s/),
    ])
  },
)

test.skipIf(isPostgres)('a damaged SQLite file and dangling references are reported', async () => {
  const dangling = await newSystem()
  await change(dangling, async (db) => {
    await sql`pragma foreign_keys = off`.execute(db)
    await sql`delete from institutions`.execute(db)
  })
  expect(await whatOf(dangling)).toContainEqual(
    expect.stringMatching(
      /^Rows of attachments refer to rows of institutions that do not exist: 3 /,
    ),
  )

  const damaged = await newSystem(300)
  await truncate(sqliteFile(damaged.location.dataDir), 200_000)
  expect(await whatOf(damaged)).not.toEqual([])
})

test.skipIf(isPostgres)(
  'a file without permission gets no advice to restore a backup',
  async () => {
    const { location } = await newSystem()
    await chmod(location.dataDir, 0o755)
    await chmod(sqliteFile(location.dataDir), 0o000)
    const found = await withoutRoot(() => checkDatabase(location, Date.now()))

    expect(found).toEqual([
      {
        level: 'problem',
        what: 'The database does not answer as it should: unable to open database file: do the files belong to the user that runs the server?',
        todo: expect.stringMatching(/^Solve that first/),
      },
    ])
  },
)

/** Checks outside the database, the same on both engines. */
const folder = await mkdtemp(join(tmpdir(), 'foundation-test-'))
afterAll(() => rm(folder, { recursive: true }))
const settings = { DATA_DIR: folder, PUBLIC_URL: 'http://localhost:3000' }
const noDatabase = `problem: There is no database in ${folder}`
const noBackup = `warning: There is no backup in ${folder}`
const noScanner =
  'warning: No virus scanner is set up: staff read "not checked for viruses" at each document'
const noMail =
  'warning: E-mail is not set up: messages to applicants become files, and links to set a password must be passed on by hand'

/** The findings for a healthy system without a database, a backup and mail. */
async function findingsFor(overrides: Partial<DoctorEnvironment>) {
  const environment: DoctorEnvironment = {
    variables: settings,
    nodeVersion: '24.21.0',
    freeBytes: async () => 1e12,
    settingsFiles: async () => [],
    isBuilt: () => true,
    now: Date.now,
    backups: folder,
    isThorough: false,
    ...overrides,
  }
  const found: string[] = []
  for await (const { findings } of runChecks(environment)) {
    for (const { level, what } of findings) found.push(`${level}: ${what}`)
  }
  return found
}

const expected = [noDatabase, noScanner, noBackup, noMail]

/** All findings except those that are expected without database, backup, mail and virus scanner. */
const newFindings = async (overrides: Partial<DoctorEnvironment>) =>
  (await findingsFor(overrides)).filter((what) => !expected.includes(what))

const deviations: [what: string, overrides: Partial<DoctorEnvironment>, findings: string[]][] = [
  [
    'unknown and misspelled settings',
    { variables: { ...settings, PORTT: '1', HOME: '/', OTHER: 'x' } },
    ['warning: PORTT is no setting and has no effect'],
  ],
  [
    'a misspelled setting without which the server would use another database',
    { variables: { ...settings, DATABSE_URL: 'x' } },
    ['problem: DATABSE_URL is no setting: did you mean DATABASE_URL?'],
  ],
  [
    'unsafe settings',
    { variables: { DATA_DIR: folder, RATE_LIMIT: 'off', ADMIN_PASSWORD: 'the secret of it' } },
    [
      'warning: RATE_LIMIT is off: passwords can be tried without limit',
      'warning: PUBLIC_URL is not set: e-mails contain no links, and password links are not e-mailed',
      'warning: ADMIN_PASSWORD is still set; only the very first start reads it',
    ],
  ],
  [
    'a public address without TLS',
    { variables: { ...settings, PUBLIC_URL: 'http://www.example.org' } },
    ['warning: PUBLIC_URL is http: passwords and applications travel unencrypted'],
  ],
  [
    'a proxy that anybody can be',
    { variables: { ...settings, TRUST_PROXY: 'true', HOST: '::' } },
    [
      'warning: TRUST_PROXY is true and HOST is ::: whoever reaches the port can pretend to be another visitor',
    ],
  ],
  ['a local proxy', { variables: { ...settings, TRUST_PROXY: 'true', HOST: '127.0.0.1' } }, []],
  [
    'an untrusted proxy',
    { variables: { ...settings, PUBLIC_URL: 'https://example.org' } },
    ['warning: PUBLIC_URL is https, but no proxy is trusted: all visitors count as one'],
  ],
  [
    'an old Node',
    { nodeVersion: '20.20.0' },
    ['problem: This is Node 20.20.0, the server needs 24'],
  ],
  [
    'a stale build',
    { isBuilt: () => false },
    ['problem: The pages are not built, or built from other sources'],
  ],
  [
    'a wrong clock',
    { now: () => 0 },
    ['problem: The clock of this machine says 1970-01-01T00:00:00.000Z'],
  ],
  ['a full disk', { freeBytes: async () => 99e6 }, [`problem: Only 99 MB are free for ${folder}`]],
  [
    'a nearly full disk',
    { freeBytes: async () => 400e6 },
    [`warning: Only 400 MB are free for ${folder}`],
  ],
  [
    'a missing folder',
    { variables: { ...settings, DATA_DIR: join(folder, 'no') } },
    [
      `problem: There is no folder ${join(folder, 'no')}`,
      `problem: There is no database in ${join(folder, 'no')}`,
    ],
  ],
  [
    'an unreachable mail server',
    {
      variables: {
        ...settings,
        SMTP_URL: `smtp://somebody:secret@127.0.0.1:${deadPort}`,
        MAIL_FROM: 'a@example.org',
      },
    },
    ['problem: The mail server cannot be used (ESOCKET)'],
  ],
]

describe.skipIf(isPostgres)('outside the database', () => {
  test('missing parts are reported; an invalid setting ends the checks', async () => {
    expect(await findingsFor({})).toEqual(expected)
    expect(await findingsFor({ variables: { PORT: 'http' } })).toEqual([
      'problem: PORT must be a number from 0 to 65535',
    ])
  })

  test.each(deviations)('%s: reported alone', async (_what, overrides, findings) => {
    expect(await newFindings(overrides)).toEqual(findings)
  })

  test('files of settings that others can read are reported, also those of the service', async () => {
    const [own, ofService] = [join(folder, '.env'), join(folder, 'settings.env')]
    const program = `#!/bin/sh\necho '${ofService} (ignore_errors=no)'\n`
    await writeFile(join(folder, 'systemctl'), program, { mode: 0o700 })
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const settingsFiles = () => findSettingsFiles({ ENV_FILE: own })
    expect(await newFindings({ settingsFiles })).toEqual([])
    for (const file of [own, ofService]) await writeFile(file, '', { mode: 0o640 })
    expect(await newFindings({ settingsFiles })).toEqual([])
    const openToOthers = [0o644, 0o660] as const
    for (const [index, file] of [own, ofService].entries()) await chmod(file, openToOthers[index]!)
    const sentence = (file: string) =>
      `warning: Other users of this machine can read or change ${file}, which has passwords and keys`
    expect(await newFindings({ settingsFiles })).toEqual([sentence(own), sentence(ofService)])
    // As doctor says.
    execFileSync('chmod', ['u=rw,g-wx,o=', own, ofService])
    expect(await newFindings({ settingsFiles })).toEqual([])
  })

  test('a readable data folder and leftovers of a restore are reported', async () => {
    await chmod(folder, 0o755)
    expect(await newFindings({})).toEqual([
      `warning: Other users of this machine can read ${folder}`,
    ])
    await mkdir(join(folder, 'backups'), { mode: 0o755 })
    expect(await newFindings({})).toEqual([
      `warning: Other users of this machine can read ${folder}, ${join(folder, 'backups')}`,
    ])
    // As doctor says.
    execFileSync('chmod', ['--recursive', 'go=', folder])
    expect(await newFindings({})).toEqual([])
    await rmdir(join(folder, 'backups'))

    const previous = join(folder, 'foundation.sqlite.before-restore-2026-01-01')
    await writeFile(previous, '')
    expect(await newFindings({})).toEqual([
      `warning: ${previous} still has the data from before a restore`,
    ])
    await rm(previous)
  })

  test('the SQLite file that stays after a move to PostgreSQL is reported', async () => {
    const file = join(folder, 'foundation.sqlite')
    await writeFile(file, '')
    const DATABASE_URL = `postgres://foundation:secret@127.0.0.1:${deadPort}/foundation`
    expect(await newFindings({ variables: { ...settings, DATABASE_URL } })).toEqual([
      `warning: ${file} has data that the server does not use, because DATABASE_URL is set`,
      expect.stringMatching(/^problem: The database does not answer/),
    ])
    await rm(file)
  })

  test('a folder without permission is reported, and the other checks still run', async () => {
    const sentence = (path: string) =>
      `problem: This user may not use ${path}, or not the folder that it is in.`
    await chmod(folder, 0o000)
    expect(await withoutRoot(() => findingsFor({}))).toEqual([
      sentence(folder),
      sentence(sqliteFile(folder)),
      noScanner,
      sentence(join(folder, 'last-backup.json')),
      noMail,
    ])
    await chmod(folder, 0o700)
  })

  test.runIf(process.getuid?.() === 0)('files that belong to root are reported', async () => {
    const backups = join(folder, 'backups')
    await mkdir(backups, { mode: 0o700 })
    await chown(backups, 1, 1)
    const [finding] = await checkDataFolder({ freeBytes: async () => 1e12 }, readSettings(settings))
    expect(finding).toEqual({
      level: 'problem',
      what: `Not everything in ${folder} belongs to the owner of that folder`,
      // The server does not run as root.
      todo: `If user 1 runs the server: chown --recursive 1 ${folder}, and run commands as that user.`,
    })
    await rmdir(backups)
  })
})
