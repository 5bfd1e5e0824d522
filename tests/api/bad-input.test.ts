import { deepEqual } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'

import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { api } from '../../contract/api.ts'
import { entityCalls } from '../../contract/entities.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { readSender } from '../../server/services/sms/sender-state.ts'
import {
  addMadeUpApplications,
  addUser,
  choicesOf,
  endpoints,
  startApi,
  submission,
  type Answer,
  type Question,
} from '../support/api.ts'
import { processorTimeOf } from '../support/cpu-time.ts'
import { intakeActors, intakeBody } from '../support/intakes.ts'
import { deadPort } from '../support/port.ts'

const { app, ask, token, db } = await startApi()
const listening = app.listen({ port: 0, host: '127.0.0.1' })
const choices = await choicesOf(ask)
const [application] = await addMadeUpApplications(db, 1)
const person = await addUser(ask, token)
const { body: events } = await ask(api.content.list, { token })

const actors = intakeActors(ask, token, choices)
const intake = await actors.create(5)
const offered = await actors.apply(intake._id)
await actors.accept(offered._id)
await actors.answer(offered, 'confirm')
const [placement] = (await ask(api.placements.list, { token })).body

const words = { en: 'Karibu', sw: 'Karibu' }
const writing = { ids: [application!._id], subject: words, body: words, sms: null }

/** A valid body for each endpoint, the id of a record to change, and required parameters. */
const valid: Record<string, { body?: object; id?: string; query?: Record<string, string> }> = {
  'auth.login': { body: { email: person.email, password: person.password } },
  'auth.setPassword': { body: { token: 'made-up', password: 'a long password' } },
  'auth.changePassword': {
    body: { currentPassword: person.password, password: 'a long new password' },
  },
  'auth.prepareSecondFactor': { body: { password: 'not my password' } },
  'auth.confirmSecondFactor': { body: { code: '123456' } },
  'auth.endSecondFactor': { body: { password: 'not my password', code: '123456' } },
  'public.submit': { body: submission(choices) },
  attachments: { body: submission(choices), id: application!._id },
  institutions: { body: { name: 'Chuo Kipya', county: 'Kilifi' }, id: choices.institution },
  courses: {
    body: { name: 'Ufundi', institution: choices.institution, certification: 'Diploma' },
    id: choices.course,
  },
  departments: { body: { name: 'Idara Mpya', code: 'IDM' }, id: choices.department },
  users: { body: { name: 'Mtu', email: 'mtu@example.org', role: 'user' }, id: person._id },
  'documents.open': { id: randomUUID() },
  'attachments.samePerson': { id: application!._id },
  'attachments.decidePair': { body: { state: 'open' }, id: application!._id },
  'attachments.accept': {
    body: { is_accepted: application!.is_accepted },
    id: application!._id,
  },
  'attachments.archive': {
    body: { is_archived: application!.is_archived },
    id: application!._id,
  },
  'attachments.decide': { body: { ids: [application!._id], is_accepted: true } },
  'attachments.decline': {
    body: { reason: 'dates', message: 'Asante' },
    id: application!._id,
  },
  'attachments.sendDecisions': { body: { ids: [application!._id] } },
  'attachments.previewDecisions': { body: { ids: [application!._id] } },
  'attachments.assign': { body: { user: null }, id: application!._id },
  'attachments.confirmUnlisted': { body: { course: choices.course }, id: application!._id },
  'attachments.rank': { body: { rank: 1 }, id: application!._id },
  'attachments.decidePaper': {
    body: { state: 'returned', reason: 'other', read: 'sent' },
    id: offered._id,
  },
  'attachments.remindOfPapers': { body: { ids: [application!._id] } },
  'attachments.addNote': { body: { text: 'Asante' }, id: application!._id },
  'attachments.letter': { id: offered._id, query: { kind: 'acceptance' } },
  'attachments.letters': { query: { kind: 'acceptance', ids: offered._id } },
  'messages.resend': { body: { ids: [application!._id] } },
  'messages.preview': { body: { ids: [application!._id], decision: { is_accepted: true } } },
  'messages.previewWriting': { body: writing },
  'messages.write': { body: writing },
  'messages.undoWriting': { body: { undo: randomUUID() } },
  'messages.account': { query: { month: '2026-11' } },
  intakes: { body: intakeBody(choices.department, 5), id: intake._id },
  'intakeQuestions.save': { body: { questions: [], updatedAt: null }, id: intake._id },
  'intakeQuestions.publish': { body: { updatedAt: null, number: 0 }, id: intake._id },
  'intakeQuestions.copy': { body: { from: randomUUID() }, id: intake._id },
  'intakeQuestions.eraseAnswers': { body: { confirm: 1 }, id: intake._id },
  placements: { body: placement, id: placement._id },
  'personalData.erase': { body: { ids: [application!._id] } },
  'retention.set': { body: { pending: null, accepted: null, archived: null } },
  content: { id: events[0]._id },
  'content.create': { body: { slug: 'tamasha', draft: { title: 'Tamasha' } } },
  'content.update': { body: { draft: events[0].draft, position: 1 }, id: events[0]._id },
  'content.publish': { body: { publishAt: null, hideAt: null }, id: events[0]._id },
  'content.restore': { body: { version: 1 }, id: events[0]._id },
  'content.uploadPicture': {
    body: { collection: 'team', field: 'image', bytes: 'AAAA', focus: { x: 0.5, y: 0.5 } },
  },
  'content.import': {
    body: {
      format: 1,
      items: [
        {
          collection: 'events',
          slug: 'tamasha',
          draft: { title: 'Tamasha' },
          published: null,
          scheduled: null,
          publishAt: null,
          hideAt: null,
        },
      ],
    },
  },
  imports: { body: { csv: 'Institution Name,County\nChuo Kipya,Kilifi\n', store: false } },
  'imports.courses': { body: { csv: 'Course Name,Institution,Certification\n', store: false } },
}
const validFor = (name: string) => valid[name] ?? valid[name.split('.')[0]!] ?? {}

