import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { buildApp } from '../../server/app.ts'
import { checkDatabase } from '../../server/cli/doctor/check-database.ts'
import { problemFinding } from '../../server/cli/doctor/finding.ts'
import { move } from '../../server/cli/move.ts'
import { postgresMoveTarget } from '../../server/cli/move/postgres-move-target.ts'
import type { MoveTarget } from '../../server/cli/move/move-target.ts'
import { sqliteMoveTarget } from '../../server/cli/move/sqlite-move-target.ts'
import type { Engine } from '../../server/database/engine.ts'
import { openDatabase, prepareDatabase, tableNames } from '../../server/database/open.ts'
import { isPostgres } from '../../server/database/prepared.ts'
import type { Database } from '../../server/database/tables.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { storeChecks } from '../../server/services/last-checks.ts'
import { newRecord } from '../../server/services/ids.ts'
import { issueLetter } from '../../server/services/letters/letters.ts'
import { readSettings } from '../../server/settings.ts'
import {
  addMadeUpApplications,
  addUser,
  asker,
  choicesOf,
  endpoints,
  newLink,
  signIn,
  submission,
  type Ask,
} from '../support/api.ts'
import { fastClock, importing, progressOf, runCommand } from '../support/command.ts'
import { addDocument } from '../support/documents.ts'
import { intakeActors } from '../support/intakes.ts'
import type { Choices } from '../support/submission.ts'
import { noSettings } from '../support/no-settings.ts'
import { startOwnServer } from '../support/own-server.ts'
import { findFreePort } from '../support/port.ts'
import { administrator, locationOf, newDatabase, type TestEngine } from '../support/server.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { addSmsRows } from '../support/sms-rows.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

vi.setConfig({ testTimeout: 120_000 })

type Variables = Record<string, string>

/** A test needs both engines, so that all of them run on the project with PostgreSQL. */
const hasBoth = process.env['TEST_ENGINE'] === 'postgres'
const isOnce = process.env['TEST_SCOPE'] === 'once'
const other = { sqlite: 'postgres', postgres: 'sqlite' } as const

