import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { languages, pathIn } from '../../contract/language/languages.ts'
import { documentsFolder } from '../../server/services/documents/disk-store.ts'
import { choicesOf, multipartTo, startApi, submission, type FormFile } from '../support/api.ts'
import { emptyPdf } from '../support/documents.ts'

const { app, ask, db, variables } = await startApi({ DOCUMENT_MAX_MB: '1' }, { pages: 'build' })
const choices = await choicesOf(ask)
const path = '/industrial-attachment/apply'
const pdf = { name: 'My CV.pdf', bytes: emptyPdf }
const letter = { name: 'letter.pdf', bytes: Buffer.concat([emptyPdf, Buffer.from('%letter')]) }
const noFile = {}

let applicants = 0
const newEmail = () => `sender${++applicants}@example.org`

/** The answers of an application without documents, as a form sends them. */
function answersOf(email: string, changes: Record<string, string> = {}) {
  const { agree_communications: _, ...answers } = submission(choices, { email })
  const links = { resume_url: '', cover_letter_url: '' }
  const all = Object.entries({ ...answers, ...links, ...changes })
  return all.map(([name, value]) => [name, String(value)] as const)
}

type Entries = Parameters<typeof multipartTo>[1]

const post = async (entries: Entries, to = path) => app.inject(await multipartTo(to, entries))
const bothFiles = (resume: FormFile = pdf): Entries => [
  ['resume_file', resume],
  ['cover_letter_file', letter],
]

const uploads = () => db.selectFrom('documents').selectAll().orderBy('_id').execute()
const storedFiles = () => readdir(documentsFolder(variables.DATA_DIR)).catch((): string[] => [])

async function applicationsOf(email: string) {
  return db.selectFrom('attachments').selectAll().where('email', '=', email).execute()
}

/** The documents of an application, the one with the shortest name first. */
async function documentsOf(email: string) {
  const [application] = await applicationsOf(email)
  const own = (await uploads()).filter(({ attachment }) => attachment === application!._id)
  return own.toSorted((one, other) => one.name.length - other.name.length)
}

/** The values of hidden inputs and text inputs of a page, by name. */
function inputsIn(html: string) {
  const all = html.match(/<input [^>]*>/g) ?? []
  const inputs = all.filter((input) => !/type="(checkbox|file)"/.test(input))
  const attribute = (input: string, name: string) =>
    (new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? '').replaceAll('&#x27;', "'")
  return new Map(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]))
}