/**
 * A separate user changes the password, because the other tests need the administrator's session.
 */
const askerOf = (name: string) => (name === 'auth.changePassword' ? person.token : token)

/** True if the endpoint accepts a request without a body. */
const isOptional = ({ body }: Endpoint) => body!.safeParse(null).success

function fieldsOf(schema: z.ZodMiniType): string[] {
  const { shape, innerType } = Object((schema as z.ZodMiniObject).def)
  return innerType ? fieldsOf(innerType) : Object.keys(shape)
}

/** Calls of the SMS gateway take forms with any fields: see the test of them below. */
const isOfGateway = (path: string) => path.startsWith('/sms/')
const withBody = endpoints.filter(([, { body, path }]) => body && !isOfGateway(path))
const withQuery = endpoints.filter(([, { query }]) => query)
const withId = endpoints.filter(([, { path }]) => path.includes(':_id'))

test('`valid` has every entity', () => {
  expect(Object.keys(entityCalls).filter((name) => !valid[name])).toEqual([])
})

const before = await fingerprints()
afterEach(async () => {
  deepEqual(await fingerprints(), before)
  deepEqual(Object.keys(Object.prototype), [])
})

/** Row count and content hash of each table. */
async function fingerprints() {
  const tables = [
    'departments',
    'institutions',
    'courses',
    'attachments',
    'idempotency_keys',
    'users',
    'password_links',
    'content',
    'content_versions',
    'intakes',
    'intake_places',
    'intake_papers',
    'papers',
    'placements',
    'staff_notes',
    'letters',
    'calendar_links',
  ] as const
  return Promise.all(
    tables.map(async (table) => {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .orderBy(sql`1`)
        .execute()
      const hash = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
      return [table, rows.length, hash]
    }),
  )
}

/** Status of an error response with a message for users; throws for any other response. */
function refusal({ status, body, text }: Pick<Answer, 'status' | 'body' | 'text'>, what: unknown) {
  const isSentence = /^[A-Z].{10,}/.test(body?.message) && body.error === body.message
  const tells = /\.ts\b|node_modules|SQLITE|syntax error/i.test(text)
  if (status >= 400 && status < 500 && isSentence && !tells) return status
  const asked = JSON.stringify(what).slice(0, 200)
  throw new Error(`${asked} was answered ${status} ${text.slice(0, 300)}`)
}

const askRaw = (name: string, endpoint: Endpoint, question: Question) =>
  ask(endpoint, { token: askerOf(name), id: validFor(name).id, ...question })

const notObjects = [
  'null',
  'true',
  '42',
  '"text"',
  '[]',
  '[{}]',
  `${'['.repeat(1e5)}${']'.repeat(1e5)}`,
]
const notJson = [
  '{',
  '{"name":',
  "{'name':'x'}",
  '{"name":NaN}',
  '{"a":1}{"a":1}',
  '\uFEFF{',
  '<xml/>',
  '['.repeat(1e5),
  '{"__proto__":{"polluted":true}}',
  '{"name":{"__proto__":{"polluted":true}}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"\\u005f_proto__":{"polluted":true}}',
]

