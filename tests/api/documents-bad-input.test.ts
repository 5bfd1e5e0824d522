import { readdir } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { translateMessage } from '../../contract/language/kiswahili-server.ts'
import { messageIn } from '../../app/offline/replies.ts'
import { buildApp } from '../../server/app.ts'
import { documentsFolder } from '../../server/services/documents/disk-store.ts'
import { unlimited } from '../../server/services/rate-limiter.ts'
import { createUpload } from '../../server/services/documents/uploads.ts'
import { readSettings } from '../../server/settings.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { base64, beginPatch, keyIn, pdfOf, tusClient } from '../support/uploads.ts'
import { wordParts, zipOf } from '../support/word-files.ts'

const { app, ask, db, engine, variables } = await startApi()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const tus = tusClient(url)
const choices = await choicesOf(ask)
const folder = documentsFolder(variables.DATA_DIR)

const text = (content: string) => new Uint8Array(Buffer.from(content))
const plain = { width: 60, height: 40, channels: 3, background: 'teal' } as const
const jpeg = new Uint8Array(await sharp({ create: plain }).jpeg().toBuffer())
const png = await sharp({ create: plain }).png().toBuffer()

/** A PNG of 20,000 by 20,000 pixels. It is refused by its header alone. */
const bomb = new Uint8Array(png)
new DataView(bomb.buffer).setUint32(16, 20_000)
new DataView(bomb.buffer).setUint32(20, 20_000)
new DataView(bomb.buffer).setUint32(29, crc32(bomb.subarray(12, 29)))

const heic = text('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')
const zip = zipOf({ 'word/document.xml': '', mimetype: '' })
const docx = zipOf(wordParts())
const macros = zipOf({ ...wordParts(), 'word/VBAproject.bin': '' })

