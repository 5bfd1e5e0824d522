import { randomBytes } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { backupStore, removeUnneededDocuments } from '../../server/cli/backup/backup-documents.ts'
import { createBackup } from '../../server/cli/backup.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Database } from '../../server/database/tables.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import type { DocumentStore } from '../../server/services/documents/document-store.ts'
import { now } from '../../server/services/ids.ts'
import { addMadeUpApplications } from '../support/api.ts'
import { progressOf, runCommand } from '../support/command.ts'
import { addDocument } from '../support/documents.ts'
import { newData, preparedData } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'
import { startS3StandIn } from '../support/s3-stand-in.ts'
import { bytesIn, namesIn, writeFileIn } from '../support/stored-documents.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

vi.setConfig({ testTimeout: 60_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
/** Backup and seed show in `npm test` how commands say how far they are. */
const isOnce = process.env['TEST_SCOPE'] === 'once'

/** The folder of the backups of a test. */
let folder: string
let saved: DocumentStore
beforeEach(async () => {
  folder = await temporaryFolder()
  saved = backupStore(folder)
})

test('a backup has every document, and the next one copies only new ones', async () => {
  const { variables, add } = await newSystem()
  const first = [await add(), await add()]
  const { code, lines } = await backUp(variables)
  expect([code, lines[1]]).toEqual([
    0,
    `With 2 documents in ${join(folder, 'documents')}, 2 new (0.0 MB)`,
  ])
  for (const { _id, bytes } of first) expect(await bytesIn(saved, _id)).toEqual(bytes)
  expect((await stat(join(folder, 'documents'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'documents', first[0]!._id))).mode & 0o777).toBe(0o600)

  const { ino } = await stat(join(folder, 'documents', first[0]!._id))
  const { _id, bytes } = await add()
  expect((await backUp(variables)).lines[1]).toMatch(/^With 3 documents .*, 1 new/)
  expect(await bytesIn(saved, _id)).toEqual(bytes)
  expect((await stat(join(folder, 'documents', first[0]!._id))).ino).toBe(ino)
})

test('a file that an earlier backup has cut off is copied again', async () => {
  const { variables, add } = await newSystem()
  const { _id, bytes } = await add()
  await writeFileIn(saved, _id, bytes.subarray(1))
  expect((await backUp(variables)).lines[1]).toMatch(/^With 1 document .*, 1 new/)
  expect(await bytesIn(saved, _id)).toEqual(bytes)
})

test('a restore into an empty installation brings the documents back', async () => {
  const { variables, add } = await newSystem()
  const documents = [await add(), await add({ attachment: null, expiresAt: now(1000) })]
  const file = await backUpTo(variables)
  const target = await emptySystem()
  const { code, lines } = await runRestore(target.variables, file)

  expect([code, lines]).toEqual([
    0,
    [`Restored ${file}`, 'Copied 2 missing or damaged documents', 'Everybody has to sign in again'],
  ])
  for (const { _id, bytes } of documents) expect(await bytesIn(target.store, _id)).toEqual(bytes)
  expect(await rowsOf(target.variables)).toHaveLength(2)
})

test('documents of a bucket are backed up and restored, too', async () => {
  const { source, add } = await newSystem()
  const { _id, bytes } = await add()
  const { file } = await createBackup(source, folder)
  const bucket = await startS3StandIn()
  onTestFinished(() => bucket.stop())
  const target = await emptySystem()
  const variables = { ...target.variables, DOCUMENTS_S3: bucket.address }
  const { code, lines } = await runRestore(variables, file)
  expect([code, lines[1]]).toEqual([0, 'Copied 1 missing or damaged document'])
  expect([...bucket.objects]).toEqual([[_id, bytes]])

  await rm(join(folder, 'documents'), { recursive: true })
  expect((await backUp(variables)).lines[1]).toMatch(/^With 1 document .*, 1 new/)
  expect(await bytesIn(saved, _id)).toEqual(bytes)

  bucket.objects.clear()
  const repaired = await runRestore(variables, folder, '--documents-only')
  expect(repaired.lines).toEqual(['Copied 1 missing or damaged document'])
  expect([...bucket.objects]).toEqual([[_id, bytes]])
})

test('unfinished uploads are not backed up, and unsubmitted ones get a new week', async () => {
  const { variables, add, store } = await newSystem()
  const receiving = { state: 'receiving', type: null, sha256: null } as const
  const { _id: begun } = await add({ ...receiving, attachment: null, expiresAt: now(1000) })
  await store.rename(begun, `${begun}.0`)
  const { _id } = await add({ attachment: null, expiresAt: now(1000) })
  const file = await backUpTo(variables)
  expect(await namesIn(saved)).toEqual([_id])

  const target = await emptySystem()
  await runRestore(target.variables, file)
  const [row, ...others] = await rowsOf(target.variables)
  expect([row?._id, others]).toEqual([_id, []])
  expect(row!.expiresAt! > now(6 * day)).toBe(true)
})

test('a document that is erased during a backup does not fail it', async () => {
  const { source, add, change } = await newSystem()
  const { _id } = await add()
  await add()
  const erasing: DocumentStore = {
    ...source.store,
    async get(name) {
      if (name !== _id) return source.store.get(name)
      await change((db) => db.deleteFrom('documents').where('_id', '=', _id).execute())
      await source.store.remove(_id)
      return undefined
    },
  }
  const { file, documents } = await createBackup({ ...source, store: erasing }, folder)
  expect(documents).toMatchObject({ total: 1, copied: 1, deleted: 1, lost: [] })
  expect(await namesIn(saved)).not.toContain(_id)

  const target = await emptySystem()
  const { code } = await runRestore(target.variables, file, '--incomplete')
  expect(code).toBe(0)
})

test('lost and damaged documents are reported, and the rest is backed up', async () => {
  const { variables, add, store } = await newSystem()
  const [lost, damaged, good] = [await add(), await add(), await add()]
  await store.remove(lost._id)
  await writeFileIn(store, damaged._id, randomBytes(damaged.size))
  const { code, lines } = await backUp(variables)

  expect([code, lines.slice(1)]).toEqual([
    0,
    [
      expect.stringMatching(/^With 1 document /),
      'Without 2 missing or damaged documents: npm run doctor -- --thorough says what to do',
    ],
  ])
  expect(await namesIn(saved)).toEqual([good._id])
})

test('--keep removes the documents that no kept backup needs', async () => {
  const { variables, add, change, store } = await newSystem()
  const [erased, kept] = [await add(), await add()]
  await backUp(variables)
  await change((db) => db.deleteFrom('documents').where('_id', '=', erased._id).execute())
  await store.remove(erased._id)
  await writeFile(join(folder, 'documents', 'x.unfinished'), 'left by a killed backup')

  const second = await backUp(variables, '--keep', '2')
  expect(second.lines.at(-1)).toBe('Removed 1 document that no backup needs')
  expect(await namesIn(saved)).toEqual([erased._id, kept._id].toSorted())
  const third = await backUp(variables, '--keep', '2')
  expect(third.lines.at(-1)).toBe('Removed 1 document that no backup needs')
  expect(await namesIn(saved)).toEqual([kept._id])
})

test('no document is removed while another backup is being made', async () => {
  const { variables, add } = await newSystem()
  await add()
  const file = await backUpTo(variables)
  await rm(file)
  const running = join(folder, 'foundation-2026.sqlite.unfinished')
  await writeFile(running, '')
  expect(await removeUnneededDocuments(folder)).toEqual({ count: 0 })
  await rm(running)
  expect(await removeUnneededDocuments(folder)).toEqual({ count: 1 })
})

test('while a kept backup cannot be read, no document is removed', async () => {
  const { variables, add, change, store } = await newSystem()
  const { _id } = await add()
  const file = await backUpTo(variables)
  await change((db) => db.deleteFrom('documents').execute())
  await store.remove(_id)
  await writeFile(file, 'damaged')
  const { code, lines } = await backUp(variables, '--keep', '2')
  expect([code, lines.at(-1)]).toEqual([
    0,
    `Kept all documents, because ${basename(file)} cannot be read: remove it if it is damaged`,
  ])
  expect(await namesIn(saved)).toEqual([_id])
})

test('the folder of the live documents is refused as a folder of backups', async () => {
  const { variables, add, store } = await newSystem()
  const { _id } = await add()
  const args = ['--to', variables['DATA_DIR']!, '--keep', '1']
  const { code, lines } = await runCommand('server/cli/backup.ts', variables, ...args)
  expect([code, lines[0]]).toEqual([
    1,
    expect.stringMatching(/ has the documents of the server\. Name another folder with --to\.$/),
  ])
  expect(await namesIn(store)).toEqual([_id])
})

test('a restore without a document is refused with its name, and changes nothing', async () => {
  const { variables, add } = await newSystem()
  const [missing, damaged] = [await add(), await add()]
  const file = await backUpTo(variables)
  await saved.remove(missing._id)
  await writeFileIn(saved, damaged._id, randomBytes(damaged.size))
  const target = await emptySystem()
  const sentence = (_id: string) =>
    `Nothing was restored, because 1 document (${_id}) is missing from ${join(folder, 'documents')}, or damaged there. Copy them there from another copy of the backup. With --incomplete, everything else is restored.`
  expect(await runRestore(target.variables, file)).toEqual({
    code: 1,
    lines: [sentence(missing._id)],
  })
  await writeFileIn(saved, missing._id, missing.bytes)
  expect(await runRestore(target.variables, file)).toEqual({
    code: 1,
    lines: [sentence(damaged._id)],
  })
  expect(await isEmpty(target.variables)).toBe(true)

  expect(await runRestore(target.variables, file, '--incomplete')).toEqual({
    code: 0,
    lines: [
      `Restored ${file}`,
      'Copied 0 missing or damaged documents',
      `Not restored: 1 document (${damaged._id}) is not in the backup, or damaged`,
      'Everybody has to sign in again',
    ],
  })
})

test.skipIf(isPostgres)(
  '--replace deletes no document, and copies only what is missing',
  async () => {
    const { variables, add, store } = await newSystem()
    const [lost, there] = [await add(), await add()]
    const file = await backUpTo(variables)
    await store.remove(lost._id)
    const newer = await add()
    const { ino } = await stat(join(store.location, there._id))
    const { code, lines } = await runRestore(variables, file, '--replace')

    expect([code, lines[1]]).toEqual([0, 'Copied 1 missing or damaged document'])
    expect(await namesIn(store)).toEqual([lost._id, there._id, newer._id].toSorted())
    expect((await stat(join(store.location, there._id))).ino).toBe(ino)
  },
)

test('--documents-only replaces missing and damaged documents of the database', async () => {
  const { variables, add, store, change } = await newSystem()
  const [lost, damaged, good] = [await add(), await add(), await add()]
  const erased = await add()
  await backUp(variables)
  await change((db) => db.deleteFrom('documents').where('_id', '=', erased._id).execute())
  await store.remove(erased._id)
  await store.remove(lost._id)
  await writeFileIn(store, damaged._id, randomBytes(damaged.size))
  const newer = await add()
  await store.remove(newer._id)

  expect(await runRestore(variables, folder, '--documents-only')).toEqual({
    code: 0,
    lines: [
      'Copied 2 missing or damaged documents',
      `Not restored: 1 document (${newer._id}) is not in the backup, or damaged`,
    ],
  })
  for (const { _id, bytes } of [lost, damaged, good]) {
    expect(await bytesIn(store, _id)).toEqual(bytes)
  }
  expect(await namesIn(store)).toEqual([lost._id, damaged._id, good._id].toSorted())
})

test.skipIf(isOnce)('copying many documents says how far it is', async () => {
  const { variables, add } = await newSystem()
  for (let number = 0; number < 30; number++) await add()
  const lines = await progressOf('server/cli/backup.ts', variables, '--to', folder)
  expect(lines).toContainEqual(
    expect.stringMatching(/^Copying documents: \d+ %, about \d+ s left$/),
  )
})

const day = 24 * 60 * 60 * 1000

/** An empty database and an empty folder of data. */
async function emptySystem() {
  return systemOf(await newData())
}

function systemOf(variables: Record<string, string>) {
  const store = diskStore(documentsFolder(variables['DATA_DIR']!))
  return { variables, location: locationOf(variables), store }
}

/** A database with one application, to which `add` adds documents. */
async function newSystem() {
  const { variables, location, store } = systemOf(await preparedData())
  const change = async <T>(work: (db: Database) => Promise<T>) => {
    const { db } = openDatabase(location)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  const { db } = openDatabase(location)
  const [application] = await addMadeUpApplications(db, 1)
  await db.destroy()
  const dataDir = variables['DATA_DIR']!
  const add = (changes: Parameters<typeof addDocument>[2] = {}) =>
    change(async (opened) => {
      const bytes = randomBytes(1000)
      const { attachment = application!._id } = changes
      const { _id, size } = await addDocument({ db: opened, dataDir }, attachment, {
        bytes,
        ...changes,
      })
      return { _id, size, bytes }
    })
  return { variables, location, store, source: { location, store }, change, add }
}

function backUp(variables: Record<string, string>, ...args: string[]) {
  return runCommand('server/cli/backup.ts', variables, '--to', folder, ...args)
}

/** Makes a backup and returns its file. */
async function backUpTo(variables: Record<string, string>) {
  const { lines } = await backUp(variables)
  return /^Backed up to (\S+)/.exec(lines[0]!)![1]!
}

function runRestore(variables: Record<string, string>, ...args: string[]) {
  return runCommand('server/cli/restore.ts', variables, ...args)
}

async function rowsOf(variables: Record<string, string>) {
  const { db } = openDatabase(locationOf(variables))
  try {
    return await db.selectFrom('documents').select(['_id', 'expiresAt']).execute()
  } finally {
    await db.destroy()
  }
}

async function isEmpty(variables: Record<string, string>) {
  if (!isPostgres) return !(await readdir(variables['DATA_DIR']!)).includes('foundation.sqlite')
  const { db } = openDatabase(locationOf(variables))
  try {
    return (await db.introspection.getTables()).length === 0
  } finally {
    await db.destroy()
  }
}