test.each(withBody)('%s rejects bodies that are not a JSON object', async (name, endpoint) => {
  const headers = { 'content-type': 'application/json' }
  const isNothing = (body: string) => body === '' || body === 'null'
  const refused = ['', ...notObjects, ...notJson].filter(
    (body) => !isOptional(endpoint) || !isNothing(body),
  )
  for (const body of refused) {
    expect(refusal(await askRaw(name, endpoint, { body, headers }), body)).toBe(400)
  }
})

test.each(withBody)('%s rejects other content types', async (name, endpoint) => {
  const body = JSON.stringify(validFor(name).body)
  for (const type of [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ]) {
    const headers = { 'content-type': type }
    expect(refusal(await askRaw(name, endpoint, { body, headers }), type)).toBe(415)
  }
})

test.each(withBody)('%s rejects bodies over its size limit', async (name, endpoint) => {
  const big = 'x'.repeat(endpoint.longestBody ?? 2 ** 20)
  for (const body of [
    { ...validFor(name).body, name: big },
    { ...validFor(name).body, unknown: big },
    { ...validFor(name).body, [big]: 1 },
  ]) {
    expect(refusal(await askRaw(name, endpoint, { body }), name)).toBe(413)
  }
})

/** Values that every field rejects. */
const hostile = [
  '\u0000',
  'a\u0000b@x.ke',
  'a\u0007b',
  '\uD800',
  '\uDFFFx@x.ke',
  'x'.repeat(20_000),
  1e308,
  -1,
  {},
  { _id: {} },
  { _id: "' or 1=1 --" },
  { toString: 'x', valueOf: null },
  [],
  [[]],
  ['x', 'y'],
  JSON.parse('{"_id":'.repeat(1000) + '1' + '}'.repeat(1000)),
]

test.each(withBody)('%s rejects hostile values in every field', async (name, endpoint) => {
  const { body } = validFor(name)
  const fields = fieldsOf(endpoint.body!)
  expect(fields.length).toBeGreaterThan(0)
  for (const field of fields) {
    for (const value of hostile) {
      // A file may have no pictures or message texts, an intake no places, papers and questions, a form no
      // papers and answers to questions.
      const mayBeEmpty = ['pictures', 'messageTexts', 'places', 'papers', 'questions', 'extra']
      const none = name === 'public.submit' ? {} : []
      if (mayBeEmpty.includes(field) && isDeepStrictEqual(value, none)) continue
      const answer = await askRaw(name, endpoint, { body: { ...body, [field]: value } })
      // Wrong passwords and unknown link tokens are well-formed.
      expect([401, 422]).toContain(refusal(answer, { [field]: value }))
      expect([field, answer.text]).not.toEqual([field, expect.stringContaining('Invalid input')])
    }
  }
})

test('calls of the SMS gateway need the secret of their address, and survive any field', async () => {
  const SMS_URL = `africastalking://sandbox:key@TEST?endpoint=http://127.0.0.1:${deadPort}`
  const gateway = await startApi({ SMS_URL })
  const { secret } = await readSender(gateway.db)
  const send = async (path: string, payload: object | string, type = 'application/json') => {
    const url = `/api/sms/${path}`
    const headers = { 'content-type': type }
    const answer = await gateway.app.inject({ method: 'POST', url, headers, payload })
    return { status: answer.statusCode, body: answer.json(), text: answer.body }
  }
  const longSecret = `${secret}${'x'.repeat(2000)}`
  for (const call of ['report', 'incoming']) {
    for (const wrong of ['x', secret.slice(1), `${secret}x`, secret.toUpperCase(), longSecret]) {
      expect(refusal(await send(`${wrong}/${call}`, { id: 'x' }), wrong)).toBe(404)
    }
    const path = `${secret}/${call}`
    for (const body of [...notObjects, ...notJson]) {
      expect(refusal(await send(path, body), body)).toBe(400)
    }
    expect(refusal(await send(path, 'x', 'text/plain'), call)).toBe(415)
    expect(refusal(await send(path, { id: 'x'.repeat(2 ** 20) }), call)).toBe(413)
    for (const value of hostile) {
      for (const field of ['id', 'status', 'failureReason', 'from', 'text', 'phoneNumber']) {
        const fields = { id: 'ATXid_1', status: 'Failed', from: '+254712345678', text: 'STOP' }
        const { status, text } = await send(path, { ...fields, [field]: value })
        expect([field, status < 500, text.includes('Taken') || status === 400]).toEqual([
          field,
          true,
          true,
        ])
      }
    }
    const form = new URLSearchParams([
      ['__proto__', 'x'],
      ['id', '\u0000'],
      ['id', '%'],
    ])
    const type = 'application/x-www-form-urlencoded'
    expect((await send(path, form.toString(), type)).status).toBeLessThan(500)
  }
})

