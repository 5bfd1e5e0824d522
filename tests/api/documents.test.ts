import { hash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import {
  appendToUpload,
  storeWholeFile,
  uploadState,
} from '../../server/services/documents/uploads.ts'
import { unlimited } from '../../server/services/rate-limiter.ts'
import { readSettings } from '../../server/settings.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { fragileLink } from '../support/tcp-proxy.ts'
import { base64, beginPatch, keyIn, pdfOf, tusClient } from '../support/uploads.ts'

const { app, ask, db, engine, token, variables } = await startApi()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const tus = tusClient(url)
const choices = await choicesOf(ask)

const folder = documentsFolder(variables.DATA_DIR)
const documentStore = diskStore(folder)
const context = {
  db,
  limiter: unlimited,
  documentStore,
  settings: readSettings({ DATA_DIR: variables.DATA_DIR }),
}

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')
const rowOf = (_id: string) =>
  db.selectFrom('documents').selectAll().where('_id', '=', _id).executeTakeFirst()
const filesOf = async (_id: string) =>
  (await readdir(folder)).filter((name) => name.startsWith(_id))
const newestRow = () =>
  db.selectFrom('documents').selectAll().orderBy('_id', 'desc').executeTakeFirstOrThrow()

/** Creates an upload, and returns its path and key. */
async function created(size: number, name?: string) {
  const answer = await tus.create({ size, ...(name !== undefined && { name }) })
  expect(answer.status).toBe(201)
  const path = answer.headers.get('location')!
  return { path, key: keyIn(path) }
}

test('a file that arrives in parts is stored as it is', async () => {
  const pdf = pdfOf(300_000)
  const { path } = await created(pdf.length, 'My CV.pdf')
  const offsets: (string | null)[] = []
  let last: Response | undefined
  for (let offset = 0; offset < pdf.length; offset += 100_000) {
    last = await tus.patch(path, offset, pdf.slice(offset, offset + 100_000))
    expect([last.status, last.headers.get('tus-resumable')]).toEqual([204, '1.0.0'])
    offsets.push(last.headers.get('upload-offset'))
  }
  expect(offsets).toEqual(['100000', '200000', '300000'])

  const _id = last!.headers.get('document-id')!
  expect(await rowOf(_id)).toMatchObject({
    attachment: null,
    purpose: 'cv',
    name: 'My CV.pdf',
    type: 'application/pdf',
    state: 'unchecked',
    scanAt: null,
    size: pdf.length,
    received: pdf.length,
    sha256: sha256(pdf),
    warnings: null,
    parts: null,
  })
  expect(await filesOf(_id)).toEqual([_id])
  expect(sha256(await readFile(join(folder, _id)))).toBe(sha256(pdf))

  const head = await tus.head(path)
  expect(head.status).toBe(200)
  expect(Object.fromEntries(head.headers)).toMatchObject({
    'upload-offset': '300000',
    'upload-length': '300000',
    'upload-metadata': `filename ${base64('My CV.pdf')},purpose ${base64('cv')}`,
    'document-id': _id,
    'cache-control': 'no-store',
  })
  const week = Date.parse(head.headers.get('upload-expires')!) - Date.now()
  expect(Math.round(week / 86_400_000)).toBe(7)
})

test('a file can be sent along with its creation', async () => {
  const pdf = pdfOf(50_000)
  const whole = await tus.create({ size: pdf.length, bytes: pdf })
  expect(whole.status).toBe(201)
  expect(whole.headers.get('upload-offset')).toBe('50000')
  expect(await rowOf(whole.headers.get('document-id')!)).toMatchObject({ sha256: sha256(pdf) })

  const begun = await tus.create({ size: pdf.length, bytes: pdf.slice(0, 20_000) })
  expect([begun.status, begun.headers.get('upload-offset')]).toEqual([201, '20000'])
  const rest = await tus.patch(begun.headers.get('location')!, 20_000, pdf.slice(20_000))
  expect(rest.headers.get('document-id')).toMatch(/^[\w-]{36}$/)
})

test('the server says which protocol it speaks, and refuses others', async () => {
  const options = await tus.ask('OPTIONS', '/api/users/documents', { 'tus-resumable': '' })
  expect(options.status).toBe(204)
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,expiration',
    'tus-max-size': '5000000',
  })
  const other = await tus.create({ size: 9, headers: { 'tus-resumable': '0.2.2' } })
  expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0'])

  const { path } = await created(9)
  for (const method of ['GET', 'DELETE']) {
    expect([method, (await tus.ask(method, path, {})).status]).toEqual([method, 404])
  }
})