describe.runIf(hasBoth).each(['sqlite', 'postgres'] as const)('move from %s', (engine) => {
  /** What a move reports and refuses alike from either engine. `npm test` tries it from SQLite. */
  const isRepeated = isOnce && engine === 'postgres'

  test('every row, every answer of the API and the schema is the same after a move', async () => {
    const source = await newSource(engine)
    const token = await withApi(source, fill)
    const answers = await withApi(source, (opened) => allAnswers(opened, token))
    const before = await dump(source)
    const empty = Object.keys(before).filter((table) => before[table]!.length === 0)
    expect(empty, 'tables without rows: add some in `fill` below').toEqual([])
    expect(answers.filter(([, status]) => status === 200).length).toBeGreaterThan(25)

    const target = await newVariables(other[engine])
    const rows = Object.values(before).flat().length.toLocaleString('en')
    expect(await runMove(source, target)).toEqual({
      code: 0,
      lines: [
        `Moved ${rows} rows in ${Object.keys(before).length} tables, and compared each table`,
        expect.stringMatching(/^Left 2 documents in \S+documents: keep the settings /),
        engine === 'sqlite'
          ? 'Set DATABASE_URL to the new database before the next start'
          : 'Remove DATABASE_URL before the next start. The server uses DATA_DIR/foundation.sqlite',
      ],
    })
    expect(await dump(target)).toEqual(before)
    expect(await dump(source)).toEqual(before)
    // The server may add what is missing, so this comes before its start.
    const fresh = await newVariables(other[engine])
    await change(fresh, prepareDatabase)
    expect(await change(target, schemaOf)).toEqual(await change(fresh, schemaOf))
    const after = await withApi(target, (opened) => allAnswers(opened, token))
    const different = after.filter(([, , text], index) => text !== answers[index]![2])
    expect(different.map(([call]) => call)).toEqual([])
    expect(after.length).toBe(answers.length)
  })

  test.skipIf(isRepeated)(
    'the moved database serves new applications, decisions and searches',
    async () => {
      const [source, target] = [await newSource(engine), await newVariables(other[engine])]
      await change(source, (db) => addMadeUpApplications(db, 700))
      expect((await runMove(source, target)).code).toBe(0)

      await withApi(target, async ({ ask, db }) => {
        const token = await signIn(ask, administrator)
        const choices = await choicesOf(ask)
        const found = async (q: string) =>
          (await ask(api.attachments.list, { token, query: { q, includeArchived: 'true' } })).body
        const [moved] = (await addMadeUpApplications(db, 400)).slice(-1)
        await ask(api.public.submit, { body: submission(choices, { last_name: 'Mwakisaghu' }) })
        expect(await found('mwakisaghu')).toHaveLength(1)
        expect(await found(moved!.referenceId)).toHaveLength(1)
        const { _id } = (await found('mwakisaghu'))[0]
        await ask(api.attachments.accept, { token, id: _id })
        expect(await searchIndexIsComplete(db)).toBe(true)
      })
      expect(await checkDatabase(locationOf(target), Date.now())).toEqual([])
    },
  )

  test.skipIf(isOnce)('a long move says how far it is', async () => {
    const [source, target] = [await newSource(engine), await newVariables(other[engine])]
    const lines = await progressOf('server/cli/move.ts', source, '--to', urlOf(target))
    expect(lines).toContainEqual(expect.stringMatching(/^Moving: \d+ %, about \d+ (s|min) left$/))
    expect(lines).toContainEqual(expect.stringMatching(/^Building indexes: \d+ %, about /))
  })

  test.skipIf(isRepeated)('a running server is refused', async () => {
    const [source, target] = [await newSource(engine), await newVariables(other[engine])]
    const server = await startOwnServer(source)
    await fetch(`${server.url}/readyz`)
    const { code, lines } = await runMove(source, target)

    expect([code, lines]).toEqual([1, [expect.stringMatching(/^The database is in use\. Stop /)]])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.stop('SIGTERM')
    expect((await runMove(source, target)).code).toBe(0)
  })

  test('no program can change the source during a move', async () => {
    const [source, target] = [await newSource(engine), await newVariables(other[engine])]
    let refusal: unknown
    const watched = onInsert(openTarget(target), async () => {
      refusal ??= await change(source, (db) => writeWithoutWaiting(db)).catch((error) => error)
    })
    await move(locationOf(source), watched)
    expect(String(refusal)).toMatch(/database is locked|lock timeout/)
  })

  test.skipIf(isRepeated)('a target with data is refused and stays as it is', async () => {
    const [source, target] = [await newSource(engine), await newVariables(other[engine])]
    await change(target, async (db) => {
      await sql`create table notes (note text)`.execute(db)
      await sql`insert into notes values ('keep')`.execute(db)
    })
    const { code, lines } = await runMove(source, target)
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(
          /^(The database \w+ is not empty\.|There is \S+ already\.) Name an? \w+/,
        ),
      ],
    ])
    expect(await change(target, tableNames)).toEqual(['notes'])
  })

  test.skipIf(isRepeated)('a source of another version is refused', async () => {
    const [source, target] = [await newVariables(engine), await newVariables(other[engine])]
    expect((await runMove(source, target)).lines[0]).toMatch(/^There is no data(base in)? /)
    await change(source, prepareDatabase)
    const last = sql`select max(name) from kysely_migration`
    await change(source, (db) =>
      sql`update kysely_migration set name = '9999-future' where name = (${last})`.execute(db),
    )
    expect(await runMove(source, target)).toEqual({
      code: 1,
      lines: ['The data belongs to a newer version of this product (9999-future is unknown here).'],
    })
    await change(source, (db) =>
      sql`delete from kysely_migration where name = '9999-future'`.execute(db),
    )
    expect((await runMove(source, target)).lines).toEqual([
      expect.stringMatching(/^The data belongs to an older version \(missing: \d{4}-.*\)\. Start /),
    ])
    expect(await isEmpty(target)).toBe(true)
  })

  test.skipIf(isRepeated)('a table that the product does not know is refused', async () => {
    const [source, target] = [await newSource(engine), await newVariables(other[engine])]
    await change(source, (db) => sql`create table notes (note text)`.execute(db))
    expect(await runMove(source, target)).toEqual({
      code: 1,
      lines: [
        'The table notes does not belong to this version of the product. Move it to another database first.',
      ],
    })
    expect(await isEmpty(target)).toBe(true)
  })

  test.skipIf(isRepeated)(
    'a copy that differs from its source is noticed, and nothing is kept',
    async () => {
      const [source, target] = [await newSource(engine), await newVariables(other[engine])]
      await change(source, (db) => addMadeUpApplications(db, 3))
      for (const damage of [
        (rows: object[]) => rows.slice(1),
        (rows: object[]) => rows.map((row) => ({ ...row, language: 'xx' })),
      ]) {
        const real = openTarget(target)
        const damaging: MoveTarget = {
          fill: (copy) =>
            real.fill((db, insert) =>
              copy(db, (table, rows) =>
                insert(table, table.name === 'attachments' ? (damage(rows) as typeof rows) : rows),
              ),
            ),
        }
        await expect(move(locationOf(source), damaging)).rejects.toThrow(
          /^The copy of attachments has [23] rows with the checksum \w+, and not 3 rows/,
        )
        expect(await isEmpty(target)).toBe(true)
      }
    },
  )

  test.skipIf(isOnce)('a killed move leaves the target empty, and the next one works', async () => {
    const [source, target] = [await newSource(engine), await newVariables(other[engine])]
    await change(source, (db) => addMadeUpApplications(db, 3000))
    // The process kills itself at its first line about the progress.
    const kill = `process.stderr.write = (line) =>
      line.startsWith('Moving: ') && process.kill(process.pid, 'SIGKILL')`
    const NODE_OPTIONS = importing(`${fastClock}\n${kill}`)
    const child = spawn(process.execPath, ['server/cli/move.ts', '--to', urlOf(target)], {
      env: { PATH: process.env['PATH'], ...noSettings, ...source, NODE_OPTIONS },
      stdio: 'ignore',
    })
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
    expect(await isEmpty(target)).toBe(true)

    const before = await dump(source)
    // PostgreSQL takes a moment to notice that a client is gone.
    const { DATABASE_URL } = source
    const others = async () => (DATABASE_URL ? await lastQueries(DATABASE_URL) : [])
    await vi.waitFor(async () => expect(await others()).toEqual([]), 20_000)
    expect((await runMove(source, target)).code).toBe(0)
    expect(await dump(target)).toEqual(before)
    const { DATA_DIR = '' } = target
    expect(await readdir(DATA_DIR)).toEqual(target['DATABASE_URL'] ? [] : ['foundation.sqlite'])
  })
})