test.each([
  ['an address full of dots', `a@${'.'.repeat(200_000)}@`],
  ['accents upon accents', `a${'\u0300\u0316'.repeat(50_000)}`],
  ['spaces within', `a${' '.repeat(200_000)}b`],
  ['a host of many names', `https://${'a.'.repeat(100_000)}`],
  ['digits', '1'.repeat(200_000)],
  ['a phone number with many hyphens', `0712345678${'-'.repeat(200_000)}`],
])('texts made for slow patterns are answered fast: %s', async (_what, text) => {
  const taken = await processorTimeOf(async () => {
    for (const field of ['first_name', 'email', 'phone_number', 'about_yourself', 'resume_url']) {
      const body = { ...submission(choices), [field]: text }
      expect(refusal(await ask(api.public.submit, { body }), field)).toBe(422)
    }
  })

  expect(taken).toBeLessThan(1000)
})

const links = ['linkedin_url', 'github_url', 'resume_url', 'cover_letter_url']
const notLinks = [
  'javascript:alert(1)',
  'JavaScript:alert(1)//https://example.org',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//example.org',
  'https:example.org',
  'https://exa mple.org',
  'https://[::1',
]

test.each([
  ['public.submit', api.public.submit],
  ['attachments.create', api.attachments.create],
  ['attachments.update', api.attachments.update],
])('%s rejects links with unsafe schemes', async (name, endpoint) => {
  for (const field of links) {
    for (const value of notLinks) {
      const body = { ...validFor(name).body, [field]: value }
      const answer = await askRaw(name, endpoint, { body })
      expect(refusal(answer, value)).toBe(422)
      expect(answer.body.fields).toEqual({ [field]: 'Valid URL required' })
    }
  }
})

const unknownIds = [randomUUID(), '00000000-0000-0000-0000-000000000000']
const notIds = [
  '1',
  'undefined',
  '__proto__',
  '%00',
  '%F0%9F%98%80',
  '..%2F..%2Fetc%2Fpasswd',
  "'%20or%201=1%20--",
  `${randomUUID()}x`,
  'a'.repeat(2000),
]

test.each(withId)('%s returns 404 for a wrong id', async (name, endpoint) => {
  const { body } = validFor(name)
  for (const id of [...unknownIds, ...notIds]) {
    const question = { id, ...(endpoint.body && { body }) }
    expect(refusal(await askRaw(name, endpoint, question), id)).toBe(404)
  }
})

const wrongQueries: Record<string, (string | string[])[]> = {
  limit: ['0', '-1', '201', '1.5', '1e2', 'abc', '', ' 5', '9'.repeat(400), ['5', '6']],
  page: ['0', '-1', 'abc', '', '1000001', '0x10', ['1', '2']],
  q: ['x'.repeat(10_000), '\u0000', 'a\u0000', 'a\u0007', ['a', 'b']],
  sort: ['unknown', '', '-', '--name', '__proto__', 'constructor', 'name;drop table', ['a', 'b']],
  accepted: ['maybe', '', 'TRUE', ['true', 'false']],
  includeArchived: ['maybe', '1', '', ['true', 'false']],
  status: ['unknown', '', ['pending', 'accepted']],
  decision: ['unknown', '', 'accepted', ['declined', 'late']],
  institution: ['x', '', '\u0000', "' or 1=1 --", [randomUUID(), randomUUID()]],
  course: ['x'],
  department: ['x'],
  certification: ['PhD', ''],
  view: ['all', ''],
  since: [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    'yesterday',
    '',
    '2026-01-01',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    ['x', 'y'],
  ],
  before: ['\u0000'],
  ids: [
    '',
    'x',
    ['x', 'y'],
    `${randomUUID()},`,
    Array.from({ length: 201 }, () => randomUUID()).join(','),
  ],
  pending: ['0', '121', 'x'],
  archived: ['1.5'],
  user: ['x', '', '\u0000'],
  record: ["' or 1=1 --"],
  action: ['unknown', '', 'submit,create'],
  entity: ['session', ''],
  only: ['sent', '', ['waiting', 'failed']],
  transport: ['mail', '', ['email', 'sms']],
  month: ['2026-13', '2026-1', '11/2026', '', '1026-11', ['2026-11', '2026-12']],
  intake: ['x', '', '\u0000', ['x', 'y']],
  offer: ['unknown', '', ['open', 'lapsed']],
  waiting: ['maybe', '', 'false'],
  papers: ['returned', '', ['missing', 'sent']],
  planned: ['maybe', '', 'false'],
  unlisted: ['maybe', '', 'false'],
  sameAs: ['same', '', 'true'],
  assignee: ['x', '', 'nobody', ['me', 'none']],
  state: ['unknown', '', ['open', 'running']],
  application: ['x', ''],
  kind: ['unknown', '', ['acceptance', 'completion']],
  language: ['fr', ''],
  download: ['0', '', 'true', ['1', '1']],
}