test('a POST that says so counts as PATCH, because some networks block PATCH', async () => {
  const pdf = pdfOf(9000)
  const { path } = await created(pdf.length)
  const post = (override: Record<string, string>, bytes = pdf) =>
    tus.ask(
      'POST',
      path,
      { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', ...override },
      bytes,
    )
  expect((await post({})).status).toBe(404)
  expect((await post({ 'x-http-method-override': 'DELETE' })).status).toBe(404)
  const answer = await post({ 'x-http-method-override': 'PATCH' })
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '9000'])
  expect(await rowOf(answer.headers.get('document-id')!)).toMatchObject({ sha256: sha256(pdf) })
})

test('a comma after the last name of the metadata is accepted', async () => {
  const metadata = `filename ${base64('cv.pdf')}, purpose ${base64('cv')},`
  const headers = { 'upload-metadata': metadata }
  expect((await tus.create({ size: 9, headers })).status).toBe(201)
})

test('what arrived before the connection broke is kept', async () => {
  const pdf = pdfOf(200_000)
  const { path } = await created(pdf.length)
  const socket = beginPatch(url, path, { length: pdf.length, bytes: pdf.slice(0, 120_000) })
  await expect.poll(bytesBeingWritten, { timeout: 5000 }).toBe(120_000)
  socket.destroy()
  await expect.poll(async () => (await newestRow()).received, { timeout: 5000 }).toBe(120_000)

  expect((await tus.head(path)).headers.get('upload-offset')).toBe('120000')
  const rest = await tus.patch(path, 120_000, pdf.slice(120_000))
  expect(await rowOf(rest.headers.get('document-id')!)).toMatchObject({ sha256: sha256(pdf) })
})

for (const [what, send, told] of [
  ['HEAD', (path: string) => tus.head(path), { status: 200, offset: '70000' }],
  ['PATCH', (path: string) => tus.patch(path, 0, new Uint8Array(1)), { status: 409, offset: null }],
] as const) {
  test(`a ${what} ends a PATCH whose connection is silent`, async () => {
    const pdf = pdfOf(200_000)
    const { path } = await created(pdf.length)
    const silent = beginPatch(url, path, { length: pdf.length, bytes: pdf.slice(0, 70_000) })
    await expect.poll(bytesBeingWritten, { timeout: 5000 }).toBe(70_000)
    const closed = once(silent, 'close')
    const { status, headers } = await send(path)
    await closed

    expect({ status, offset: headers.get('upload-offset') }).toEqual(told)
    const rest = await tus.patch(path, 70_000, pdf.slice(70_000))
    expect(await rowOf(rest.headers.get('document-id')!)).toMatchObject({ sha256: sha256(pdf) })
  })
}

/** Size of the file that is being written, or 0. */
async function bytesBeingWritten() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.unfinished'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a foreign client resumes after its connection was cut five times', async () => {
  const link = await fragileLink(url)
  onTestFinished(() => link.cut())
  const pdf = pdfOf(1_000_000)
  const cutAt = [100_000, 300_000, 500_000, 700_000, 900_000]
  let cuts = 0
  const documentId = await new Promise<string | undefined>((resolve, reject) => {
    const upload = new Upload(Buffer.from(pdf), {
      endpoint: new URL('/api/users/documents', link.url).href,
      metadata: { filename: 'cv.pdf', purpose: 'cv' },
      chunkSize: 50_000,
      retryDelays: Array(20).fill(0),
      onProgress: (sent) => {
        if (sent < (cutAt[cuts] ?? Infinity)) return
        cuts++
        link.tear()
      },
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Document-Id')),
      onError: reject,
    })
    upload.start()
  })
  expect(cuts).toBe(5)
  expect(await rowOf(documentId!)).toMatchObject({ sha256: sha256(pdf), size: pdf.length })
})