describe.runIf(hasBoth)('move', () => {
  test.skipIf(isOnce)(
    'a full disk of the target ends the move with one line and an empty disk',
    async () => {
      const disk = mountSmallDisk(4)
      if (!disk) return
      onTestFinished(() => disk.unmount())
      const source = await newSource('postgres')
      await change(source, (db) => addMadeUpApplications(db, 3000))
      expect(await runMove(source, { DATA_DIR: disk.folder })).toEqual({
        code: 1,
        lines: ['Nothing was moved: database or disk is full'],
      })
      expect(await readdir(disk.folder)).toEqual([])
    },
  )

  test('an SQLite target that exists stays as it is, and a new one is for its owner only', async () => {
    const source = await newSource('postgres')
    const { DATA_DIR = '' } = await newVariables('sqlite')
    for (const name of ['foundation.sqlite', 'foundation.sqlite-wal']) {
      const file = join(DATA_DIR, name)
      await writeFile(file, 'a newer version')
      expect(await runMove(source, { DATA_DIR })).toEqual({
        code: 1,
        lines: [`There is ${file} already. Name a file that does not exist.`],
      })
      expect(await readFile(file, 'utf8')).toBe('a newer version')
      await rm(file)
    }
    expect((await runMove(source, { DATA_DIR })).code).toBe(0)
    expect((await stat(join(DATA_DIR, 'foundation.sqlite'))).mode & 0o777).toBe(0o600)

    const missing = join(DATA_DIR, 'no')
    expect((await runMove(source, { DATA_DIR: missing })).lines).toEqual([
      `There is no folder ${missing}.`,
    ])
    expect((await runMove(source, { DATA_DIR: '/proc/sys' })).lines).toEqual([
      expect.stringMatching(/^Nothing was moved: /),
    ])
  })

  test('wrong targets are refused with one clear line that has no password', async () => {
    const source = await newSource('sqlite')
    const { host } = new URL(inject('postgresUrl'))
    const to = (...args: string[]) => runCommand('server/cli/move.ts', source, ...args)
    const url = (rest: string) => `postgres://foundation:the-secret@${rest}`
    const takes = /^--to takes postgres:\/\/USER@HOST\/DATABASE or sqlite:FILE\.$/
    const percent = /^--to takes a URL\. Percent-encode special characters of the password\.$/
    const wrong: [string[], number, RegExp][] = [
      [[], 2, takes],
      [['--to', ''], 2, takes],
      [['--to', 'mysql://foundation:the-secret@db/x'], 2, takes],
      [['--to', 'sqlite:'], 2, takes],
      [['--to', 'postgres://foundation:1/the-secret@db/x'], 2, percent],
      [['--to', 'postgres://foundation:1?the-secret@db/x'], 2, percent],
      [['--to', 'postgres://foundation:1#the-secret@db/x'], 2, percent],
      [['--to', 'postgres://foundation:/the-secret@db/x'], 2, percent],
      [
        ['--to', 'sqlite:/tmp/other.sqlite'],
        1,
        /^The data is in SQLite already\. Name a target of the other engine\.$/,
      ],
      [
        ['--to', url(`127.0.0.1:${await findFreePort()}/x`)],
        1,
        /^Nothing was moved: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
      ],
      [['--to', url('no.such.host.invalid/x')], 1, /^Nothing was moved: (getaddrinfo |.*timeout)/],
      [['--to', url(`${host}/no_such_database`)], 1, /^Nothing was moved: (role|database) /],
    ]
    for (const [args, code, sentence] of wrong) {
      const result = await to(...args)
      expect(result.code).toBe(code)
      expect(result.lines[0]).toMatch(sentence)
      expect(result.lines).toHaveLength(code)
      expect(result.lines.join('\n')).not.toContain('the-secret')
    }
    const postgres = await newVariables('postgres')
    expect((await runMove(postgres, await newVariables('postgres'))).lines).toEqual([
      'The data is in PostgreSQL already. Name a target of the other engine.',
    ])
  })
})