test.each(withQuery)('%s rejects an invalid query', async (name, endpoint) => {
  const keys = Object.keys((endpoint.query as unknown as z.ZodMiniObject).shape)
  const wrong = keys.flatMap((key) => wrongQueries[key]!.map((value) => ({ [key]: value })))
  expect(wrong.length).toBeGreaterThan(3)
  for (const query of wrong) {
    const required = validFor(name).query
    const answer = await askRaw(name, endpoint, { query: { ...required, ...query } })
    expect(refusal(answer, query)).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(Object.keys(query))
    // A message tells users what to do, unlike a library's default.
    for (const message of Object.values(answer.body.fields)) {
      expect([query, message]).toEqual([
        query,
        expect.stringMatching(/^(Use|Choose|Search|Sort|Remove) /),
      ])
    }
  }
})

test('endpoints without a body reject a broken one', async () => {
  const headers = { 'content-type': 'application/json' }
  for (const [name, endpoint] of endpoints) {
    if (endpoint.body || endpoint.method === 'GET') continue
    for (const body of notJson) {
      expect(refusal(await askRaw(name, endpoint, { body, headers }), [name, body])).toBe(400)
    }
  }
})

test('a broken Authorization header counts as no session', async () => {
  for (const authorization of [
    'Bearer',
    'Bearer ',
    `Bearer ${'x'.repeat(10_000)}`,
    'Basic YTpi',
    `Bearer ${token} ${token}`,
    "Bearer ' or 1=1 --",
  ]) {
    const answer = await ask(api.auth.me, { headers: { authorization } })
    expect(refusal(answer, authorization)).toBe(401)
  }
})

test('an unknown endpoint returns 404', async () => {
  for (const [method, url] of [
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/admin'],
    ['GET', '/api/constructor'],
    ['PATCH', `/api/admin/users/${person._id}`],
    ['DELETE', '/api/admin/users'],
    ['POST', '/api/users/institutions'],
    ['OPTIONS', '/api/auth/login'],
  ] as const) {
    const response = await app.inject({ method, url })
    const { statusCode: status, body: text } = response
    expect(refusal({ status, text, body: response.json() }, url)).toBe(404)
  }
})

test('an undecodable URL is rejected with the usual error shape', async () => {
  for (const url of ['/api/%zz', `/api/admin/users/%E0%A4%A`, '/%c3']) {
    const response = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const { statusCode: status, body: text } = response
    expect(refusal({ status, text, body: response.json() }, url)).toBe(400)
  }
})

test.each([
  [400, 'what is no HTTP', 'EHLO example.org\r\n\r\n'],
  [
    400,
    'a body of broken pieces',
    `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  ],
  [
    431,
    'headers without end',
    `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
  ],
  [431, 'an address without end', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
])('%i for %s', async (expected, _what, sent) => {
  const [head = '', text = ''] = (await exchange(sent)).split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+) [A-Z]/.exec(head)?.[1])

  expect(refusal({ status, text, body: JSON.parse(text) }, sent)).toBe(expected)
  expect(head).toMatch(/content-type: application\/json/)
})

/** Opens a new connection and returns the raw response. */
async function exchange(sent: string) {
  const url = new URL(await listening)
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  socket.write(sent)
  return textOf(socket)
}