test.each(languages)(
  'a form with all answers and both files is submitted (%s)',
  async (language) => {
    const email = newEmail()
    const page = pathIn(language, path)
    const { statusCode, headers } = await post([...answersOf(email), ...bothFiles()], page)

    expect([statusCode, headers.location]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^${pathIn(language, '/industrial-attachment/success')}`)),
    ])
    expect(await documentsOf(email)).toMatchObject([
      { purpose: 'cv', name: 'My CV.pdf', type: 'application/pdf', size: emptyPdf.length },
      { purpose: 'cover_letter', name: 'letter.pdf', state: 'unchecked', expiresAt: null },
    ])
  },
)

test('empty file controls are ignored', async () => {
  const links = {
    resume_url: 'https://files.example.com/cv.pdf',
    cover_letter_url: 'https://files.example.com/letter.pdf',
  }
  const email = newEmail()
  const before = await uploads()
  const { statusCode } = await post([
    ...answersOf(email, links),
    ['resume_file', noFile],
    ['cover_letter_file', noFile],
  ])

  expect(statusCode).toBe(303)
  expect(await uploads()).toEqual(before)
  expect(await applicationsOf(email)).toMatchObject([links])
})

test('the same form sent twice with the same files is one application', async () => {
  const email = newEmail()
  const send = () => post([...answersOf(email), ...bothFiles()])
  const [one, other] = await Promise.all([send(), send()])
  const later = await send()

  expect([one.statusCode, one.headers.location]).toEqual([303, expect.any(String)])
  expect(other.headers.location).toBe(one.headers.location)
  expect(later.headers.location).toBe(one.headers.location)
  expect(await applicationsOf(email)).toHaveLength(1)
  expect(await documentsOf(email)).toHaveLength(2)
})

test('the same answers with another file are another application', async () => {
  const email = newEmail()
  await post([...answersOf(email), ...bothFiles()])
  await post([...answersOf(email), ...bothFiles(letter)])

  expect(await applicationsOf(email)).toHaveLength(2)
})

test('a refused file loses neither the answers nor the other file', async () => {
  const email = newEmail()
  const web = { name: 'cv.pdf', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') }
  const { statusCode, body } = await post([...answersOf(email), ...bothFiles(web)])
  const inputs = inputsIn(body)

  expect(statusCode).toBe(422)
  expect(body).toContain('id="resume_file-error"')
  expect(body).not.toContain('id="cover_letter_file-error"')
  expect(body).toContain('letter.pdf')
  expect(inputs.get('email')).toBe(email)
  expect(inputs.get('cover_letter_document')).toMatch(/^[\w-]{43}$/)
  expect(inputs.has('resume_document')).toBe(false)

  const again = await post([
    ...inputs,
    ['step', 'check'],
    ['resume_file', pdf],
    ['cover_letter_file', noFile],
  ])
  expect(again.statusCode).toBe(200)
  expect((await post([...inputsIn(again.body)])).statusCode).toBe(303)
  expect(await documentsOf(email)).toMatchObject([
    { purpose: 'cv', name: 'My CV.pdf' },
    { purpose: 'cover_letter', name: 'letter.pdf' },
  ])
})

test('a file over the limit gets a sentence beside its field', async () => {
  const large = { name: 'large.pdf', bytes: Buffer.concat([emptyPdf, Buffer.alloc(1_000_001)]) }
  const empty = { name: 'nothing.pdf' }
  const huge = { name: 'huge.pdf', bytes: Buffer.concat([emptyPdf, Buffer.alloc(21_000_000)]) }
  for (const file of [large, huge, empty]) {
    const { statusCode, body } = await post([...answersOf(newEmail()), ...bothFiles(file)])
    expect([file.name, statusCode]).toEqual([file.name, 422])
    expect(/id="resume_file-error"[^>]*>([^<]+)</.exec(body)?.[1]).toMatch(
      file === empty ? /empty/ : /larger than/,
    )
  }
})

test('a second file for one question is refused', async () => {
  const entries: Entries = [...answersOf(newEmail()), ...bothFiles(), ['resume_file', letter]]
  const { statusCode, body } = await post(entries)

  expect(statusCode).toBe(422)
  expect(body).toContain('Please choose only one file here.')
})

test('an upload key serves one question', async () => {
  const email = newEmail()
  const asked = await post([...answersOf(email), ['step', 'check'], ['resume_file', pdf]])
  const key = inputsIn(asked.body).get('resume_document') ?? ''
  const { statusCode, body } = await post([
    ...answersOf(email),
    ['resume_document', key],
    ['cover_letter_document', key],
  ])

  expect([statusCode, key.length]).toEqual([422, 43])
  expect(body).toContain('id="cover_letter_file-error"')
  expect(await applicationsOf(email)).toEqual([])
})

test('a file in a text field, and a text in a file control, are ignored', async () => {
  const before = await uploads()
  const answers = answersOf(newEmail()).filter(([name]) => name !== 'first_name')
  const { statusCode, body } = await post([
    ...answers,
    ['first_name', pdf],
    ['resume_file', 'a text'],
    ['nothing_of_ours', pdf],
  ])

  expect(statusCode).toBe(422)
  expect(body).toContain('id="first_name-error"')
  expect(await uploads()).toEqual(before)
})

test.each([
  ['too many fields', Array.from({ length: 250 }, (_, index) => [`field${index}`, 'x'] as const)],
  ['too many files', Array.from({ length: 20 }, () => ['resume_file', pdf] as const)],
  ['a giant field', [['about_yourself', 'x'.repeat(300_000)] as const]],
  [
    'texts that are too long together',
    ['a', 'b', 'c'].map((name) => [name, 'x'.repeat(100_000)] as const),
  ],
])('a form with %s is refused as a whole', async (_, entries) => {
  const email = newEmail()
  const { statusCode, headers } = await post([...answersOf(email), ...entries])

  expect([statusCode, headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
  expect(await applicationsOf(email)).toEqual([])
})

test.each([
  ['without a boundary', 'multipart/form-data', '--x\r\n'],
  ['without parts', 'multipart/form-data; boundary=x', 'nothing'],
  ['without an end', 'multipart/form-data; boundary=x', half('resume_file"; filename="a.pdf')],
  ['with half a field', 'multipart/form-data; boundary=x', half('first_name')],
  ['with a part without a name', 'multipart/form-data; boundary=x', `${half('')}\r\n--x--\r\n`],
])('a form %s counts as empty', async (_, type, payload) => {
  const before = [await uploads(), await storedFiles()]
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type },
    payload,
  })

  expect(statusCode).toBe(422)
  expect(body).toContain('id="first_name-error"')
  expect([await uploads(), await storedFiles()]).toEqual(before)
})

test('nothing of a form from another site is stored', async () => {
  const before = [await uploads(), await storedFiles()]
  const request = await multipartTo(path, [...answersOf(newEmail()), ...bothFiles()])
  for (const origin of ['https://elsewhere.example', 'null']) {
    const headers = { ...request.headers, origin }
    expect((await app.inject({ ...request, headers })).statusCode).toBe(400)
  }

  expect([await uploads(), await storedFiles()]).toEqual(before)
})

test('nothing of a file is stored if the connection breaks', async () => {
  const before = [await uploads(), await storedFiles()]
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { headers, payload } = await multipartTo(path, [
    ...answersOf(newEmail()),
    ['resume_file', { name: 'cv.pdf', bytes: Buffer.concat([emptyPdf, Buffer.alloc(500_000)]) }],
  ])
  for (const cut of [payload.length - 100, payload.length - 400_000]) {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${payload.length}\r\ncontent-type: ${headers['content-type']}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, cut))
    await expect
      .poll(async () => (await uploads()).length, { timeout: 5000 })
      .toBe(before[0]!.length + 1)
    socket.destroy()
    await once(socket, 'close')
    await expect.poll(uploads, { timeout: 5000 }).toEqual(before[0])
  }

  await expect.poll(storedFiles, { timeout: 5000 }).toEqual(before[1])
})

test('other pages take multipart forms of the usual size', async () => {
  const request = await multipartTo('/industrial-attachment/status/copy', [
    ['reference', 'SPH-2026-00000000'],
    ['contact', 'nobody@example.org'],
  ])
  expect((await app.inject(request)).statusCode).toBe(307)
  const large = await multipartTo('/contact', [['text', 'x'.repeat(300_000)]])
  expect((await app.inject(large)).statusCode).toBe(413)
})

/** A form that ends in the middle of the part with this name. */
function half(name: string) {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nhalf`
}