async function newVariables(engine: TestEngine, template?: string): Promise<Variables> {
  const { variables, remove } = await newDatabase(engine, inject('postgresUrl'), template)
  onTestFinished(remove)
  return variables
}

/** A database as after the first start. */
async function newSource(engine: TestEngine) {
  const source = await newVariables(engine, inject('preparedDatabase'))
  await change(source, prepareDatabase)
  return source
}

/** The value of `--to` for a database. */
function urlOf({ DATABASE_URL, DATA_DIR }: Variables) {
  return DATABASE_URL ?? `sqlite:${DATA_DIR}/foundation.sqlite`
}

function openTarget({ DATABASE_URL, DATA_DIR }: Variables) {
  return DATABASE_URL
    ? postgresMoveTarget(DATABASE_URL)
    : sqliteMoveTarget(join(DATA_DIR!, 'foundation.sqlite'))
}

function onInsert(target: MoveTarget, listener: () => Promise<void>): MoveTarget {
  return {
    fill: (copy) =>
      target.fill((db, insert) =>
        copy(db, async (table, rows) => {
          await listener()
          return insert(table, rows)
        }),
      ),
  }
}

function runMove(source: Variables, target: Variables) {
  return runCommand('server/cli/move.ts', source, '--to', urlOf(target))
}

