import { randomBytes } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import { now } from '../../server/services/ids.ts'
import { progressOf, runCommand } from '../support/command.ts'
import { addDocument } from '../support/documents.ts'
import { newData } from '../support/own-server.ts'
import { startS3StandIn } from '../support/s3-stand-in.ts'
import { locationOf } from '../support/server.ts'
import { bytesIn, namesIn, writeFileIn } from '../support/stored-documents.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Backup and seed show in `npm test` how commands say how far they are. */
const isOnce = process.env['TEST_SCOPE'] === 'once'

const later = 'Did the server run meanwhile? Stop it and run this again. Then start it'

test('documents and unfinished uploads get into the bucket and back', async () => {
  const { add, addUpload, store, bucket, moveTo } = await newSystem()
  const documents = [await add(), await add()]
  const part = await addUpload()
  await writeFileIn(store, 'x.unfinished', randomBytes(5))
  expect(await moveTo('bucket')).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(
        /^Copied 2 of 2 documents to http\S+ \(0\.0 MB\); the others were there$/,
      ),
      `${later} with DOCUMENTS_S3`,
    ],
  })
  for (const { _id, bytes } of documents) expect(bucket.objects.get(_id)).toEqual(bytes)
  expect([...bucket.objects.keys()].toSorted()).toEqual(
    [...documents.map(({ _id }) => _id), part].toSorted(),
  )
  expect(await namesIn(store)).toHaveLength(4)

  for (const name of await namesIn(store)) await store.remove(name)
  const back = await moveTo('folder')
  expect([back.code, back.lines[1]]).toEqual([0, `${later} without DOCUMENTS_S3`])
  for (const { _id, bytes } of documents) expect(await bytesIn(store, _id)).toEqual(bytes)
  expect(await namesIn(store)).toContain(part)
})

test('a move that failed is continued, and copies only what is missing', async () => {
  const { add, bucket, moveTo } = await newSystem()
  const documents = [await add(), await add(), await add()]
  const refused = documents[1]!._id
  bucket.treat(({ method, name }) =>
    method === 'PUT' && name === refused ? { status: 403, code: 'AccessDenied' } : undefined,
  )
  const failed = await moveTo('bucket')
  expect([failed.code, bucket.objects.has(refused)]).toEqual([1, false])
  bucket.treat(() => undefined)
  const { code, lines } = await moveTo('bucket')
  expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^Copied [123] of 3 documents /)])
  expect(bucket.objects.size).toBe(3)
  expect((await moveTo('bucket')).lines[0]).toMatch(/^Copied 0 of 3 documents /)
})

test('damaged and missing documents are named, and the others are copied', async () => {
  const { add, store, bucket, moveTo } = await newSystem()
  const [damaged, missing, good] = [await add(), await add(), await add()]
  await writeFileIn(store, damaged._id, randomBytes(damaged.size))
  await store.remove(missing._id)
  const { code, lines } = await moveTo('bucket')
  expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^Copied 1 of 3 documents /)])
  expect(lines[1]).toMatch(
    /^Not copied: 2 documents \(\S+, \S+\) are missing from .* or damaged there\.$/,
  )
  for (const { _id } of [damaged, missing]) expect(lines[1]).toContain(_id)
  expect([...bucket.objects.keys()]).toEqual([good._id])
})

test('a document that is erased during the move does not stay in the bucket', async () => {
  const { add, db, bucket, moveTo } = await newSystem()
  const { _id } = await add()
  bucket.treat(async ({ method, name }) => {
    if (method === 'PUT' && name === _id) {
      await db.deleteFrom('documents').where('_id', '=', _id).execute()
    }
    return undefined
  })
  expect((await moveTo('bucket')).code).toBe(0)
  expect([...bucket.objects.keys()]).toEqual([])
})

test.skipIf(isOnce)('a long move of documents says how far it is', async () => {
  const { add, variables } = await newSystem()
  for (let number = 0; number < 30; number++) await add()
  const args = ['--documents-to', 'bucket']
  const lines = await progressOf('server/cli/move.ts', variables, ...args)
  expect(lines).toContainEqual(
    expect.stringMatching(/^Copying documents: \d+ %, about \d+ s left$/),
  )
})

test('wrong targets are refused', async () => {
  const { variables } = await newSystem()
  const run = (settings: Record<string, string>, to: string) =>
    runCommand('server/cli/move.ts', { ...variables, ...settings }, '--documents-to', to)
  expect(await run({}, 'https://key:secret@s3.example.org/bucket')).toEqual({
    code: 2,
    lines: [
      '--documents-to takes bucket or folder.',
      expect.stringMatching(/^Usage: npm run move -- --to postgres:.*--documents-to folder$/),
    ],
  })
  expect(await run({ DOCUMENTS_S3: '' }, 'bucket')).toEqual({
    code: 1,
    lines: ['Set DOCUMENTS_S3 first: it names the bucket.'],
  })
})

/** A database, a folder of documents and an empty bucket. */
async function newSystem() {
  const bucket = await startS3StandIn()
  onTestFinished(() => bucket.stop())
  const dataDir = await temporaryFolder()
  const data = { ...(await newData()), DATA_DIR: dataDir }
  const variables: Record<string, string> = { ...data, DOCUMENTS_S3: bucket.address }
  const { db, engine } = openDatabase(locationOf(data))
  onTestFinished(() => db.destroy())
  await prepareDatabase(db, engine)
  const store = diskStore(documentsFolder(dataDir))
  const add = async (changes: Parameters<typeof addDocument>[2] = {}) => {
    const bytes = randomBytes(1000)
    const waiting = { bytes, expiresAt: now(60_000) }
    const { _id, size } = await addDocument({ db, dataDir }, null, { ...waiting, ...changes })
    return { _id, size, bytes }
  }
  const addUpload = async () => {
    const { _id } = await add({ state: 'receiving', type: null, sha256: null })
    await store.rename(_id, `${_id}.7`)
    return `${_id}.7`
  }
  const moveTo = (to: string) => runCommand('server/cli/move.ts', variables, '--documents-to', to)
  return { variables, db, store, bucket, add, addUpload, moveTo }
}
