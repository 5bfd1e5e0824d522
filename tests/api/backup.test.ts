import {
  chmod,
  copyFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { Engine } from '../../server/database/engine.ts'
import { describeError } from '../../server/database/connection-errors.ts'
import { openDatabase, tableNames } from '../../server/database/open.ts'
import type { Database } from '../../server/database/tables.ts'
import { openDocumentStore } from '../../server/services/documents/document-store.ts'
import { readSettings } from '../../server/settings.ts'
import { checksumOf } from '../../server/cli/files.ts'
import { restore as restoreBackup } from '../../server/cli/restore.ts'
import { progressOf, runCommand } from '../support/command.ts'
import { newData, preparedData, sendOwnApplicants, startOwnServer } from '../support/own-server.ts'
import { addIntakeRows, intakeTables } from '../support/intake-rows.ts'
import { addSmsRows, smsTables } from '../support/sms-rows.ts'
import { administrator, locationOf } from '../support/server.ts'
import { choicesAt, listApplications, post } from '../support/concurrent-applicants.ts'
import { withoutRoot } from '../support/without-root.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

vi.setConfig({ testTimeout: 60_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
/** `npm test` checks files, arguments and sessions, which are the same on both engines, on SQLite only. */
const isRepeated = isPostgres && process.env['TEST_SCOPE'] === 'once'

describe('backup and restore', () => {
  let folder: string
  beforeEach(async () => {
    folder = await temporaryFolder()
  })

  const backUp = async (data: Record<string, string>, ...args: string[]) => {
    const { code, lines } = await runCommand('server/cli/backup.ts', data, '--to', folder, ...args)
    expect([code, lines[0]]).toEqual([
      0,
      expect.stringMatching(/^Backed up to .* checked by reading it back\)$/),
    ])
    return /^Backed up to (\S+)/.exec(lines[0]!)![1]!
  }
  const restore = (data: Record<string, string>, ...args: string[]) =>
    runCommand('server/cli/restore.ts', data, ...args)

  test('a backup of the running system has everything that was acknowledged before it', async () => {
    const data = await newData()
    const first = await startOwnServer(data)
    const applicants = sendOwnApplicants(first.url, 4, await choicesAt(first.url))
    await applicants.receipts(40)
    const before = [...applicants.acknowledged.values()]
    const file = await backUp(data)
    await applicants.receipts(1)
    await applicants.stop()
    await first.stop('SIGTERM')

    const elsewhere = await newData()
    expect(await restore(elsewhere, file)).toEqual({
      code: 0,
      lines: [`Restored ${file}`, 'Everybody has to sign in again'],
    })
    const second = await startOwnServer(elsewhere)
    const stored = await listApplications(second.url)
    const receipts = new Set(stored.map(({ referenceId }) => referenceId))
    expect(before.filter((referenceId) => !receipts.has(referenceId))).toEqual([])
    expect(applicants.failures).toEqual([])

    const more = sendOwnApplicants(second.url, 1, await choicesAt(second.url))
    await more.receipts(3)
    await more.stop()
    await second.stop('SIGTERM')
  })

  test.skipIf(isRepeated)(
    'only the owner can read a backup, it has a checksum, and --keep removes older ones',
    async () => {
      const data = await filledData()
      const files = [await backUp(data), await backUp(data), await backUp(data, '--keep', '2')]
      expect(await readdir(folder)).toEqual(
        files.slice(1).flatMap((file) => [basename(file), `${basename(file)}.sha256`]),
      )
      for (const name of await readdir(folder)) {
        expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
      }
      expect(await readFile(`${files[2]}.sha256`, 'utf8')).toBe(
        `${await checksumOf(files[2]!)}  ${basename(files[2]!)}\n`,
      )
    },
  )

  test.skipIf(isRepeated)('a long backup and a long restore say how far they are', async () => {
    const [data, target] = [await filledData(), await newData()]
    const backupLines = () => progressOf('server/cli/backup.ts', data, '--to', folder)
    expect(await backupLines()).toContainEqual(
      expect.stringMatching(/^(Backing up|Checking the backup): \d+ (s|min) so far$/),
    )
    // The size of the previous backup gives an estimate. The file may grow all at once: then there is none.
    await vi.waitFor(
      async () =>
        expect(await backupLines()).toContainEqual(
          expect.stringMatching(/^Backing up: \d+ %, about /),
        ),
      { timeout: 18_000 },
    )
    const [file = ''] = await readdir(folder)
    const restoreLines = await progressOf('server/cli/restore.ts', target, join(folder, file))
    expect(restoreLines).toContainEqual(
      expect.stringMatching(/^(Checking the backup|Restoring): \d+ /),
    )
  })

  test.skipIf(isRepeated)(
    'the next backup removes the unfinished file of a killed one, after a day',
    async () => {
      const names = ['foundation-killed.sqlite.unfinished', 'foundation-running.sqlite.unfinished']
      const [killed, running] = names.map((name) => join(folder, name)) as [string, string]
      for (const file of [killed, running]) await writeFile(file, 'everybody')
      const before = Date.now() / 1000 - 25 * 3600
      await utimes(killed, before, before)
      await backUp(await filledData())

      const left = (await readdir(folder)).filter((name) => name.endsWith('.unfinished'))
      expect(left).toEqual([basename(running)])
    },
  )

  test.skipIf(isRepeated)(
    'a damaged file is refused with a sentence, and nothing changes',
    async () => {
      const file = await backUp(await filledData())
      const target = await newData()
      const refused = async (damaged: string) => {
        const { code, lines } = await restore(target, damaged)
        expect(code).toBe(1)
        return lines.join('\n')
      }
      const copy = join(folder, 'copy')

      const bytes = await readFile(file)
      bytes[Math.floor(bytes.length / 2)]! ^= 0xff
      await writeFile(copy, bytes)
      await copyFile(`${file}.sha256`, `${copy}.sha256`)
      expect(await refused(copy)).toMatch(/^\S+ is damaged: its checksum is not the one in /)

      await rm(`${copy}.sha256`)
      await copyFile(file, copy)
      await truncate(copy, bytes.length - 20_000)
      expect(await refused(copy)).toMatch(/^\S+ is damaged: /)

      await writeFile(copy, 'not a backup at all')
      expect(await refused(copy)).toMatch(/^\S+ is no backup of (SQLite|PostgreSQL)/)
      expect(await refused(join(folder, 'none'))).toMatch(/^There is no file /)

      expect(await isEmpty(target)).toBe(true)
    },
  )

  test.skipIf(isRepeated)('a file without permission is not reported as missing', async () => {
    const file = await backUp(await filledData())
    const data = await newData()
    const store = await openDocumentStore(readSettings(data))
    const target = { location: locationOf(data), store }
    const refused = () => restoreBackup(target, file).catch(describeError)
    const sentence = `This user may not use ${file}, or not the folder that it is in.`

    await chmod(file, 0o000)
    await chmod(folder, 0o755)
    expect(await withoutRoot(refused)).toBe(sentence)
    await chmod(folder, 0o000)
    expect(await withoutRoot(refused)).toBe(sentence)
    await chmod(folder, 0o700)
  })

  test('a restore brings every record back', async () => {
    const original = await filledData()
    await change(original, addIntakeRows)
    await change(original, addSmsRows)
    const target = await newData()
    expect((await restore(target, await backUp(original))).code).toBe(0)
    const records = await allRecords(original)
    const tables = [...intakeTables, ...smsTables]
    expect(tables.filter((name) => records[name]!.length === 0)).toEqual([])
    expect(await allRecords(target)).toEqual(records)
  })

  test.skipIf(isPostgres)('--replace moves existing data to another file first', async () => {
    const file = await backUp(await filledData())
    const target = await filledData('Second Institute')
    const { code, lines } = await restore(target, file)
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^There is data in .* already/)])
    expect(await institutions(target)).toContain('Second Institute')

    const replaced = await restore(target, file, '--replace')
    expect(replaced.code).toBe(0)
    expect(await institutions(target)).not.toContain('Second Institute')
    const [, previous = ''] = /in (\S+): delete/.exec(replaced.lines.join('\n')) ?? []
    const elsewhere = await temporaryFolder()
    await copyFile(previous, join(elsewhere, 'foundation.sqlite'))
    expect(await institutions({ DATA_DIR: elsewhere })).toContain('Second Institute')
  })

  test.runIf(isPostgres)('PostgreSQL: only an empty database is restored into', async () => {
    const file = await backUp(await filledData())
    const target = await filledData('Second Institute')
    const name = new URL(target['DATABASE_URL']!).pathname.slice(1)
    for (const args of [[], ['--replace']]) {
      expect(await restore(target, file, ...args)).toEqual({
        code: 1,
        lines: [
          `The database ${name} is not empty. Stop the server, then as a PostgreSQL administrator rename the database ("alter database ${name} rename to ${name}_before_restore" in psql) and make an empty one ("createdb --owner USER ${name}").`,
        ],
      })
    }
    expect(await institutions(target)).toContain('Second Institute')
  })

  test.skipIf(isPostgres)(
    'leftovers of a killed restore do not get into the next one',
    async () => {
      const file = await backUp(await filledData())
      const target = await newData()
      const left = join(target['DATA_DIR']!, 'foundation.sqlite.restoring')
      await copyFile(file, left)
      const killed = new DatabaseSync(left)
      killed.exec(`pragma journal_mode = wal; update institutions set name = 'Killed ' || _id`)
      await copyFile(`${left}-wal`, `${left}-kept`)
      killed.close()
      await rename(`${left}-kept`, `${left}-wal`)

      expect((await restore(target, file)).code).toBe(0)
      expect(await institutions(target)).toContain('First Institute')
      expect(
        (await readdir(target['DATA_DIR']!)).filter((name) => name.includes('restoring')),
      ).toEqual([])
    },
  )

  test.skipIf(isPostgres)('the data of a running server is not replaced', async () => {
    const data = await filledData()
    const file = await backUp(data)
    const server = await startOwnServer(data)
    await fetch(`${server.url}/readyz`)
    const { code, lines } = await restore(data, file, '--replace')

    expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^The database is in use\./)])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.stop('SIGTERM')
    expect((await restore(data, file, '--replace')).code).toBe(0)
  })

  test.skipIf(isRepeated)('a restore ends all sessions', async () => {
    const data = await newData()
    const server = await startOwnServer(data)
    const { token } = (await (
      await post(`${server.url}/api/auth/login`, administrator)
    ).json()) as { token: string }
    const file = await backUp(data)
    await server.stop('SIGTERM')

    const restored = await newData()
    expect((await restore(restored, file)).code).toBe(0)
    const again = await startOwnServer(restored)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${again.url}/api/auth/me`, { headers })).status).toBe(401)
    expect((await post(`${again.url}/api/auth/login`, administrator)).status).toBe(200)
    await again.stop('SIGTERM')
  })

  test.skipIf(isRepeated)(
    'a backup of a newer version is refused, and the data stays as it was',
    async () => {
      const newer = await filledData('From the Future')
      const newest = '9999-drop-needs-99.0.0'
      await change(newer, (db) =>
        sql`insert into kysely_migration (name, timestamp) values (${newest}, 'x')`.execute(db),
      )
      const file = await backUp(newer)
      const target = isPostgres ? await newData() : await filledData('Second Institute')
      const before = await allRecords(target)
      const { code, lines } = await restore(target, file, '--replace')

      expect([code, lines[0]]).toEqual([
        1,
        'This backup cannot be used: it belongs to a newer version of this product (9999-drop-needs-99.0.0 is unknown here).',
      ])
      expect(await allRecords(target)).toEqual(before)
    },
  )

  test.skipIf(isRepeated)('wrong arguments are refused with the usage', async () => {
    const data = await newData()
    const wrong: [string, string[], RegExp][] = [
      ['server/cli/backup.ts', ['--keep', '0'], /^--keep takes a number from 1\./],
      ['server/cli/backup.ts', ['--folder', folder], /^Unknown option '--folder'/],
      ['server/cli/restore.ts', [], /^Name one file\./],
    ]
    for (const [script, args, sentence] of wrong) {
      const { code, lines } = await runCommand(script, data, ...args)
      expect([code, lines[0]]).toEqual([2, expect.stringMatching(sentence)])
      expect(lines.at(-1)).toMatch(/^Usage: npm run /)
    }
  })
})

/** A database as after the first start, with one renamed institution. */
async function filledData(institution = 'First Institute') {
  const data = await preparedData()
  await change(data, async (db) => {
    const first = db.selectFrom('institutions').select('_id').orderBy('_id').limit(1)
    await db
      .updateTable('institutions')
      .set({ name: institution })
      .where('_id', '=', first)
      .execute()
  })
  return data
}

async function change<T>(
  data: Record<string, string>,
  work: (db: Database, engine: Engine) => Promise<T>,
) {
  const { db, engine } = openDatabase(locationOf(data))
  try {
    return await work(db, engine)
  } finally {
    await db.destroy()
  }
}

function institutions(data: Record<string, string>) {
  return change(data, async (db) =>
    (await db.selectFrom('institutions').select('name').execute()).map(({ name }) => name),
  )
}

/** Every table with its rows, in a stable order. */
function allRecords(data: Record<string, string>) {
  return change(data, async (db) => {
    const records: Record<string, string[]> = {}
    // SQLite cannot list the rows of the search index.
    const names = (await tableNames(db)).filter((name) => !name.startsWith('search_trigrams'))
    for (const name of names.sort()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      records[name] = rows.map((row) => JSON.stringify(row)).sort()
    }
    return records
  })
}

async function isEmpty(data: Record<string, string>) {
  if (!isPostgres) return !(await readdir(data['DATA_DIR']!)).includes('foundation.sqlite')
  return change(data, async (db) => (await db.introspection.getTables()).length === 0)
}