async function change<T>(
  variables: Variables,
  work: (db: Database, engine: Engine) => Promise<T>,
): Promise<T> {
  const { db, engine } = openDatabase(locationOf(variables))
  try {
    return await work(db, engine)
  } finally {
    await db.destroy()
  }
}

/** Writes once, and fails at once if another program has locked the data. */
function writeWithoutWaiting(db: Database) {
  return db.connection().execute(async (connection) => {
    const limit = isPostgres(db) ? sql`set lock_timeout = '50ms'` : sql`pragma busy_timeout = 50`
    await limit.execute(connection)
    await sql`delete from rate_limits`.execute(connection)
  })
}

/** Runs `work` with the app on a database, and closes the app. */
async function withApi<T>(
  variables: Variables,
  work: (opened: { ask: Ask; db: Database }) => Promise<T>,
): Promise<T> {
  const DATA_DIR = await temporaryFolder()
  return change(variables, async (db, engine) => {
    await prepareDatabase(db, engine)
    await createFirstAdministrator(db, administrator.email, administrator.password)
    const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', DATA_DIR })
    const app = await buildApp({ db, engine, settings })
    try {
      return await work({ ask: asker(app), db })
    } finally {
      await app.close()
    }
  })
}

/** Puts rows into every table, and returns a token of an administrator. */
async function fill({ ask, db }: { ask: Ask; db: Database }) {
  const token = await signIn(ask, administrator)
  const choices = await choicesOf(ask)
  await addMadeUpApplications(db, 1300)
  const apply = async (changes: Record<string, unknown>) => {
    const headers = { 'idempotency-key': randomUUID() }
    const sent = { body: submission(choices, changes), headers }
    const { status, body } = await ask(api.public.submit, sent)
    expect(status).toBe(201)
    const query = { q: body.referenceId, includeArchived: 'true' }
    return (await ask(api.attachments.list, { token, query })).body[0]._id as string
  }
  const ids: string[] = []
  for (const about_yourself of texts) ids.push(await apply({ about_yourself }))
  const [accepted = '', declined = '', erased = ''] = ids
  await ask(api.personalData.erase, { token, body: { ids: [erased] } })
  await ask(api.attachments.accept, { token, id: accepted })
  const body = { reason: 'dates', message: texts[1] }
  await ask(api.attachments.decline, { token, id: declined, body })
  await fillIntake({ ask, db }, token, choices)
  const { _id: user } = await addUser(ask, token)
  await newLink(ask, token, user)
  await db
    .insertInto('second_factors')
    .values({ user, secret: 'ABC', usedStep: 59_000_000 })
    .execute()
  await db.insertInto('recovery_codes').values({ codeHash: 'f00', user }).execute()
  const dataDir = await temporaryFolder()
  const { _id: document } = await addDocument({ db, dataDir }, accepted)
  const link = { tokenHash: 'f00', document, expiresAt: '2100-01-01T00:00:00.001Z' }
  await db.insertInto('document_requests').values(link).execute()
  const picture = {
    _id: user,
    whole: 'UklGRg==',
    half: 'UklGRg==',
    createdAt: '2100-01-01T00:00:00.001Z',
  }
  await db.insertInto('pictures').values(picture).execute()
  await db.insertInto('retention').values({ status: 'archived', months: 24 }).execute()
  const endsAt = '2100-01-01T00:00:00.001Z'
  await db
    .insertInto('rate_limits')
    .values({ key: 'sign-in 2001:db8::1', count: 3, endsAt })
    .execute()
  // No message may change between the answers before and after the move.
  await db.updateTable('outbox').set({ state: 'waiting', dueAt: endsAt, claim: null }).execute()
  await addSmsRows(db)
  const pause = { _id: 1, since: endsAt, trouble: 'paused', reply: '554 5.7.1' } as const
  await db.insertInto('email_pause').values(pause).execute()
  await storeChecks(db, 'doctor', endsAt, [{ title: 'Backups', ...problemFinding('gone', 'copy') }])
  // The server stores the last use of a session once a minute.
  const usedAt = new Date(Date.now() + 10 * 60_000).toISOString()
  await db.updateTable('sessions').set({ usedAt }).execute()
  return token
}

