import { afterAll, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { AttachmentsTable } from '../../server/database/tables.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'
import { addDocument, emptyPdf } from '../support/documents.ts'
import { everythingStored } from '../support/dump-storage.ts'
import { startMailServer } from '../support/mail-server.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const PUBLIC_URL = 'https://www.example.org'
const variables = { SMTP_URL: mail.url, MAIL_FROM: 'attachments@example.org', PUBLIC_URL }
const quick = { tick: 50, gap: 0, pause: 1, pauseAfterNoAnswer: 1 }
const started = await startApi(variables, { pages: 'build', timing: quick })
const { app, ask, token, db, engine } = started
const dataDir = started.variables.DATA_DIR
const url = await app.listen({ port: 0, host: '127.0.0.1' })

let people = 0
const undecided = { is_accepted: false, is_archived: false }

/** An undecided application with a CV that staff cannot read. */
async function addApplication(changes: Partial<AttachmentsTable> = {}) {
  const email = `sent.${++people}@example.org`
  const names = { first_name: 'Zawadi', last_name: 'Mwangi', language: 'en' as const }
  const [row] = await addMadeUpApplications(db, 1, () => ({
    ...names,
    ...undecided,
    email,
    ...changes,
  }))
  const document = await addDocument({ db, dataDir }, row!._id, { name: 'Zawadi Mwangi.pdf' })
  return { ...row!, document: document._id }
}

const request = (id: string) => ask(api.documents.request, { token, id })
const mailsTo = (email: string) => mail.arrived.filter(({ to }) => to === email)
const linkIn = (text = '') => /https:\/\/www\.example\.org(\/\S+)/.exec(text)?.[1]

/** The link of the e-mail to an applicant. */
async function mailedLink({ email }: { email: string }) {
  return vi.waitFor(() => {
    const link = linkIn(mailsTo(email).at(-1)?.text)
    expect(link).toBeDefined()
    return link!
  }, 15_000)
}

async function see(path: string) {
  const response = await fetch(url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Sends a file with the form of the page. */
async function send(path: string, bytes: Buffer | null = emptyPdf, control = 'resume_file') {
  const form = new FormData()
  if (bytes) form.set(control, new File([new Uint8Array(bytes)], 'readable.pdf'))
  const response = await fetch(url + path, { method: 'POST', body: form, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const documentsOf = async (id: string) =>
  (await ask(api.attachments.get, { token, id })).body.documents as { _id: string; name: string }[]

test('staff get a link, and the applicant gets an e-mail with another one', async () => {
  const application = await addApplication()
  const { status, body } = await request(application.document)
  const mailed = await mailedLink(application)

  expect([status, body.emailed]).toEqual([201, true])
  expect(body.url).toMatch(
    /^https:\/\/www\.example\.org\/industrial-attachment\/document\?token=[\w-]{43}$/,
  )
  const days = (Date.parse(body.expiresAt) - Date.now()) / (24 * 60 * 60 * 1000)
  expect(days).toBeCloseTo(14, 1)
  expect(mailed).not.toBe(linkIn(body.url))
  const [email] = mailsTo(application.email)
  expect(email!.text).toContain('We would like to read your CV')
  for (const link of [mailed, linkIn(body.url)!]) expect((await see(link)).status).toBe(200)
})

test('no token is stored, and staff read a message without its link', async () => {
  const application = await addApplication()
  const { body } = await request(application.document)
  const mailed = await mailedLink(application)
  const tokens = [mailed, body.url].map((link) => link.split('token=')[1]!)
  const { body: messages } = await ask(api.attachments.messages, { token, id: application._id })
  const stored = await everythingStored(started.variables)

  expect(messages[0]).toMatchObject({ kind: 'document_requested' })
  expect(messages[0].words.text).toContain(
    '(a one-time link, which only the e-mail itself contains)',
  )
  for (const secret of tokens) expect(stored).not.toContain(secret)
})

test('a Kiswahili application gets the e-mail and the page in Kiswahili', async () => {
  const application = await addApplication({ language: 'sw' })
  const { body } = await request(application.document)
  const mailed = await mailedLink(application)

  expect(mailed).toMatch(/^\/sw\/industrial-attachment\/document\?token=/)
  expect(body.url).toContain('/sw/industrial-attachment/document?')
  expect(mailsTo(application.email)[0]!.text).toContain('wasifu wako (CV)')
  expect((await see(mailed)).text).toContain('Tutumie faili inayosomeka')
})

test('the page names only the first name, is private, and reading it uses nothing up', async () => {
  const application = await addApplication()
  const { body } = await request(application.document)
  for (let times = 0; times < 3; times++) {
    const { status, headers, text } = await see(linkIn(body.url)!)
    expect(status).toBe(200)
    expect(text).toContain(application.referenceId)
    expect(text).toContain('Zawadi')
    expect(text).not.toContain('Mwangi')
    expect(text).toMatch(/<meta name="robots" content="noindex/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  }
  expect(await documentsOf(application._id)).toMatchObject([{ _id: application.document }])
})

test('the file that is sent takes the place of the document, once', async () => {
  const application = await addApplication()
  const { body } = await request(application.document)
  const link = linkIn(body.url)!
  const other = await mailedLink(application)
  const sent = await send(link)

  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    '/industrial-attachment/document?arrived',
  ])
  expect((await see('/industrial-attachment/document?arrived')).text).toContain('has arrived')
  const documents = await documentsOf(application._id)
  expect(documents).toMatchObject([{ name: 'readable.pdf' }])
  const { body: history } = await ask(api.history, { token, query: { record: application._id } })
  expect(history.slice(0, 2)).toMatchObject([
    { action: 'replace document', fields: ['resume_url'], user: null },
    { action: 'request document', fields: ['resume_url'], user: { name: 'Administrator' } },
  ])
  const differentPdf = Buffer.from(emptyPdf.toString().replace('595', '600'))
  const refused = [
    [link, differentPdf],
    [link, null],
    [other, emptyPdf],
  ] as const
  for (const [used, bytes] of refused) {
    expect((await see(used)).status).toBe(404)
    const again = await send(used, bytes)
    expect(again.status).toBe(404)
    expect(again.text).toContain('This link has been used or has expired.')
  }
  expect((await send(link)).status, 'the same file once more').toBe(303)
  const createdAt = new Date(Date.now() - 11 * 60 * 1000).toISOString()
  await db.updateTable('idempotency_keys').set({ createdAt }).execute()
  expect((await send(link)).status, 'the same file much later').toBe(404)
  expect(await documentsOf(application._id)).toEqual(documents)
})

test('a form that is sent several times at once replaces the document once', async () => {
  const application = await addApplication()
  const { body } = await request(application.document)
  const link = linkIn(body.url)!
  const answers = await Promise.all([send(link), send(link), send(link)])

  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  const { body: history } = await ask(api.history, {
    token,
    query: { record: application._id, action: 'replace document' },
  })
  expect(history).toHaveLength(1)
})

test('a missing or wrong file is named at its control, and the link stays', async () => {
  const application = await addApplication()
  const { body } = await request(application.document)
  const link = linkIn(body.url)!
  const page = Buffer.from('<html><script>alert(1)</script></html>')

  for (const bytes of [null, Buffer.alloc(0), page]) {
    const { status, text, headers } = await send(link, bytes)
    expect([status, headers.get('cache-control')]).toEqual([422, 'private, no-cache'])
    expect(text).toContain('id="resume_file-error"')
  }
  expect((await send(link, emptyPdf, 'cover_letter_file')).status).toBe(422)
  expect((await send(link)).status).toBe(303)
})

test.each([
  ['accepted', { is_accepted: true }],
  ['archived', { is_archived: true }],
])('of an %s application no document is asked for or replaced', async (_what, changes) => {
  const application = await addApplication()
  const { body } = await request(application.document)
  await db.updateTable('attachments').set(changes).where('_id', '=', application._id).execute()

  const again = await request(application.document)
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('decided')])
  const link = linkIn(body.url)!
  for (const answer of [await see(link), await send(link)]) {
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('This application has been decided')
  }
  expect(await documentsOf(application._id)).toMatchObject([{ _id: application.document }])
})

test('a link expires after 14 days, and the cleanup deletes it', async () => {
  const application = await addApplication()
  const { body } = await request(application.document)
  await mailedLink(application)
  const expiresAt = new Date().toISOString()
  await db.updateTable('document_requests').set({ expiresAt }).execute()

  expect((await see(linkIn(body.url)!)).status).toBe(404)
  const documentStore = diskStore(documentsFolder(dataDir))
  await deleteExpired(db, engine, { messageFolders: [], documentStore })
  expect(await db.selectFrom('document_requests').selectAll().execute()).toEqual([])
})

test('an e-mail that was overtaken by a new file or a decision is cancelled', async () => {
  const waiting = await startApi({ PUBLIC_URL })
  const place = { db: waiting.db, dataDir: waiting.variables.DATA_DIR }
  const rows = await addMadeUpApplications(waiting.db, 2, () => undecided)
  for (const { _id } of rows) {
    const document = await addDocument(place, _id)
    await waiting.ask(api.documents.request, { token: waiting.token, id: document._id })
  }
  const [replaced, accepted] = rows
  const gone = { attachment: null }
  await waiting.db
    .updateTable('documents')
    .set(gone)
    .where('attachment', '=', replaced!._id)
    .execute()
  await waiting.db
    .updateTable('attachments')
    .set({ is_accepted: true })
    .where('_id', '=', accepted!._id)
    .execute()
  await waiting.app.listen({ port: 0, host: '127.0.0.1' })
  await vi.waitFor(async () => {
    const states = await waiting.db.selectFrom('outbox').select(['kind', 'state']).execute()
    const cancelled = { kind: 'document_requested', state: 'cancelled' }
    expect(states).toEqual([cancelled, cancelled])
  }, 15_000)
})

test('staff who ask twice send one e-mail while the first one waits', async () => {
  const waiting = await startApi({ PUBLIC_URL })
  const place = { db: waiting.db, dataDir: waiting.variables.DATA_DIR }
  const [row] = await addMadeUpApplications(waiting.db, 1, () => undecided)
  const { _id: id } = await addDocument(place, row!._id)
  const links = [1, 2].map(() => waiting.ask(api.documents.request, { token: waiting.token, id }))
  const urls = (await Promise.all(links)).map(({ body }) => body.url)

  expect(new Set(urls).size).toBe(2)
  expect(await waiting.db.selectFrom('outbox').select('_id').execute()).toHaveLength(1)
})

test('without a public address nothing is e-mailed, and staff copy the link', async () => {
  const alone = await startApi({ SMTP_URL: mail.url, MAIL_FROM: 'a@example.org' })
  const [row] = await addMadeUpApplications(alone.db, 1, () => undecided)
  const place = { db: alone.db, dataDir: alone.variables.DATA_DIR }
  const { _id: id } = await addDocument(place, row!._id)
  const { status, body } = await alone.ask(api.documents.request, { token: alone.token, id })

  expect([status, body.emailed]).toEqual([201, false])
  expect(body.url).toMatch(/\/industrial-attachment\/document\?token=/)
  expect(await alone.db.selectFrom('outbox').select('_id').execute()).toEqual([])
})

test('unknown documents and detached ones are not asked for', async () => {
  const detached = await addDocument({ db, dataDir }, null)
  for (const id of ['01890000-0000-7000-8000-000000000000', detached._id]) {
    expect((await request(id)).status).toBe(404)
  }
  expect((await see('/industrial-attachment/document')).status).toBe(404)
  expect((await see('/industrial-attachment/document?token=made-up')).status).toBe(404)
})
