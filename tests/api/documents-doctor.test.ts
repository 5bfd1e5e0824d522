import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { checkDocuments } from '../../server/cli/doctor/check-documents.ts'
import { runChecks } from '../../server/cli/doctor.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { DocumentsTable } from '../../server/database/tables.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import { newRecord, now } from '../../server/services/ids.ts'
import { readSettings } from '../../server/settings.ts'
import { addMadeUpApplications } from '../support/api.ts'
import { runCommand } from '../support/command.ts'
import { addDocument } from '../support/documents.ts'
import { newData, preparedData } from '../support/own-server.ts'
import { deadPort } from '../support/port.ts'
import { locationOf } from '../support/server.ts'
import { namesIn, writeFileIn } from '../support/stored-documents.ts'

vi.setConfig({ testTimeout: 60_000 })

const hour = 60 * 60 * 1000
const day = 24 * hour

test('documents that agree with the database are fine', async () => {
  const { add, findings, runDoctor } = await newSystem()
  await add()
  await add({ attachment: null, expiresAt: now(day) })
  await add({ state: 'scanning', scanAt: now() })
  expect(await findings()).toEqual([])
  expect((await runDoctor('--thorough')).lines).toContain('ok       Documents')
})

test('missing, cut off and damaged documents are problems', async () => {
  const { add, store, findings } = await newSystem()
  const [missing, short, damaged] = [await add(), await add(), await add()]
  await add()
  await store.remove(missing._id)
  await writeFileIn(store, short._id, randomBytes(short.size - 1))
  await writeFileIn(store, damaged._id, randomBytes(damaged.size))
  const expected = [
    `problem: 1 document (${missing._id}) is missing from ${store.location}`,
    `problem: 1 document (${short._id}) is shorter or longer than the database says`,
    `problem: 1 document (${damaged._id}) is damaged: the checksum is wrong`,
  ]
  expect(await findings({ isThorough: true })).toEqual(expected)
  // So few documents are all in the sample.
  expect(await findings()).toEqual(expected)
})

test('without --thorough, only some of many documents are read', async () => {
  const { add, store, findings } = await newSystem()
  for (let number = 0; number < 260; number++) {
    const { _id, size } = await add()
    await writeFileIn(store, _id, randomBytes(size))
  }
  const numberOf = async (isThorough: boolean) =>
    Number(
      /^problem: (\d+) documents .* are damaged/.exec((await findings({ isThorough }))[0]!)![1],
    )
  expect(await numberOf(true)).toBe(260)
  expect(await numberOf(false)).toBeLessThanOrEqual(200)
  expect(await numberOf(false)).toBeGreaterThan(20)
})

test('files of unknown documents are a warning, and are removed only on demand', async () => {
  const { add, store, findings, runDoctor } = await newSystem()
  const [kept, uploaded] = [
    await add(),
    await add({ state: 'receiving', attachment: null, sha256: null, expiresAt: now(day) }),
  ]
  const unknown = newRecord()._id
  for (const name of [unknown, `${newRecord()._id}.0`, 'notes.txt']) {
    await writeFileIn(store, name, randomBytes(10))
  }
  const expected = `warning: 1 document (${unknown}) is in ${store.location}, but not in the database`
  expect(await findings()).toEqual([expected])
  await runDoctor('--repair')
  expect(await findings()).toEqual([expected])

  const { lines } = await runDoctor('--repair', '--remove-unknown-documents')
  expect(lines).toContain(`Removed 1 file of unknown documents from ${store.location}`)
  expect(await findings()).toEqual([])
  expect(await namesIn(store)).toEqual(
    expect.arrayContaining([kept._id, uploaded._id, 'notes.txt']),
  )
  expect(await runDoctor('--remove-unknown-documents')).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/needs --repair/), expect.stringMatching(/^Usage: /)],
  })
})