test('of two processes that receive the same part, one stores it', async () => {
  // A second instance of the modules knows as little of the first as another process.
  vi.resetModules()
  const elsewhere = await import('../../server/services/documents/uploads.ts')
  for (let round = 0; round < 5; round++) {
    const pdf = pdfOf(60_000)
    const { path, key } = await created(pdf.length)
    const lengths = [20_000, 40_000]
    const results = await Promise.all(
      [appendToUpload, elsewhere.appendToUpload].map((append, index) =>
        append(context, key, 0, Readable.from([pdf.slice(0, lengths[index])])),
      ),
    )
    const stored = lengths.filter((_, index) => 'offset' in results[index]!)
    expect(stored).toHaveLength(1)
    expect(results).toContainEqual(expect.objectContaining({ kind: 'conflict' }))
    expect((await tus.head(path)).headers.get('upload-offset')).toBe(String(stored[0]))

    const rest = await tus.patch(path, stored[0]!, pdf.slice(stored[0]))
    const _id = rest.headers.get('document-id')!
    expect(await rowOf(_id)).toMatchObject({ sha256: sha256(pdf) })
    expect(await filesOf(_id)).toEqual([_id])
  }
})

test('an upload that was interrupted while it was checked is finished later', async () => {
  const pdf = pdfOf(40_000)
  const photo = await sharp({ create: { width: 50, height: 40, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  for (const [name, bytes] of [
    ['cv.pdf', pdf],
    ['cv.jpg', new Uint8Array(photo)],
  ] as const) {
    for (const failing of ['rename', 'put', 'remove'] as const) {
      const { path, key } = await created(bytes.length, name)
      const half = bytes.length >> 1
      await tus.patch(path, 0, bytes.slice(0, half))
      let calls = 0
      const broken = {
        ...documentStore,
        // The first call of `put` stores the part.
        [failing]: async (...parameters: never[]) => {
          const isPart = failing === 'put' && calls++ === 0
          const done = await (documentStore[failing] as (...all: never[]) => Promise<unknown>)(
            ...parameters,
          )
          if (!isPart) throw new Error('The process was killed')
          return done
        },
      }
      await appendToUpload(
        { ...context, documentStore: broken },
        key,
        half,
        Readable.from([bytes.slice(half)]),
      ).catch(() => {})

      const head = await tus.head(path)
      const _id = head.headers.get('document-id')!
      const row = await rowOf(_id)
      expect([name, failing, row?.state]).toEqual([name, failing, 'unchecked'])
      expect(sha256(await readFile(join(folder, _id)))).toBe(row?.sha256)
    }
  }
})

test('a full disk stores nothing of a part, and the upload goes on later', async () => {
  const pdf = pdfOf(40_000)
  const { path, key } = await created(pdf.length)
  await tus.patch(path, 0, pdf.slice(0, 10_000))
  const full = {
    ...documentStore,
    put: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
  }
  const append = appendToUpload(
    { ...context, documentStore: full },
    key,
    10_000,
    Readable.from([pdf.slice(10_000)]),
  )
  await expect(append).rejects.toMatchObject({ code: 'ENOSPC' })

  expect((await tus.head(path)).headers.get('upload-offset')).toBe('10000')
  expect((await tus.patch(path, 10_000, pdf.slice(10_000))).status).toBe(204)
})

test('with a virus scanner, a new document waits for it', async () => {
  const scanned = { ...context, settings: { ...context.settings, CLAMD: '127.0.0.1:3310' } }
  const stored = await storeWholeFile(
    scanned,
    { purpose: 'cover_letter', name: 'letter.pdf', bytes: Readable.from([pdfOf(9000)]) },
    '192.0.2.1',
  )
  expect(stored).toMatchObject({ key: expect.any(String) })
  const { state, scanAt } = await newestRow()
  expect(state).toBe('scanning')
  expect(Date.parse(scanAt!)).toBeLessThanOrEqual(Date.now())
})

test('a picture is written anew: upright, smaller, without its place', async () => {
  const original = await sharp({
    create: { width: 3000, height: 2000, channels: 3, background: 'orange' },
  })
    .withExif({ IFD0: { Artist: 'Zawadi' }, IFD3: { GPSLatitude: '4/1 3/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(String(original)).toContain('Zawadi')
  const { answer } = await tus.send(new Uint8Array(original), 'IMG_1.jpg')
  expect(answer.headers.get('upload-offset')).toBe(String(original.length))
  const _id = answer.headers.get('document-id')!
  const stored = await readFile(join(folder, _id))
  const { width, height, format, exif, orientation } = await sharp(stored).metadata()

  expect({ width, height, format, exif, orientation }).toEqual({
    width: 1067,
    height: 1600,
    format: 'jpeg',
    exif: undefined,
    orientation: undefined,
  })
  expect(await rowOf(_id)).toMatchObject({
    size: stored.length,
    received: original.length,
    sha256: sha256(stored),
    type: 'image/jpeg',
  })
  expect(await filesOf(_id)).toEqual([_id])
})

test('staff are warned of a PDF with a password, JavaScript or launch actions', async () => {
  const hidden = deflateSync('7 0 <</S/J#61vaScript/JS(app.alert\\(1\\))>>')
  const stream = `7 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${hidden.length}>>stream\n`
  const parts: [Buffer, string | null][] = [
    [Buffer.from('1 0 obj<</JSON 1/Encrypted 2>>endobj'), null],
    [Buffer.from('trailer<</Encrypt 9 0 R>>'), 'password'],
    [
      Buffer.from('1 0 obj<</OpenAction<</S/Launch/F(a.exe)>>/AA<</JS(x)>>>>endobj'),
      'javascript,launch',
    ],
    [Buffer.concat([Buffer.from(stream), hidden, Buffer.from('\nendstream endobj')]), 'javascript'],
    [Buffer.from('5 0 obj<</Length 7>>stream\n/JS (x)\nendstream endobj'), null],
  ]
  for (const [part, warnings] of parts) {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), part, Buffer.from('\n%%EOF\n')])
    const { answer } = await tus.send(new Uint8Array(pdf))
    expect(await rowOf(answer.headers.get('document-id')!)).toMatchObject({ warnings })
  }
})

test('a whole file is stored like an upload, and a large picture is made smaller', async () => {
  const raw = { width: 2700, height: 2200, channels: 3 } as const
  const photo = await sharp(randomBytes(2700 * 2200 * 3), { raw })
    .jpeg({ quality: 95 })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(5_000_000)
  const stored = await storeWholeFile(
    context,
    { purpose: 'cv', name: 'photo.jpg', bytes: Readable.from([photo]) },
    '192.0.2.1',
  )
  expect(stored).toMatchObject({ key: expect.any(String) })
  const row = await newestRow()
  expect(row).toMatchObject({ state: 'unchecked', type: 'image/jpeg', received: photo.length })
  expect(row.size).toBeLessThan(3_000_000)
})

test('a whole file that is refused or breaks off leaves nothing behind', async () => {
  const store = (name: string, bytes: Readable) =>
    storeWholeFile(context, { purpose: 'cover_letter', name, bytes }, '192.0.2.1')
  const before = [await countRows(), await readdir(folder)]
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('%PDF-1.4')
      throw new Error('The connection broke')
    })(),
  )
  const refused: [string, Readable, RegExp][] = [
    ['letter.pdf', Readable.from([pdfOf(5_000_001)]), /larger than 5 MB/],
    ['photo.jpg', Readable.from([new Uint8Array(20_000_001)]), /larger than 20 MB/],
    ['letter.pdf', Readable.from([]), /empty/],
    ['letter.pdf', Readable.from([Buffer.from('<html>')]), /web page/],
    ['letter.pdf', broken, /not arrived completely/],
    ['letter.exe', Readable.from([pdfOf(100)]), /choose a PDF/],
  ]
  for (const [name, bytes, sentence] of refused) {
    expect(await store(name, bytes)).toMatchObject({
      kind: 'invalid',
      fields: { cover_letter_document: expect.stringMatching(sentence) },
    })
  }
  expect([await countRows(), await readdir(folder)]).toEqual(before)
})

