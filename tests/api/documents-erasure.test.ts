import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { personalData } from '../../contract/application/personal-data.ts'
import { erase as eraseFrom } from '../../server/services/applications/erasure.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import type { DocumentStore } from '../../server/services/documents/document-store.ts'
import { now } from '../../server/services/ids.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'
import { addDocument } from '../support/documents.ts'
import { everythingStored } from '../support/dump-storage.ts'
import { namesIn } from '../support/stored-documents.ts'

const { ask, token, db, engine, variables } = await startApi()
const dataDir = variables.DATA_DIR
const store = diskStore(documentsFolder(dataDir))
const stores = { messageFolders: [], documentStore: store }

/** An application with two documents, and what of them must not stay. */
async function applied(changes = {}) {
  const [application] = await addMadeUpApplications(db, 1, () => changes)
  const name = `Kadzitu ${randomBytes(8).toString('hex')}.pdf`
  const bytes = Buffer.from(`letter of ${randomBytes(20).toString('hex')}`)
  const files = []
  for (const purpose of ['cv', 'cover_letter'] as const) {
    const { _id } = await addDocument({ db, dataDir }, application!._id, { name, bytes, purpose })
    files.push(_id)
  }
  return { id: application!._id, name, bytes, files }
}

/** What is left of documents in the database, in all its files and in the store. */
async function leftOf({ name, bytes, files }: Awaited<ReturnType<typeof applied>>) {
  const stored = (await everythingStored(variables)) + (await namesIn(store)).join()
  return [name, bytes.toString(), ...files].filter((trace) => stored.includes(trace))
}

const erase = (...ids: string[]) => ask(api.personalData.erase, { token, body: { ids } })

test('erasing a person leaves no document, and keeps those of others', async () => {
  const [erased, other] = [await applied(), await applied()]
  expect(await leftOf(erased)).toEqual(expect.arrayContaining([erased.name, ...erased.files]))
  expect((await erase(erased.id)).body).toEqual({ erased: 1, message: '1 application erased' })
  expect(await leftOf(erased)).toEqual([])
  expect(await namesIn(store)).toEqual(expect.arrayContaining(other.files))
})

test('deleting an application deletes its documents at once', async () => {
  const deleted = await applied()
  const { status } = await ask(api.attachments.remove, { token, id: deleted.id })
  expect(status).toBe(200)
  expect((await namesIn(store)).filter((name) => deleted.files.includes(name))).toEqual([])
  expect(await rowsOf(deleted.files)).toEqual([])
})

test('retention deletes documents with their applications', async () => {
  const longAgo = '2024-01-01T00:00:00.000Z'
  const due = await applied({
    is_archived: true,
    is_accepted: false,
    createdAt: longAgo,
    updatedAt: longAgo,
  })
  await ask(api.retention.set, { token, body: { archived: 12 } })
  await deleteExpired(db, engine, stores)
  expect(await leftOf(due)).toEqual([])
})

test('while the store is away, erasing says so, and the next cleanup deletes the rest', async () => {
  const erased = await applied()
  const away: DocumentStore = { ...store, remove: () => Promise.reject(new Error('away')) }
  const [ids, by] = [[erased.id], erased.id]
  const answer = await eraseFrom(db, engine, { ...stores, documentStore: away }, ids, by)
  expect(answer).toMatchObject({
    erased: 1,
    message: expect.stringMatching(/could not be cleaned, which is tried again hourly$/),
  })
  expect((await leftOf(erased)).length).toBeGreaterThan(0)

  await deleteExpired(db, engine, stores)
  expect(await leftOf(erased)).toEqual([])
})

test('uploads that nobody submits are gone an hour after their expiry, others stay', async () => {
  const hour = 60 * 60 * 1000
  const expired = await addDocument({ db, dataDir }, null, { expiresAt: now(-hour - 1) })
  // A request that began before the expiry may still submit it.
  const waiting = await addDocument({ db, dataDir }, null, { expiresAt: now(-hour / 2) })
  await deleteExpired(db, engine, stores)
  const names = await namesIn(store)
  expect([names.includes(expired._id), names.includes(waiting._id)]).toEqual([false, true])
  expect(await rowsOf([expired._id, waiting._id])).toEqual([waiting._id])
})

test('the export of personal data lists the documents, and where their files are', async () => {
  const { id, name, bytes } = await applied()
  const query = { ids: id }
  const { body } = await ask(api.personalData.export, { token, query })
  expect(() => personalData.parse(body)).not.toThrow()
  expect(body.applications[0].documents).toMatchObject([
    { purpose: 'cv', name, type: 'application/pdf', size: bytes.length },
    { purpose: 'cover_letter', name },
  ])
  expect(body.documentFiles).toBe(`/api/admin/attachments/documents.zip?ids=${id}`)
  const zip = await ask(api.attachments.documents, { token, query })
  expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip'])

  const [without] = await addMadeUpApplications(db, 1)
  const other = await ask(api.personalData.export, { token, query: { ids: without!._id } })
  expect(other.body.documentFiles).toBeNull()
})

/** Which of the documents have a row. */
async function rowsOf(ids: string[]) {
  const rows = await db.selectFrom('documents').select('_id').where('_id', 'in', ids).execute()
  return rows.map(({ _id }) => _id)
}