const suspicious: [what: RegExp, row: Partial<DocumentsTable>][] = [
  [
    /^problem: Uploads have expired.*: 1 \(/,
    { attachment: null, expiresAt: now(-4 * hour), state: 'receiving', sha256: null, type: null },
  ],
  [/^warning: Deleted documents are still in the store.*: 1 \(/, { attachment: null }],
  [
    /^warning: Documents have waited for the virus scanner.*: 1 \(/,
    { state: 'scanning', scanAt: now(), createdAt: now(-25 * hour) },
  ],
  [/^problem: Documents wait for a scan that was never planned.*: 1 \(/, { state: 'scanning' }],
  [/^problem: Documents of applications have an expiry.*: 1 \(/, { expiresAt: now(day) }],
  [
    /^problem: Unfinished uploads belong to an application.*: 1 \(/,
    { state: 'receiving', sha256: null, type: null },
  ],
  [/^problem: Finished documents have no type or no checksum.*: 1 \(/, { sha256: null }],
]

test('suspicious rows are reported', async () => {
  const { db, add, store, findings } = await newSystem()
  for (const [what, row] of suspicious) {
    const { _id } = await add(row)
    expect(await findings()).toEqual([expect.stringMatching(what)])
    await db.deleteFrom('documents').where('_id', '=', _id).execute()
    await rm(join(store.location, _id))
  }
})

test('an upload that the next cleanup deletes is fine', async () => {
  const { add, findings } = await newSystem()
  await add({ attachment: null, expiresAt: now(-2 * hour) })
  expect(await findings()).toEqual([])
})

test('--repair plans forgotten scans and removes wrong expiries', async () => {
  const { add, findings, runDoctor } = await newSystem()
  await add({ state: 'scanning' })
  await add({ expiresAt: now(day) })
  expect(await findings()).toHaveLength(2)
  await runDoctor('--repair')
  expect(await findings()).toEqual([])
})

test('a store that cannot be read is a problem', async () => {
  const { add, store, findings } = await newSystem()
  await add()
  await rm(store.location, { recursive: true })
  await writeFile(store.location, 'no folder')
  expect(await findings()).toEqual([
    expect.stringMatching(/^problem: The documents cannot be read: ENOTDIR/),
  ])
  await rm(store.location)
  const away = `http://key:secret@127.0.0.1:${deadPort}/bucket`
  const found = await findings({}, { DOCUMENTS_S3: away })
  expect(found.join('\n')).toMatch(/^problem: The documents cannot be read: /m)
  expect(found.join('\n')).not.toContain('secret')
})

test('a folder of documents beside a bucket is a warning', async () => {
  const { add, store, findings } = await newSystem()
  await add()
  const found = await findings({}, { DOCUMENTS_S3: `http://k:s@127.0.0.1:${deadPort}/bucket` })
  expect(found[0]).toBe(
    `warning: ${store.location} has documents that the server does not use, because DOCUMENTS_S3 is set`,
  )
})

test('without a database, only the check of the database reports it', async () => {
  const variables = await newData()
  const found: string[] = []
  const environment = {
    variables: { ...variables, PUBLIC_URL: 'http://www.example.org' },
    nodeVersion: '24.21.0',
    freeBytes: async () => 1e12,
    settingsFiles: async () => [],
    isBuilt: () => true,
    now: Date.now,
    backups: undefined,
    isThorough: false,
  }
  for await (const { title, findings } of runChecks(environment)) {
    if (findings.length > 0) found.push(title)
  }
  expect(found).toContain('Database')
  expect(found).not.toContain('Documents')
})

/** A database with one application, to which `add` adds documents. */
async function newSystem() {
  const variables = await preparedData()
  const dataDir = variables['DATA_DIR']!
  const { db } = openDatabase(locationOf(variables))
  onTestFinished(() => db.destroy())
  const [application] = await addMadeUpApplications(db, 1)
  const add = (changes: Parameters<typeof addDocument>[2] = {}) =>
    addDocument({ db, dataDir }, application!._id, { bytes: randomBytes(1000), ...changes })
  const findings = async (environment = {}, settings = {}) => {
    const found = await checkDocuments(
      { now: Date.now, isThorough: false, ...environment },
      readSettings({ ...variables, ...settings }),
    )
    return found.map(({ level, what }) => `${level}: ${what}`)
  }
  const runDoctor = (...args: string[]) => runCommand('server/cli/doctor.ts', variables, ...args)
  return { variables, db, add, store: diskStore(documentsFolder(dataDir)), findings, runDoctor }
}