async function countRows() {
  return (await db.selectFrom('documents').select('_id').execute()).length
}

test('an application takes the uploads that its applicant has sent', async () => {
  const { key, answer } = await tus.send(pdfOf(5000), 'Zawadi.pdf')
  const body = submission(choices, { resume_url: '', resume_document: key })
  const { status } = await ask(api.public.submit, { body })
  expect(status).toBe(201)
  const _id = answer.headers.get('document-id')!
  const { attachment, expiresAt } = (await rowOf(_id))!
  expect([typeof attachment, expiresAt]).toEqual(['string', null])

  await deleteExpired(db, engine, { messageFolders: [], documentStore })
  expect(await filesOf(_id)).toEqual([_id])
  await ask(api.attachments.remove, { token, id: attachment! })
  expect([await rowOf(_id), await filesOf(_id)]).toEqual([undefined, []])
})

test('erasing an application deletes its documents', async () => {
  const { key, answer } = await tus.send(pdfOf(5000))
  const body = submission(choices, { resume_url: '', resume_document: key })
  await ask(api.public.submit, { body })
  const _id = answer.headers.get('document-id')!
  const { attachment } = (await rowOf(_id))!
  const erased = await ask(api.personalData.erase, { token, body: { ids: [attachment] } })
  expect(erased.body).toMatchObject({ erased: 1 })
  expect([await rowOf(_id), await filesOf(_id)]).toEqual([undefined, []])
})

