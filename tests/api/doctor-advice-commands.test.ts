import { randomBytes } from 'node:crypto'
import { cp, open, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { createBackup } from '../../server/cli/backup.ts'
import { checkBackups } from '../../server/cli/doctor/check-backups.ts'
import { checkDatabase } from '../../server/cli/doctor/check-database.ts'
import { checkDocuments } from '../../server/cli/doctor/check-documents.ts'
import { checkDataFolder } from '../../server/cli/doctor/check-machine.ts'
import { checkRecords } from '../../server/cli/doctor/check-records.ts'
import { checkReturn } from '../../server/cli/doctor/check-return.ts'
import { checksumFile } from '../../server/cli/files.ts'
import { migrations } from '../../server/database/migrations/index.ts'
import { openDatabase, prepareDatabase, sqliteFile } from '../../server/database/open.ts'
import type { AttachmentsTable, Database } from '../../server/database/tables.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { deleteUnattached } from '../../server/services/documents/upload-rows.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import { now } from '../../server/services/ids.ts'
import { findLastBackup } from '../../server/services/last-backup.ts'
import { readSettings } from '../../server/settings.ts'
import { addMadeUpApplications, addUser, startApi } from '../support/api.ts'
import { runCommand } from '../support/command.ts'
import { addDocument } from '../support/documents.ts'
import { followAdvice, withoutReferences } from '../support/followed-advice.ts'
import { newData } from '../support/own-server.ts'
import { startS3StandIn } from '../support/s3-stand-in.ts'
import { administrator, locationOf } from '../support/server.ts'
import { writeFileIn } from '../support/stored-documents.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// Damages that a command mends, as doctor says. Each test follows the advice about several ones.

vi.setConfig({ testTimeout: 60_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const day = 24 * 60 * 60 * 1000
const newId = sql.lit('01980000-0000-7000-8000-000000000000')
const gone = sql.lit('01980000-0000-7000-8000-00000000dead')
const moment = sql.lit(now())

/** A site with three applications, its API, and what doctor says about records and documents. */
async function newSite() {
  const started = await startApi()
  const { db, variables } = started
  const settings = readSettings(variables)
  const location = locationOf(variables)
  const store = diskStore(documentsFolder(variables.DATA_DIR))
  const applications = await addMadeUpApplications(db, 3, () => ({
    is_accepted: false,
    is_archived: false,
  }))
  const seeRecords = () => checkRecords(db, Date.now())
  const seeDocuments = () => checkDocuments({ now: Date.now, isThorough: true }, settings)
  const run = async (name: string, ...args: string[]) => {
    const { code, lines } = await runCommand(`server/cli/${name}.ts`, variables, ...args)
    // Doctor reports a stale build, which tests do not need.
    if (code !== 0 && name !== 'doctor') throw new Error(lines.join('\n'))
    return lines
  }
  const add = (changes: Parameters<typeof addDocument>[2] = {}) =>
    addDocument({ db, dataDir: variables.DATA_DIR }, applications[0]!._id, {
      bytes: randomBytes(1000),
      ...changes,
    })
  return { ...started, settings, location, store, applications, seeRecords, seeDocuments, run, add }
}

test('--repair mends what can be computed anew', async () => {
  const { db, location, seeDocuments, run, add, ask, token, applications, store } = await newSite()
  const see = async () => [
    ...(await checkDatabase(location, Date.now())),
    ...(await seeDocuments()),
  ]
  const other = await addUser(ask, token)
  const change = (statement: ReturnType<typeof sql>) => () => statement.execute(db)
  const [first, second, third] = applications.map(({ _id }) => _id)
  await sql`insert into placements (_id, attachment, "startsOn", "endsOn", "createdAt", "updatedAt")
    values (${newId}, ${second}, '2026-05-01', '2026-08-01', ${moment}, ${moment})`.execute(db)
  const advice = '--repair fixes it'
  expect(
    await followAdvice(
      see,
      [
        {
          finding: 'Applications cannot be found by searching',
          advice,
          damage: change(sql`delete from search_texts where _id = ${first}`),
        },
        {
          finding: 'Applications have an outdated status in the search',
          advice,
          damage: change(sql`update search_texts set is_accepted = true where _id = ${second}`),
        },
        {
          finding: 'Applications have outdated words in the search',
          advice,
          damage: change(sql`update search_texts set text = 'x' where _id = ${third}`),
        },
        {
          finding: 'Applications have outdated keys of their person',
          advice,
          damage: change(sql`update attachments set "nameKey" = 'x' where _id = ${first}`),
        },
        {
          finding: 'Applications count others of the same person wrongly',
          advice,
          damage: change(sql`update attachments set "sameAs" = 7 where _id = ${second}`),
        },
        {
          finding: 'Answers to questions of intakes are filtered wrongly',
          advice,
          damage: change(
            sql`insert into extra_values (_id, question, value, is_accepted, is_archived)
              values (${first}, 'x', '', false, false)`,
          ),
        },
        {
          finding: 'Placements are sorted by an outdated name',
          advice,
          damage: change(sql`update placements set "nameOrder" = 'x'`),
        },
        {
          finding: 'that do not exist',
          advice: '--repair removes them',
          damage: () =>
            withoutReferences(
              db,
              sql`insert into sessions (_id, "tokenHash", "user", "createdAt", "usedAt")
              values (${newId}, 'x', ${gone}, ${moment}, ${moment})`,
            ),
        },
        {
          finding: 'Users have an unknown role',
          advice: 'Then give them a role in the back office',
          damage: change(sql`update users set role = 'root' where _id = ${other._id}`),
        },
        {
          finding: 'Names have outdated keys or words in the search',
          advice,
          damage: change(sql`update courses set "searchText" = 'x'`),
        },
        {
          finding: ' is missing',
          advice: '--repair makes it again',
          damage: change(sql`drop index attachments_intake`),
        },
        {
          finding: 'Documents wait for a scan that was never planned',
          advice,
          damage: () => add({ state: 'scanning' }),
        },
        {
          finding: 'Documents of applications have an expiry',
          advice,
          damage: () => add({ expiresAt: now(day) }),
        },
        {
          finding: ', but not in the database',
          advice: '--repair --remove-unknown-documents',
          damage: () => writeFileIn(store, '01980000-0000-7000-8000-000000000001', randomBytes(10)),
        },
      ],
      async () => {
        await run('doctor', '--repair', '--remove-unknown-documents')
        const body = { name: other.name, email: other.email, role: 'editor' }
        expect((await ask(api.users.update, { token, id: other._id, body })).status).toBe(200)
      },
    ),
  ).toEqual([])
})

test('an administrator is created or gets a password, and an editor becomes a user', async () => {
  const { db, seeRecords, run, ask, token, engine, settings } = await newSite()
  const user = await addUser(ask, token)
  const role = (name: string) => () =>
    ask(api.users.update, {
      token,
      id: user._id,
      body: { name: user.name, email: user.email, role: name },
    })
  const editor = {
    finding: 'is an editor, which the release before this one does not know',
    advice: 'Make this person a user',
    damage: role('editor'),
  }
  expect(await followAdvice(() => checkReturn(settings), [editor], role('user'))).toEqual([])

  const damage = () => db.updateTable('users').set({ password: null }).execute()
  const passwordless = {
    finding: 'No administrator has a password',
    advice: 'recover-admin -- EMAIL prints a link',
    damage,
  }
  expect(
    await followAdvice(seeRecords, [passwordless], async () => {
      const [, line] = await run('recover-admin', administrator.email)
      const given = new URLSearchParams(new URL(line!).hash.slice(1)).get('token')
      const body = { token: given, password: administrator.password }
      expect((await ask(api.auth.setPassword, { body })).status).toBe(200)
    }),
  ).toEqual([])

  const none = {
    finding: 'There is no administrator',
    advice: 'Set ADMIN_EMAIL to an address that no user has, then restart',
    damage: () => db.updateTable('users').set({ role: 'user' }).execute(),
  }
  expect(
    await followAdvice(seeRecords, [none], async () => {
      await prepareDatabase(db, engine)
      await createFirstAdministrator(db, 'second@example.org', administrator.password)
    }),
  ).toEqual([])
})

test('rows that are missing are found in a backup, restored into an empty database', async () => {
  const { db, seeRecords, location, store, applications } = await newSite()
  const [lost, odd] = applications as [AttachmentsTable, AttachmentsTable]
  await sql`insert into history (_id, "createdAt", action, entity, record)
    values (${newId}, ${moment}, 'submit', 'attachment', ${lost._id})`.execute(db)
  await sql`insert into idempotency_keys (key, fingerprint, "referenceId", "createdAt")
    values ('x', 'x', ${lost.referenceId}, ${moment})`.execute(db)
  const { file } = await createBackup({ location, store }, await temporaryFolder())
  const advice = 'newest backup, restored into an empty database, and tell the developers'
  const { institution } = await db
    .selectFrom('courses')
    .select('institution')
    .executeTakeFirstOrThrow()
  expect(
    await followAdvice(
      seeRecords,
      [
        {
          finding: 'Applications were received, but are missing and were not deleted',
          advice,
          damage: () => db.deleteFrom('attachments').where('_id', '=', lost._id).execute(),
        },
        {
          finding: 'Receipts belong to missing applications, more than were deleted',
          advice,
          damage: () => {},
        },
        {
          finding: 'Applications have a malformed reference ID',
          advice,
          damage: () =>
            sql`update attachments set "referenceId" = 'odd' where _id = ${odd._id}`.execute(db),
        },
        {
          finding: 'that do not exist',
          advice,
          damage: () =>
            withoutReferences(db, sql`delete from institutions where _id = ${institution}`),
        },
      ],
      async () => {
        const empty = await newData()
        expect((await runCommand('server/cli/restore.ts', empty, file)).code).toBe(0)
        const { db: copy } = openDatabase(locationOf(empty))
        const rowIn = (table: 'attachments' | 'institutions', _id: string) =>
          copy
            .selectFrom(table as 'institutions')
            .selectAll()
            .where('_id', '=', _id)
            .executeTakeFirstOrThrow()
        const copyRow = async (table: 'attachments' | 'institutions', _id: string) =>
          db
            .insertInto(table as 'institutions')
            .values(await rowIn(table, _id))
            .execute()
        await copyRow('institutions', institution)
        await copyRow('attachments', lost._id)
        await copyFound(copy, db, lost._id)
        const { referenceId } = (await rowIn('attachments', odd._id)) as unknown as AttachmentsTable
        await db
          .updateTable('attachments')
          .set({ referenceId })
          .where('_id', '=', odd._id)
          .execute()
        await copy.destroy()
      },
    ),
  ).toEqual([])
})

async function copyFound(from: Database, to: Database, _id: string) {
  const columns = ['_id', 'is_accepted', 'is_archived', 'text'] as const
  const rows = from.selectFrom('search_texts').select(columns).where('_id', '=', _id)
  await to
    .insertInto('search_texts')
    .values(await rows.executeTakeFirstOrThrow())
    .execute()
}

test('a database of an older version is backed up, and the server upgrades it', async () => {
  const variables = await newData()
  const location = locationOf(variables)
  const { db, engine } = openDatabase(location)
  onTestFinished(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } })
  const start = async () => {
    await prepareDatabase(db, engine)
    await createFirstAdministrator(db, administrator.email, administrator.password)
  }
  const older = {
    finding: 'The database is of an older version (missing: ',
    advice: 'Back up, then start the server',
    damage: () => migrator.migrateTo('0033-unlisted'),
  }
  const see = async () =>
    (await checkDatabase(location, Date.now())).filter(({ what }) => !isNew.test(what))
  expect(
    await followAdvice(see, [older], async () => {
      expect((await runCommand('server/cli/backup.ts', variables)).code).toBe(0)
      await start()
    }),
  ).toEqual([])
  expect(await checkDatabase(location, Date.now())).toEqual([])
})

/** What doctor says before the first start. */
const isNew = /^There is no database in |^The database is empty/

test.skipIf(isPostgres)('a damaged file is copied, and the newest backup replaces it', async () => {
  const variables = await newData()
  const location = locationOf(variables)
  const { db, engine } = openDatabase(location)
  await prepareDatabase(db, engine)
  await createFirstAdministrator(db, administrator.email, administrator.password)
  await addMadeUpApplications(db, 200)
  await db.destroy()
  const store = diskStore(documentsFolder(location.dataDir))
  const { file } = await createBackup({ location, store }, await temporaryFolder())
  const database = sqliteFile(location.dataDir)
  const overwrite = (position: number, size: number) => async () => {
    await using handle = await open(database, 'r+')
    await handle.write(Buffer.alloc(size, 0xff), 0, size, position)
  }
  const see = () => checkDatabase(location, Date.now())
  const saved = await temporaryFolder()
  const restore = async () => {
    await cp(location.dataDir, saved, { recursive: true })
    for (const option of ['--check', '--replace']) {
      const { code, lines } = await runCommand('server/cli/restore.ts', variables, file, option)
      expect([code, lines]).toEqual([0, lines])
    }
  }
  // The number of free pages, in the header of the file.
  const inside = { finding: 'reelist', advice: '--replace', damage: overwrite(39, 1) }
  expect(await followAdvice(see, [inside], restore)).toEqual([])
  const unreadable = {
    finding: 'The database does not answer as it should',
    advice: '--replace',
    damage: overwrite(0, 200),
  }
  expect(await followAdvice(see, [unreadable], restore)).toEqual([])

  // The restore has left the previous data, which doctor wants to be deleted.
  const settings = readSettings(variables)
  const leftovers = async () =>
    (await checkDataFolder({ freeBytes: async () => 1e12 }, settings)).filter(({ what }) =>
      what.includes('before a restore'),
    )
  const found = await leftovers()
  expect(found).toHaveLength(2)
  for (const { what, todo } of found) {
    expect(todo).toBe('Delete it when nobody needs it any more.')
    await rm(what.split(' ')[0]!)
  }
  expect(await leftovers()).toEqual([])
})

test('documents come from a folder of backups, or from their applicants', async () => {
  const { db, ask, seeDocuments, run, add, location, store, applications } = await newSite()
  const [missing, short, damaged] = [await add(), await add(), await add()]
  const folder = await temporaryFolder()
  await createBackup({ location, store }, folder)
  const advice = 'restore -- FOLDER --documents-only'
  expect(
    await followAdvice(
      seeDocuments,
      [
        { finding: 'missing from ', advice, damage: () => store.remove(missing._id) },
        {
          finding: 'shorter or longer than the database says',
          advice,
          damage: () => writeFileIn(store, short._id, randomBytes(10)),
        },
        {
          finding: 'damaged: the checksum is wrong',
          advice,
          damage: () => writeFileIn(store, damaged._id, randomBytes(damaged.size)),
        },
      ],
      () => run('restore', folder, '--documents-only'),
    ),
  ).toEqual([])

  const { referenceId: reference, email: contact } = applications[0]!
  const again = 'replace the document on the status page'
  expect(
    await followAdvice(
      seeDocuments,
      [
        {
          finding: 'Finished documents have no type or no checksum',
          advice: again,
          damage: () => add({ purpose: 'cv', type: null }),
        },
        {
          finding: 'Unfinished uploads belong to an application',
          advice: again,
          damage: async () => {
            const row = await add({ purpose: 'cover_letter', state: 'receiving', sha256: null })
            await store.remove(row._id)
            await db
              .updateTable('documents')
              .set({ type: null })
              .where('_id', '=', row._id)
              .execute()
          },
        },
      ],
      async () => {
        for (const purpose of ['cv', 'cover_letter']) {
          const body = { reference, contact, purpose, url: 'https://example.org/file.pdf' }
          const { status, text: answer } = await ask(api.public.replaceDocument, { body })
          expect([status, answer]).toEqual([200, answer])
        }
        // As the server does within an hour.
        await deleteUnattached({ db, documentStore: store })
      },
    ),
  ).toEqual([])
})

test('a folder beside a bucket is moved, and a store that cannot be read is mended', async () => {
  const { add, store, variables } = await newSite()
  await add()
  const bucket = await startS3StandIn()
  onTestFinished(() => bucket.stop())
  let DOCUMENTS_S3: string | undefined
  const see = async () => {
    const thoroughly = { now: Date.now, isThorough: true }
    return checkDocuments(thoroughly, readSettings({ ...variables, DOCUMENTS_S3 }))
  }
  const unread = { finding: 'The documents cannot be read', advice: 'Check DOCUMENTS_S3' }
  const damage = async () => {
    await rename(store.location, `${store.location}.away`)
    await writeFile(store.location, 'no folder')
  }
  expect(
    await followAdvice(see, [{ ...unread, damage }], async () => {
      await rm(store.location)
      await rename(`${store.location}.away`, store.location)
    }),
  ).toEqual([])
  const beside = {
    finding: 'has documents that the server does not use, because DOCUMENTS_S3 is set',
    advice: 'move -- --documents-to bucket copied them? Then delete the folder',
    damage: () => (DOCUMENTS_S3 = bucket.address),
  }
  expect(
    await followAdvice(see, [beside], async () => {
      const script = 'server/cli/move.ts'
      const all = { ...variables, DOCUMENTS_S3: bucket.address }
      const { code } = await runCommand(script, all, '--documents-to', 'bucket')
      expect(code).toBe(0)
      await rm(store.location, { recursive: true })
    }),
  ).toEqual([])
  const wrong = { ...unread, damage: () => (DOCUMENTS_S3 = bucket.addressWith({ user: 'x' })) }
  expect(await followAdvice(see, [wrong], () => (DOCUMENTS_S3 = bucket.address))).toEqual([])
})

test('a new backup mends what doctor says about backups', async () => {
  const { add, run, location, settings, store, variables } = await newSite()
  const { _id, size } = await add()
  const folder = join(variables.DATA_DIR, 'backups')
  const see = () => checkBackups({ backups: undefined, now: Date.now, isThorough: true }, settings)
  const newest = async () => (await findLastBackup(location)).newest!.file
  const backUp = (isThorough = false) =>
    createBackup({ location, store }, folder, { keep: 1, isThorough })
  const every = 'backup every day'
  expect(await see()).toMatchObject([
    { what: `There is no backup in ${folder}`, todo: expect.stringContaining(every) },
  ])
  await run('backup')
  expect(await see()).toEqual([])

  const twoDaysAgo = new Date(Date.now() - 2 * day)
  const saved = diskStore(join(folder, 'documents'))
  expect(
    await followAdvice(
      see,
      [
        {
          finding: 'The newest backup in ',
          advice: every,
          damage: async () => utimes(await newest(), twoDaysAgo, twoDaysAgo),
        },
        {
          finding: ', so a changed byte may not be noticed',
          advice: 'the new backup has one',
          damage: async () => rm(checksumFile(await newest())),
        },
        {
          finding: 'missing or cut off beside ',
          advice: 'it copies them again',
          damage: () => saved.remove(_id),
        },
      ],
      () => backUp(),
    ),
  ).toEqual([])
  const rotten = { finding: 'damaged beside ', advice: 'backup -- --thorough: it copies them' }
  const damage = () => writeFileIn(saved, _id, randomBytes(size))
  expect(
    await followAdvice(see, [{ ...rotten, damage }], () =>
      run('backup', '--keep', '1', '--thorough'),
    ),
  ).toEqual([])

  const unchecked = {
    finding: ' cannot be checked: ',
    advice: 'Solve that, then run doctor again',
    damage: async () => {
      await rename(saved.location, `${folder}.away`)
      await writeFile(saved.location, 'no folder')
    },
  }
  const failed = {
    finding: ', failed or lacks something: ',
    advice: 'Solve that, then run',
    damage: () => expect(backUp()).rejects.toThrow(/ENOTDIR|EEXIST/),
  }
  expect(
    await followAdvice(see, [unchecked, failed], async () => {
      await rm(saved.location)
      await rename(`${folder}.away`, saved.location)
      await backUp()
    }),
  ).toEqual([])

  expect(
    await followAdvice(
      see,
      [
        {
          finding: 'is damaged: its checksum is not the one in ',
          advice: 'which makes a new one. Then remove the damaged file',
          damage: async () => writeFile(await newest(), 'x'),
        },
      ],
      async () => {
        const file = await newest()
        await backUp()
        await rm(file, { force: true })
      },
    ),
  ).toEqual([])
})