/** An intake with an offer, a waiting list, a placement and what staff write about them. */
async function fillIntake(
  { ask, db }: { ask: Ask; db: Database },
  token: string,
  choices: Choices,
) {
  const actors = intakeActors(ask, token, choices)
  const intake = await actors.create(1, { name_sw: texts[1]! })
  const [placed, waiting] = [await actors.apply(intake._id), await actors.apply(intake._id)]
  await actors.accept(placed._id)
  await actors.answer(placed, 'confirm')
  await actors.decide({ ids: [waiting._id], waiting: true })
  await ask(api.attachments.rank, { token, id: waiting._id, body: { rank: 1 } })
  await ask(api.attachments.addNote, { token, id: waiting._id, body: { text: texts[0] } })
  const [first = '', second = ''] = [placed._id, waiting._id].toSorted()
  const at = '2026-01-01T00:00:00.001Z'
  const by = waiting._id
  await db.insertInto('same_person').values({ first, second, state: 'different', by, at }).execute()
  await ask(api.calendar.create, { token })
  for (const of of [null, intake._id]) {
    const text = { subject: texts[1], body: `${texts[1]}\n\n{link}`, sms: '{link}, karibu' }
    await ask(api.messageTemplates.save, { token, body: { ...text, intake: of } })
  }
  const words = { en: texts[1], sw: texts[1] }
  const written = { ids: [placed._id], subject: words, body: words, sms: null }
  const { status } = await ask(api.messages.write, { token, body: written })
  expect(status).toBe(200)
  const document = newRecord()
  const file = { size: 9, received: 9, type: 'application/pdf', state: 'clean' } as const
  const rest = { sha256: null, warnings: null, scanAt: null, expiresAt: null }
  const insurance = { attachment: placed._id, purpose: 'insurance' } as const
  const row = { ...document, ...insurance, ...file, ...rest, name: texts[0]!, keyHash: 'paper' }
  await db.insertInto('documents').values(row).execute()
  const accepted = { document: document._id, state: 'accepted', reason: null } as const
  await db
    .insertInto('papers')
    .values({ ...insurance, ...accepted, validUntil: '2027-01-31' })
    .execute()
  const question = { kind: 'line', label: 'Hobby' }
  const questions = { token, id: intake._id, body: { questions: [question], updatedAt: null } }
  const [{ _id: hobby }] = (await ask(api.intakeQuestions.save, questions)).body.draft.questions
  await ask(api.intakeQuestions.publish, { token, id: intake._id })
  const extra = { [hobby]: texts[1] }
  const answered = await actors.apply(intake._id, { questionSet: 1, extra })
  const question_link = { tokenHash: 'f00', attachment: answered._id }
  await db
    .insertInto('question_links')
    .values({ ...question_link, expiresAt: '2100-01-01T00:00:00.001Z' })
    .execute()
  const former = { _id: randomUUID(), name: texts[0]!, searchText: 'former' }
  await db.insertInto('former_users').values(former).execute()
  await issueLetter(db, placed._id, 'acceptance', null)
  const dueAt = '2100-01-01T00:00:00.001Z'
  const alert = { _id: randomUUID(), createdAt: dueAt, email: 'amani@example.org', dueAt }
  await db
    .insertInto('intake_alerts')
    .values({ ...alert, language: 'sw', tries: 0 })
    .execute()
}