test('the cleanup deletes expired uploads, and what killed processes have left', async () => {
  const pdf = pdfOf(9000)
  const { path } = await created(pdf.length)
  await tus.patch(path, 0, pdf.slice(0, 4000))
  const expired = await newestRow()
  const { path: current } = await created(pdf.length)
  await tus.patch(current, 0, pdf.slice(0, 4000))
  const kept = await newestRow()
  const { answer } = await tus.send(pdf)
  const finished = answer.headers.get('document-id')!
  await db
    .updateTable('documents')
    .set({ expiresAt: new Date(Date.now() - 7_200_000).toISOString() })
    .where('_id', '=', expired._id)
    .execute()
  expect((await tus.head(path)).status).toBe(404)
  expect((await tus.patch(path, 4000, pdf.slice(4000))).status).toBe(404)

  const left = [`${finished}.123`, `${randomUUID()}.456`, 'old.unfinished', 'new.unfinished']
  for (const name of left) await writeFile(join(folder, name), 'x')
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  await utimes(join(folder, 'old.unfinished'), twoDaysAgo, twoDaysAgo)
  const clean = () => deleteExpired(db, engine, { messageFolders: [], documentStore })
  await Promise.all([clean(), clean()])

  expect([await rowOf(expired._id), await filesOf(expired._id)]).toEqual([undefined, []])
  expect(await filesOf(finished)).toEqual([finished])
  expect(await filesOf(kept._id)).toHaveLength(1)
  const names = await readdir(folder)
  expect(left.filter((name) => names.includes(name))).toEqual(['new.unfinished'])
  expect((await tus.patch(current, 4000, pdf.slice(4000))).status).toBe(204)
})

test('an upload that goes on does not expire', async () => {
  const pdf = pdfOf(9000)
  const { path, key } = await created(pdf.length)
  const soon = new Date(Date.now() + 60_000).toISOString()
  const { _id } = await newestRow()
  await db.updateTable('documents').set({ expiresAt: soon }).where('_id', '=', _id).execute()
  await tus.patch(path, 0, pdf.slice(0, 4000))
  expect(await uploadState(context, key)).toMatchObject({ offset: 4000, size: 9000 })
  const days = (Date.parse((await newestRow()).expiresAt!) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
})
