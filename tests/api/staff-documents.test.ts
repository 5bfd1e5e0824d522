import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'

import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import type { DocumentStore } from '../../server/services/documents/document-store.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'
import { newLocation } from '../support/app.ts'
import { addDocument, emptyPdf } from '../support/documents.ts'

const place = newLocation()
const { dataDir } = await place
const documentStore = diskStore(documentsFolder(dataDir))
const { app, ask, token, db } = await startApi({}, { place, documentStore })
const headers = { authorization: `Bearer ${token}` }
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const unknown = '01890000-0000-7000-8000-000000000000'

const addApplication = async (names: { first_name?: string; last_name?: string } = {}) => {
  const [row] = await addMadeUpApplications(db, 1, () => names)
  return row!
}
const add = (attachment: string, changes?: Parameters<typeof addDocument>[2]) =>
  addDocument({ db, dataDir }, attachment, changes)
const open = (_id: string, query = '') =>
  app.inject({ url: `/api/admin/documents/${_id}${query}`, headers })
const zip = (...ids: string[]) =>
  app.inject({ url: `/api/admin/attachments/documents.zip?ids=${ids.join()}`, headers })

async function historyOf(record: string) {
  const { body } = await ask(api.history, { token, query: { record } })
  return body.map(
    ({ action, fields, user }: { action: string; fields: string[]; user: object }) => [
      action,
      fields,
      user,
    ],
  )
}