const noPages = text(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

const bad: [what: string, name: string, bytes: Uint8Array<ArrayBuffer>, sentence: RegExp][] = [
  ['an empty file', 'cv.pdf', text(''), /is empty/],
  ['a web page dressed as PDF', 'cv.pdf', text('\n<!DOCTYPE html><p>cv'), /is a web page/],
  ['a web page', 'cv.html', text('%PDF-1.4'), /is a web page/],
  ['text dressed as PDF', 'cv.pdf', text('My CV'), /choose a PDF/],
  ['a program', 'cv.exe', pdfOf(200), /choose a PDF/],
  ['a picture named PDF', 'cv.pdf', jpeg, /ends in \.pdf, but it is a picture/],
  ['a PDF named picture', 'cv.jpg', pdfOf(200), /ends in \.jpg, but it is a PDF/],
  ['a Word file named PDF', 'cv.pdf', docx, /ends in \.pdf, but it is a Word file/],
  ['a ZIP that is no Word file', 'cv.docx', zip, /another kind of ZIP/],
  ['a ZIP named PDF', 'cv.pdf', zip, /another kind of ZIP/],
  ['a cut Word file', 'cv.docx', docx.slice(0, -4), /damaged or incomplete/],
  ['a cut PDF', 'cv.pdf', pdfOf(2000).slice(0, 1900), /damaged or incomplete/],
  ['a PDF of nothing but its mark', 'cv.pdf', text('%PDF-'), /damaged or incomplete/],
  ['a PDF without pages', 'cv.pdf', noPages, /no pages/],
  ['a Word file with macros', 'cv.docx', macros, /macros/],
  ['an old Word file', 'cv.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), /\(\.doc\)/],
  ['a bomb', 'cv.png', bomb, /too many pixels/],
  ['half a picture', 'cv.jpg', jpeg.slice(0, jpeg.length / 2), /damaged/],
  ['an HEIC photo by its name', 'cv.heic', jpeg, /HEIC.*screenshot/],
  ['an HEIC photo by its bytes', 'cv.jpg', heic, /HEIC.*screenshot/],
]

for (const [what, name, bytes, sentence] of bad) {
  test(`${what} is refused with a sentence, and nothing of it is kept`, async () => {
    const { answer, path } = await tus.send(bytes, name)
    const body = await answer.json()
    const { message, error, fields } = body
    expect([answer.status, error]).toEqual([422, message])
    expect(message).toMatch(sentence)
    expect(fields).toEqual({ resume_document: message })
    expect(translateMessage('sw', messageIn(body))).not.toBe(message)
    // Some files are refused by their names, before they have an address.
    expect((await tus.head(path || '/api/users/documents/none')).status).toBe(404)
    expect(await everythingKept()).toEqual([])
  })
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('good files of each kind are accepted, also with other or no endings', async () => {
  const good: [string, Uint8Array<ArrayBuffer>, string][] = [
    ['CV.PDF', pdfOf(300), 'application/pdf'],
    ['cv', pdfOf(300), 'application/pdf'],
    ['CV.2026', pdfOf(300), 'application/pdf'],
    ['scan.pdf', behind('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', pdfOf(300)), 'application/pdf'],
    ['photo.png', jpeg, 'image/jpeg'],
    ['no end marker.jpg', jpeg.slice(0, -2), 'image/jpeg'],
    ['half an end marker.jpg', jpeg.slice(0, -1), 'image/jpeg'],
    ['no end.png', new Uint8Array(png.subarray(0, -12)), 'image/png'],
    ['photo.jpeg', new Uint8Array(png), 'image/png'],
    ['CV of Zawadi.docx', docx, word],
    ['Word Online.docx', zipOf(wordParts('word/document2.xml')), word],
  ]
  for (const [name, bytes, type] of good) {
    const { answer } = await tus.send(bytes, name)
    const _id = answer.headers.get('document-id') ?? ''
    const row = await db
      .selectFrom('documents')
      .selectAll()
      .where('_id', '=', _id)
      .executeTakeFirst()
    expect([name, row?.name, row?.type]).toEqual([name, name, type])
  }
  await forgetEverything()
})

test('a file above the limit is refused before its bytes are sent', async () => {
  const { status, json } = await read(await tus.create({ size: 5_000_001 }))
  expect([status, json.message]).toEqual([
    413,
    'This file is larger than 5 MB. Please choose a smaller one.',
  ])
  expect((await tus.create({ size: 5_000_000 })).status).toBe(201)
  await forgetEverything()
})

test('file names lose their path and control characters', async () => {
  const names: [string, string][] = [
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\Zawadi\\cv.pdf', 'cv.pdf'],
    ['cv\u202Efdp.\u0000pdf', 'cvfdp.pdf'],
    ['/', 'document'],
    [`${'ä'.repeat(300)}.pdf`, `${'ä'.repeat(146)}.pdf`],
  ]
  for (const [given, stored] of names) {
    expect((await tus.create({ size: 9, name: given })).status).toBe(201)
    const rows = await db.selectFrom('documents').select('name').execute()
    expect(rows.map(({ name }) => name)).toContain(stored)
  }
  await forgetEverything()
})

test('errors are in the language of the page', async () => {
  const headers = { 'accept-language': 'sw' }
  const { json } = await read(await tus.create({ size: 0, headers }))
  expect(json.fields).toEqual({
    resume_document: 'Faili hii ni tupu. Tafadhali chagua nyingine.',
  })
})

test('malformed requests are refused', async () => {
  const metadata = (value: string) => ({ 'upload-metadata': value })
  const named = `filename ${base64('cv.pdf')}`
  const malformed: [Record<string, string>, number][] = [
    [{ 'upload-length': 'x' }, 400],
    [{ 'upload-length': '-1' }, 400],
    [{ 'upload-length': '1e3' }, 400],
    [metadata(''), 400],
    [metadata(named), 400],
    [metadata(`${named},purpose ${base64('photo')}`), 400],
    [metadata(`${named},purpose cv`), 400],
    [metadata(`${named},${named},purpose ${base64('cv')}`), 400],
    [metadata(`filename ${Buffer.from([0xff]).toString('base64')},purpose ${base64('cv')}`), 400],
    [{ 'content-encoding': 'gzip' }, 415],
  ]
  for (const [headers, status] of malformed) {
    const answer = await read(await tus.create({ size: 9, headers }))
    expect([headers, answer.status]).toEqual([headers, status])
    expect(answer.json.message).toMatch(/^Please send /)
  }
  const { path } = await begin(9)
  const bytes = text('123')
  const type = { 'content-type': 'application/offset+octet-stream' }
  for (const [headers, status] of [
    [{ 'upload-offset': '0', 'content-type': 'application/json' }, 415],
    [{ 'upload-offset': '0', 'content-type': 'text/plain' }, 415],
    [{ 'upload-offset': '-1', ...type }, 400],
    [{ 'upload-offset': 'x', ...type }, 400],
    [{ ...type }, 400],
  ] as const) {
    expect([headers, (await tus.ask('PATCH', path, headers, bytes)).status]).toEqual([
      headers,
      status,
    ])
  }
  expect((await tus.head(path)).headers.get('upload-offset')).toBe('0')
  await forgetEverything()
})

test('an offset that lies is refused', async () => {
  const pdf = pdfOf(9000)
  const { path } = await begin(pdf.length)
  await tus.patch(path, 0, pdf.slice(0, 4000))
  for (const offset of [0, 3999, 4001, 9000, 999_999_999]) {
    const { status, json } = await read(await tus.patch(path, offset, pdf.slice(0, 1000)))
    expect([offset, status]).toEqual([offset, 409])
    expect(json.error).toBe(json.message)
  }
  expect((await tus.patch(path, 4000, pdf.slice(4000))).status).toBe(204)
  await forgetEverything()
})

test('more bytes than announced are refused, and stored nowhere', async () => {
  const pdf = pdfOf(9000)
  const { path } = await begin(pdf.length)
  expect((await tus.patch(path, 0, pdf.slice(0, 4000))).status).toBe(204)
  const { status, json } = await read(await tus.patch(path, 4000, pdf))
  expect([status, json.message]).toEqual([
    413,
    'This file is longer than announced. Please choose it again.',
  ])
  expect((await tus.head(path)).headers.get('upload-offset')).toBe('4000')
  expect((await tus.create({ size: 10, bytes: pdf })).status).toBe(413)
  await forgetEverything()
})

test('nobody else can use an upload, and its key serves one question once', async () => {
  const { key, path } = await tus.send(pdfOf(9000))
  const apply = (changes: object) =>
    ask(api.public.submit, { body: submission(choices, { resume_url: '', ...changes }) })
  const stranger = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  expect((await tus.head(path.replace(key, stranger))).status).toBe(404)
  expect((await tus.patch(path.replace(key, stranger), 0, text('x'))).status).toBe(404)

  const { path: unfinished } = await begin(9000)
  const gone = 'This file is no longer here. Please choose it again.'
  const refused: [object, Record<string, string>][] = [
    [{ resume_document: stranger }, { resume_document: gone }],
    [
      { resume_document: keyIn(unfinished) },
      { resume_document: 'This file has not arrived completely. Please send it again.' },
    ],
    [
      { resume_url: 'https://example.org/cv', cover_letter_url: '', cover_letter_document: key },
      { cover_letter_document: gone },
    ],
  ]
  for (const [changes, fields] of refused) {
    const { status, body } = await apply(changes)
    expect([status, body.fields]).toEqual([422, fields])
  }
  expect((await apply({ resume_document: key })).status).toBe(201)
  expect((await apply({ resume_document: key })).status).toBe(422)
})

test('a slow upload may take its time, a refused one may not', async () => {
  const timeLimits = { headers: 300, request: 400, silence: 5000 }
  const settings = readSettings({ ...variables, LOG_LEVEL: 'silent' })
  const hasty = await buildApp({ db, engine, settings, timeLimits })
  onTestFinished(() => hasty.close())
  const server = await hasty.listen({ port: 0, host: '127.0.0.1' })
  const pdf = pdfOf(3000)
  const { path } = await begin(pdf.length)
  const slow = beginPatch(server, path, { length: pdf.length, bytes: pdf.slice(0, 1000) })
  const unknown = beginPatch(server, `${path.slice(0, -2)}__`, { length: 3000, bytes: text('x') })
  unknown.resume()
  await new Promise((resolve) => unknown.once('close', resolve))

  let said = ''
  slow.on('data', (data) => (said += String(data)))
  slow.write(pdf.slice(1000))
  await expect.poll(() => said).toMatch(/^HTTP\/1.1 204 /)
  slow.destroy()
  await forgetEverything()
})

test('of 1,000 uploads that one address begins, 500 are accepted', async () => {
  const settings = readSettings({ ...variables, LOG_LEVEL: 'silent' })
  const limited = await buildApp({ db, engine, settings })
  onTestFinished(() => limited.close())
  const create = (remoteAddress: string) =>
    limited.inject({
      method: 'POST',
      url: '/api/users/documents',
      remoteAddress,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '9000',
        'upload-metadata': `filename ${base64('cv.pdf')},purpose ${base64('cv')}`,
      },
    })
  const answers = await Promise.all(Array.from({ length: 1000 }, () => create('192.0.2.7')))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(500)
  expect(refused).toHaveLength(500)
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(3000)
  expect(refused[0]!.json().message).toMatch(/^Too many files from your network\. /)
  expect((await create('192.0.2.8')).statusCode).toBe(201)
  await forgetEverything()
})

test('an application gives its uploads back to the limit of the address', async () => {
  await db.deleteFrom('rate_limits').execute()
  const settings = readSettings({ ...variables, LOG_LEVEL: 'silent' })
  const limited = await buildApp({ db, engine, settings })
  onTestFinished(() => limited.close())
  const client = tusClient(await limited.listen({ port: 0, host: '127.0.0.1' }))
  const count = async () =>
    (await db.selectFrom('rate_limits').select('count').execute()).map((row) => row.count)
  const { key } = await client.send(pdfOf(9000))
  expect(await count()).toEqual([1])
  const answer = await limited.inject({
    method: 'POST',
    url: '/api/users/industrial-attachments',
    payload: submission(choices, { email: 'b@example.org', resume_url: '', resume_document: key }),
  })
  expect(answer.statusCode).toBe(201)
  expect((await count()).filter((one) => one === 0)).toHaveLength(1)
})

test('no upload begins on a disk that is almost full, or with too many bytes waiting', async () => {
  const store = {
    put: () => Promise.reject(new Error('unused')),
    rename: () => Promise.reject(new Error('unused')),
    get: async () => undefined,
    remove: async () => {},
    list: async function* () {},
    location: 'nowhere',
  }
  const settings = readSettings({})
  const create = (free: number | undefined) =>
    createUpload(
      {
        // Another instance: the sum of all uploads is cached for a second.
        db: db.withoutPlugins(),
        limiter: unlimited,
        settings,
        documentStore: { ...store, free: async () => free },
      },
      { purpose: 'cv', name: 'cv.pdf', size: 1000 },
      '192.0.2.9',
    )
  const full = { kind: 'unavailable', retryAfter: 60 }
  expect(await create(1_000_000_999)).toMatchObject(full)
  expect(await create(1_000_001_000)).toMatchObject({ key: expect.any(String) })

  for (let more = 0; more < 9; more++) await create(undefined)
  const waiting = db.updateTable('documents').where('attachment', 'is', null)
  await waiting.set({ size: 1_900_000_000 }).execute()
  expect(await create(undefined)).toMatchObject({ key: expect.any(String) })
  await waiting.set({ size: 2_000_000_000 }).execute()
  expect(await create(undefined)).toMatchObject(full)
})

/** Creates an upload and returns its path. */
async function begin(size: number) {
  const answer = await tus.create({ size })
  expect(answer.status).toBe(201)
  return { path: answer.headers.get('location')! }
}

/** A file behind the header of a program that has sent it. */
const behind = (header: string, bytes: Uint8Array) =>
  new Uint8Array(Buffer.concat([Buffer.from(header), bytes]))

async function read(answer: Response) {
  return { status: answer.status, json: await answer.json() }
}

async function everythingKept() {
  const rows = await db.selectFrom('documents').select('_id').execute()
  return [...rows.map(({ _id }) => _id), ...(await readdir(folder).catch(() => []))]
}

async function forgetEverything() {
  await db.deleteFrom('documents').where('attachment', 'is', null).execute()
}