const texts = [
  `Ng'ang'a said "karibu", then: \\ % _ ; -- \t\n\r\n`,
  'مرحبا, 안녕, 👩🏾‍🌾, é (composed) and é (not composed)',
  `line\u2028separator, ${'a long text. '.repeat(300)}`,
]

const isExport = ({ path }: Endpoint) => path.includes('/export')

/** The answers to every call of the API that only reads, and to some searches. */
async function allAnswers({ ask, db }: { ask: Ask; db: Database }, token: string) {
  const reading = endpoints
    .filter(([, { method, path }]) => method === 'GET' && !path.includes(':'))
    // Exports last, because the history lists them.
    .toSorted(([, one], [, another]) => Number(isExport(one)) - Number(isExport(another)))
  const answers: [string, number, string][] = []
  for (const [name, endpoint] of reading) {
    const { status, text } = await ask(endpoint, { token })
    // The dashboard counts from a minute on, which may be another one after the move.
    answers.push([name, status, text.replace(/"recentSince":"[^"]+"/, '')])
  }
  for (const q of ['amina', 'karibu', '@example.com', 'sph-2026', '07', 'karibu 안녕']) {
    const query = { q, includeArchived: 'true', sort: 'institution' }
    answers.push([q, 200, (await ask(api.attachments.list, { token, query })).text])
  }
  await db.deleteFrom('history').where('action', '=', 'export').execute()
  return answers
}

/** Every table with its rows, in the same form on both engines. */
function dump(variables: Variables) {
  return change(variables, async (db) => {
    const tables = (await db.introspection.getTables()).filter(
      ({ name }) => !name.startsWith('search_trigrams'),
    )
    const records: Record<string, string[]> = {}
    for (const { name, columns } of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      // SQLite numbers the rows of some tables by itself, in a column that PostgreSQL does not have.
      const shared = columns.filter((one) => one.name === '_id' || !one.isAutoIncrementing)
      const names = shared.map((column) => column.name).toSorted()
      const list = sql.join(names.map((one) => sql.ref(one)))
      const { rows } = await sql`select ${list} from ${sql.table(name)}`.execute(db)
      records[name] = rows.map((row) => JSON.stringify(row)).toSorted()
    }
    return records
  })
}

async function schemaOf(db: Database, { name }: Engine) {
  const query =
    name === 'SQLite'
      ? sql`select type, name, sql from sqlite_schema order by type, name`
      : sql`select 'index' as type, indexname::text as name, indexdef as sql from pg_indexes
          where schemaname = 'public'
        union all select 'constraint', conname::text, pg_get_constraintdef(oid)
          from pg_constraint where connamespace = 'public'::regnamespace
        union all select 'trigger', tgname::text, concat(tgenabled, ' ', pg_get_triggerdef(oid))
          from pg_trigger where not tgisinternal
        order by 1, 2, 3`
  const { rows } = await query.execute(db)
  expect(rows.length).toBeGreaterThan(50)
  return rows
}

/** SQLite: whether the index has each text of a complete batch once. */
async function searchIndexIsComplete(db: Database) {
  const tables = await tableNames(db)
  if (!tables.includes('search_trigrams')) return true
  const { rows } = await sql<{ indexed: number; stored: number }>`select
    (select count(*) from search_trigrams where search_trigrams match '"sph"') as indexed,
    (select max(row) / 256 * 256 from search_texts) as stored`.execute(db)
  await sql`insert into search_trigrams (search_trigrams) values ('integrity-check')`.execute(db)
  return rows[0]!.indexed === rows[0]!.stored
}

async function isEmpty(variables: Variables) {
  if (variables['DATA_DIR']) return !existsSync(join(variables['DATA_DIR'], 'foundation.sqlite'))
  return change(variables, async (db) => (await tableNames(db)).length === 0)
}

/** The last query of each connection to a database. */
function lastQueries(url: string) {
  return change({ DATABASE_URL: inject('postgresUrl') }, async (db) => {
    const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
      where datname = ${new URL(url).pathname.slice(1)}`.execute(db)
    return rows.map(({ query }) => query)
  })
}