test('a document is sent with its own bytes, type and size, and nothing in it can run', async () => {
  const { _id: application } = await addApplication()
  const { _id } = await add(application)
  const answer = await open(_id)

  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(emptyPdf)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(emptyPdf.length),
    'content-disposition': `inline; filename="My CV.pdf"; filename*=UTF-8''My%20CV.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  })
  const saved = await open(_id, '?download=1')
  expect(saved.headers['content-disposition']).toMatch(/^attachment; filename="My CV.pdf"/)
})

test('documents stand in the order of the questions, whichever file arrived first', async () => {
  const { _id: id } = await addApplication()
  await add(id, { purpose: 'cover_letter' })
  await add(id, { purpose: 'cv' })
  const { body } = await ask(api.attachments.get, { token, id })
  const purposes = body.documents.map(({ purpose }: { purpose: string }) => purpose)
  expect(purposes).toEqual(['cv', 'cover_letter'])
})

test.each([
  ['../../etc/passwd', 'image/png', '_.._etc_passwd.png'],
  ['a"b\\c\r\nSet-Cookie: x=1.pdf', 'application/pdf', 'a_b_c Set-Cookie_ x=1.pdf'],
  ['cv\u202Efdp.exe', 'application/pdf', 'cvfdp.exe.pdf'],
  ['photo.heic', 'image/jpeg', 'photo.jpg'],
  ['', 'image/jpeg', 'document.jpg'],
  ['CON', 'application/pdf', '_CON.pdf'],
  ["Ng’ang’a (CV) 100%'*.pdf", 'application/pdf', "Ng’ang’a (CV) 100%'_.pdf"],
] as const)('the file name %j becomes safe', async (name, type, safe) => {
  const { _id: application } = await addApplication()
  const { _id } = await add(application, { name, type })
  const { statusCode, headers: received } = await open(_id)
  const [, ascii, encoded] =
    /^inline; filename="([ !#-~]*)"; filename\*=UTF-8''([\w.!~%-]*)$/.exec(
      String(received['content-disposition']),
    ) ?? []

  expect([statusCode, received['set-cookie']]).toEqual([200, undefined])
  expect(decodeURIComponent(encoded!)).toBe(safe)
  expect(ascii).not.toMatch(/[%\\"]/)
  expect(ascii!.split('.').at(-1)).toBe(safe.split('.').at(-1))
})

test('each opening is an entry in the history of the application', async () => {
  const { _id: application } = await addApplication()
  const { _id } = await add(application, { purpose: 'cover_letter' })
  await open(_id)
  await open(_id)

  const entry = [
    'view document',
    ['cover_letter_url'],
    expect.objectContaining({ name: 'Administrator' }),
  ]
  expect(await historyOf(application)).toEqual([entry, entry])
  const query = { action: 'view document', record: application }
  expect((await ask(api.history, { token, query })).body).toHaveLength(2)
})

test.each([
  ['scanning', 'is being checked'],
  ['refused', 'had a virus'],
] as const)('a document in the state %s is not opened', async (state, reason) => {
  const { _id: application } = await addApplication()
  const { _id } = await add(application, { state })
  const answer = await open(_id)

  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining(reason)])
  expect(await historyOf(application)).toEqual([])
})

test('unknown, unfinished and detached documents and lost files are not found', async () => {
  const { _id: application } = await addApplication()
  const receiving = await add(application, { state: 'receiving', type: null })
  const detached = await addDocument({ db, dataDir }, null)
  const lost = await add(application)
  await documentStore.remove(lost._id)
  for (const _id of [unknown, receiving._id, detached._id, lost._id]) {
    expect((await open(_id)).statusCode).toBe(404)
  }
  expect(await historyOf(application)).toEqual([])
})

test('while the store is away, the answer says so, and nothing counts as opened', async () => {
  const { _id: application } = await addApplication()
  const { _id } = await add(application)
  replaceGet(() => Promise.reject(new Error('The store is away')))
  for (const path of [`documents/${_id}`, `attachments/documents.zip?ids=${application}`]) {
    const answer = await app.inject({ url: `/api/admin/${path}`, headers })
    expect([path, answer.statusCode, answer.headers['retry-after']]).toEqual([path, 503, '30'])
    expect(answer.json().message).toContain('cannot be reached')
  }
  expect(await historyOf(application)).toEqual([])
})

test('the ZIP file has every document under the name of its applicant', async () => {
  const zawadi = await addApplication({ first_name: 'Zawadi', last_name: 'Mwangi' })
  const hostile = await addApplication({ first_name: '../..', last_name: 'A/B:C*\u202E"' })
  const letter = Buffer.from('a letter')
  await add(zawadi._id)
  await add(zawadi._id, { purpose: 'cover_letter', type: 'image/jpeg', bytes: letter })
  await add(zawadi._id, { bytes: Buffer.from('a second CV') })
  await add(hostile._id)
  await add(hostile._id, { purpose: 'cover_letter', state: 'scanning' })
  const answer = await zip(zawadi._id, hostile._id, unknown)
  const files = unzip(answer.rawPayload)

  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="documents_[\d_]+\.zip"/,
  )
  const [one, two] = [zawadi.referenceId, hostile.referenceId]
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'Not in this ZIP.txt',
      `${one} Zawadi Mwangi - CV (2).pdf`,
      `${one} Zawadi Mwangi - CV.pdf`,
      `${one} Zawadi Mwangi - Cover letter.jpg`,
      `${two} _.. A_B_C__ - CV.pdf`,
    ].toSorted(),
  )
  expect(files[`${one} Zawadi Mwangi - CV.pdf`]!.equals(emptyPdf)).toBe(true)
  expect(files[`${one} Zawadi Mwangi - Cover letter.jpg`]!.equals(letter)).toBe(true)
  expect(files['Not in this ZIP.txt']!.toString()).toContain(
    `${two} _.. A_B_C__ - Cover letter.pdf: is being checked`,
  )
})

test('the history has the ZIP export with its count, and what was opened', async () => {
  const { _id } = await addApplication()
  await add(_id)
  await add(_id, { purpose: 'cover_letter' })
  await zip(_id)
  const query = { action: 'export' }
  await vi.waitFor(async () => {
    const { body } = await ask(api.history, { token, query })
    expect(body[0]).toMatchObject({ fields: ['documents'], count: 2, record: null })
  })
  expect(await historyOf(_id)).toEqual([
    ['view document', ['resume_url', 'cover_letter_url'], expect.anything()],
  ])
})

test('without a document, or with too many applications, there is no ZIP', async () => {
  const { _id } = await addApplication()

  expect((await zip(_id)).statusCode).toBe(404)
  expect((await zip(...Array.from({ length: 201 }, () => _id))).statusCode).toBe(400)
  expect((await zip('nonsense')).statusCode).toBe(400)
})

test('a client that goes away ends the reading of documents', async () => {
  const { _id } = await addApplication()
  const documents = [await add(_id), await add(_id, { purpose: 'cover_letter' })]
  const endless = new PassThrough()
  const asked: string[] = []
  replaceGet(async (name) => {
    asked.push(name)
    return { bytes: endless, size: 1e9 }
  })
  const request = get(`${url}/api/admin/attachments/documents.zip?ids=${_id}`, { headers })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  endless.write(Buffer.alloc(100_000))
  await once(answer, 'data')
  request.destroy()
  await once(endless, 'close')

  expect(endless.readableEnded).toBe(false)
  expect(asked).toEqual([documents[0]!._id])
})

test('a store that fails in the middle breaks the ZIP off', async () => {
  const { _id } = await addApplication()
  await add(_id)
  const bytes = new PassThrough()
  replaceGet(async () => ({ bytes, size: 10 }))
  const { body } = await fetch(`${url}/api/admin/attachments/documents.zip?ids=${_id}`, { headers })
  bytes.write('begin')
  bytes.destroy(new Error('The disk is gone'))

  await expect(new Response(body).arrayBuffer()).rejects.toThrow('terminated')
})

/** Lets another function read the store until the test has finished. */
function replaceGet(read: DocumentStore['get']) {
  const replaced = vi.spyOn(documentStore, 'get').mockImplementation(read)
  onTestFinished(() => replaced.mockRestore())
}

/** The files of a ZIP file by their names, as a real program extracts them. */
function unzip(bytes: Buffer): Record<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'foundation-zip-'))
  try {
    const file = join(folder, 'documents.zip')
    const target = join(folder, 'files')
    writeFileSync(file, bytes)
    const programs: [string, string[]][] = [
      ['unzip', ['-q', file, '-d', target]],
      ['python3', ['-m', 'zipfile', '-e', file, target]],
    ]
    const done = programs.some(([program, args]) => spawnSync(program, args).status === 0)
    if (!done) throw new Error('Neither unzip nor python3 could open the file')
    return Object.fromEntries(
      readdirSync(target).map((name) => [name, readFileSync(join(target, name))]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
