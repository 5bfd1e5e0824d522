import { hash } from 'node:crypto'

import { SqliteQueryCompiler, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'

import { randomKey } from '../../app/lib/random-key.ts'
import { api } from '../../contract/api.ts'
import { ownAnswers, applicantCredentials } from '../../contract/application/own-application.ts'
import * as ownApplications from '../../server/services/applications/own-applications.ts'
import { rateLimiter } from '../../server/services/rate-limiter.ts'
import { hashToken, newToken } from '../../server/services/tokens.ts'
import { deleteUnattached } from '../../server/services/documents/upload-rows.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import {
  choicesOf,
  formTo,
  multipartTo,
  startApi,
  submission,
  type Answer,
} from '../support/api.ts'
import { addDocument, emptyPdf } from '../support/documents.ts'

const { app, ask, token, db, variables } = await startApi({ RATE_LIMIT: 'on' }, { pages: 'build' })
const choices = await choicesOf(ask)

const unknown =
  'We know no application with this reference ID and this phone number or email address. Please check both.'
const calls = [
  api.public.ownApplication,
  api.public.ownAnswers,
  api.public.withdraw,
  api.public.replaceDocument,
]
/** What a replacement needs besides the credentials. Other calls ignore it. */
const link = { purpose: 'cv', url: 'https://files.example.com/new.pdf' }

let applicants = 0

/** A new application with its own contacts; `proof` holds its credentials. */
async function apply() {
  const number = String(++applicants).padStart(6, '0')
  const email = `applicant${number}@example.org`
  const phone_number = `0722 ${number}`
  const body = submission(choices, { email, phone_number })
  const { body: receipt } = await ask(api.public.submit, { body })
  const reference: string = receipt.referenceId
  const { _id } = await db
    .selectFrom('attachments')
    .select('_id')
    .where('referenceId', '=', reference)
    .executeTakeFirstOrThrow()
  return { _id, reference, email, phone_number, proof: { reference, contact: email } }
}

type Proof = Awaited<ReturnType<typeof apply>>['proof']

const see = (body: object, from?: string) =>
  ask(api.public.ownApplication, { body, ...(from && { from }) })
const withdraw = (body: object) => ask(api.public.withdraw, { body })
const accept = (id: string) => ask(api.attachments.accept, { token, id })
const archive = (id: string) => ask(api.attachments.archive, { token, id })
const decline = (id: string, body: object) => ask(api.attachments.decline, { token, id, body })
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)
const inTurn = async <T>(count: number, make: (index: number) => Promise<T>) => {
  const made: T[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}

test.each([
  ['received', true, async () => {}],
  ['accepted', true, async (_id: string) => void (await accept(_id))],
  ['closed', false, async (_id: string) => void (await archive(_id))],
  [
    'accepted',
    true,
    async (_id: string) => {
      await accept(_id)
      await archive(_id)
    },
  ],
  [
    'accepted',
    true,
    async (_id: string) => {
      await archive(_id)
      await accept(_id)
    },
  ],
  [
    'declined',
    false,
    async (_id: string) => void (await decline(_id, { reason: 'dates', message: 'Pole.' })),
  ],
  ['withdrawn', false, async (_id: string, own: Proof) => void (await withdraw(own))],
])('an applicant sees the status %s', async (standing, canBeWithdrawn, bring) => {
  const { _id, reference, proof } = await apply()
  await bring(_id, proof)
  const { status, body, headers } = await see(proof)

  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toEqual({
    referenceId: reference,
    standing,
    receivedAt: expect.stringMatching(/Z$/),
    contact_by: 'email',
    isSmsRefused: false,
    declined_reason: standing === 'declined' ? 'dates' : null,
    declined_message: standing === 'declined' ? 'Pole.' : null,
    endedAt: body.endedAt,
    canBeWithdrawn,
    documents: [],
    canReplaceDocuments: standing === 'received',
    papers: [],
  })
  expect(body.endedAt !== null).toBe(['declined', 'withdrawn'].includes(standing))
})

test('reference and contact are accepted in the forms that people type', async () => {
  const { reference, email, phone_number } = await apply()
  // The ID needs a 0 or 1, because the test replaces them by similar letters.
  const known = `${reference.slice(0, -3)}01V`
  await db
    .updateTable('attachments')
    .set({ referenceId: known })
    .where('referenceId', '=', reference)
    .execute()
  const home = phone_number.slice(1)
  const [, year, code] = known.split('-') as [string, string, string]
  const references = [
    known,
    ` ${known.toLowerCase()} `,
    `sph ${year} ${code}`,
    `SPH${year}${code.toLowerCase()}`,
    `SPH–${year}–${code.slice(0, 4)} ${code.slice(4)}`,
    `${year}-${code}`,
    known.replace('01V', 'OIV'),
    known.replace('01V', 'olv'),
    `Reference ID: “${known}”`,
    `https://foundation.example/industrial-attachment/status?reference=${known}`,
  ]
  const contacts = [
    email,
    ` ${email.toUpperCase()} `,
    phone_number,
    phone_number.replaceAll(' ', '-'),
    `+254 ${home}`,
    `254${home.replaceAll(' ', '')}`,
    `+254 (0) ${home}`,
    home,
  ]
  const proofs = [
    ...references.map((typed) => ({ reference: typed, contact: email })),
    ...contacts.map((contact) => ({ reference: known, contact })),
  ]

  for (const proof of proofs) {
    const { status, body } = await see(proof)
    expect([proof, status, body.referenceId]).toEqual([proof, 200, known])
  }
})

test('invalid references and contacts are reported beside their fields', async () => {
  const { proof } = await apply()
  const like = expect.stringMatching(/like SPH-2026-/)
  const given = expect.stringMatching(/^Enter the phone number or the email address/)
  const wrong: [object, object][] = [
    [{ ...proof, reference: '' }, { reference: like }],
    [{ ...proof, reference: 'SPH-2026-UUUUUUUU' }, { reference: like }],
    [{ ...proof, reference: 'x'.repeat(5000) }, { reference: like }],
    [{ ...proof, contact: 'somebody' }, { contact: given }],
    [{ ...proof, contact: '0722' }, { contact: given }],
    [{}, { reference: like, contact: given }],
  ]
  for (const [body, fields] of wrong) {
    const answer = await see(body)
    expect([answer.status, answer.body.fields]).toEqual([422, fields])
  }
})

test.each(calls)(
  '$path gives wrong, unknown and erased pairs the same answer',
  async (endpoint) => {
    const [own, other, gone] = await inTurn(3, apply)
    await ask(api.personalData.erase, { token, body: { ids: [gone!._id] } })
    const proofs = [
      { ...own!.proof, contact: other!.email },
      { ...own!.proof, contact: other!.phone_number },
      { ...own!.proof, contact: 'nobody@example.org' },
      { reference: 'SPH-2026-ZZZZZZZZ', contact: own!.email },
      { ...other!.proof, contact: '0000000' },
      gone!.proof,
    ]
    for (const body of proofs) {
      const answer = await ask(endpoint, { body: { ...link, ...body } })
      expect([body, answer.status, answer.text]).toEqual([
        body,
        404,
        JSON.stringify({ message: unknown, error: unknown }),
      ])
    }
    expect((await see(own!.proof)).body.standing).toBe('received')
  },
)

test('an unknown reference takes the same work as a wrong contact', async () => {
  const own = await apply()
  const work = async (shown: Proof) => {
    const asked: string[] = []
    const compiler = new SqliteQueryCompiler()
    const watch: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(compiler.compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const watched = db.withPlugin(watch)
    const read = applicantCredentials.parse(shown)
    await ownApplications.getStatus(
      { db: watched, limiter: rateLimiter(watched) },
      read,
      '192.0.2.50',
    )
    return asked
  }

  const wrong = await work({ ...own.proof, contact: 'nobody@example.org' })
  expect(wrong.filter((sql) => sql.includes('"attachments"'))).toHaveLength(1)
  expect(await work({ ...own.proof, contact: '0799 000 000' })).toEqual(wrong)
  expect(await work({ ...own.proof, reference: 'SPH-2026-ZZZZZZZZ' })).toEqual(wrong)
  expect((await work(own.proof)).length).toBeGreaterThan(wrong.length)
})

test('the copy holds the submitted answers and no data of staff', async () => {
  const { _id, reference, email, phone_number, proof } = await apply()
  await accept(_id)
  const { status, body } = await ask(api.public.ownAnswers, { body: proof })

  expect(status).toBe(200)
  const { institution, course, department, ...typed } = submission(choices, { email, phone_number })
  expect(body).toMatchObject({
    ...typed,
    referenceId: reference,
    institution: { _id: institution },
    course: { _id: course },
    department: { _id: department },
    consent: { wording: expect.any(String) },
  })
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(ownAnswers.shape).toSorted())
  expect(Object.keys(body)).not.toContain('is_accepted')
})

test('a withdrawn application is archived, and the history names the applicant as its author', async () => {
  const { _id, proof } = await apply()
  await accept(_id)
  const { status, body } = await withdraw(proof)
  expect([status, body.standing, body.canBeWithdrawn]).toEqual([200, 'withdrawn', false])

  const { body: record } = await ask(api.attachments.get, { token, id: _id })
  expect(record).toMatchObject({
    is_archived: true,
    is_accepted: true,
    withdrawnAt: body.endedAt,
  })
  const { body: archived } = await ask(api.attachments.list, {
    token,
    query: { status: 'archived', q: proof.reference },
  })
  expect(archived).toHaveLength(1)
  const { body: events } = await ask(api.history, { token, query: { record: _id } })
  expect(events[0]).toMatchObject({ action: 'withdraw', entity: 'attachment', user: null })
  const { body: held } = await ask(api.personalData.export, { token, query: { ids: _id } })
  expect(held.applications[0]).toMatchObject({ withdrawnAt: body.endedAt })
  expect(held.applications[0].history.at(-1)).toMatchObject({ action: 'withdraw', by: 'applicant' })
})

test('an ended application cannot be withdrawn', async () => {
  const [withdrawn, declined, archived] = await inTurn(3, apply)
  await withdraw(withdrawn!.proof)
  await decline(declined!._id, { reason: 'late' })
  await archive(archived!._id)
  for (const [own, standing, message] of [
    [withdrawn, 'withdrawn', 'You have withdrawn this application already.'],
    [declined, 'declined', 'We have declined this application: there is nothing left to withdraw.'],
    [archived, 'closed', 'This application is closed already: there is nothing left to withdraw.'],
  ] as const) {
    const answer = await withdraw(own!.proof)
    expect([answer.status, answer.body.message]).toEqual([409, message])
    expect((await see(own!.proof)).body.standing).toBe(standing)
  }
})

test('staff can decide on a withdrawn application only after bringing it back', async () => {
  const { _id, proof } = await apply()
  await withdraw(proof)
  const refused =
    'The applicant has withdrawn this application. Unarchive it first, if they want it back.'
  const { body: record } = await ask(api.attachments.get, { token, id: _id })
  const save = (changes: object) =>
    ask(api.attachments.update, { token, id: _id, body: { ...record, ...changes } })
  for (const tried of [
    await accept(_id),
    await decline(_id, { reason: 'dates' }),
    await save({ is_accepted: true }),
  ]) {
    expect([tried.status, tried.body.message]).toEqual([409, refused])
  }
  expect((await save({ first_name: 'Tatu' })).body).toMatchObject({
    first_name: 'Tatu',
    withdrawnAt: record.withdrawnAt,
  })

  const { body: back } = await archive(_id)
  expect(back).toMatchObject({ is_archived: false, message: 'Application brought back' })
  expect((await see(proof)).body).toMatchObject({ standing: 'received', endedAt: null })
  const { body: events } = await ask(api.history, { token, query: { record: _id } })
  expect(events[0].action).toBe('bring back')
  expect((await accept(_id)).status).toBe(200)
  await archive(_id)
  expect((await see(proof)).body.standing).toBe('accepted')
  expect((await withdraw(proof)).body.standing).toBe('withdrawn')
})

test('a bulk decision skips withdrawn applications unless it brings them back', async () => {
  const [one, withdrawn, other] = await inTurn(3, apply)
  await accept(other!._id)
  await withdraw(withdrawn!.proof)
  await withdraw(other!.proof)
  const ids = [one, withdrawn, other].map((own) => own!._id)
  const decide = async (body: object) =>
    (await ask(api.attachments.decide, { token, body: { ids, ...body } })).body

  expect(await decide({ is_accepted: true })).toMatchObject({
    changed: [one!._id],
    left: [withdrawn!._id],
    message: '1 application accepted. 1 was left as it is: withdrawn by the applicant',
  })
  expect((await decide({ decline: { reason: 'late' } })).message).toBe(
    '1 application declined. 2 were left as they are: withdrawn by the applicant',
  )
  expect((await decide({ is_accepted: false })).changed).toEqual([other!._id])
  expect((await decide({ is_archived: false, is_accepted: true })).changed.toSorted()).toEqual(
    ids.toSorted(),
  )
  expect((await see(withdrawn!.proof)).body.standing).toBe('accepted')
})

test('bringing back can be undone, but no client can mark an application as withdrawn', async () => {
  const [withdrawn, accepted, archived] = await inTurn(3, apply)
  await accept(accepted!._id)
  for (const own of [withdrawn, accepted]) await withdraw(own!.proof)
  await archive(archived!._id)
  const ids = [withdrawn, accepted, archived].map((own) => own!._id)
  const get = async (id: string) => (await ask(api.attachments.get, { token, id })).body
  const decide = (body: object) => ask(api.attachments.decide, { token, body })
  const before = await Promise.all(ids.map(get))

  const { body: back } = await decide({ ids, is_archived: false, is_accepted: true })
  expect(back.changed).toHaveLength(3)
  for (const part of back.undo) expect((await decide(part)).status).toBe(200)
  for (const [index, { is_accepted, is_archived, withdrawnAt }] of before.entries()) {
    const now = await get(ids[index]!)
    expect(now).toMatchObject({ is_accepted, is_archived })
    expect(now.withdrawnAt === null).toBe(withdrawnAt === null)
    if (!withdrawnAt) continue
    expect(Date.parse(now.withdrawnAt) - Date.parse(withdrawnAt)).toBeLessThan(60_000)
  }

  const { body: none } = await decide({ ids: [archived!._id], is_withdrawn: true })
  expect(none.changed).toEqual([])
  const { body: revoked } = await decide({ ids: [accepted!._id], is_accepted: false })
  for (const part of revoked.undo) await decide(part)
  expect(await get(accepted!._id)).toMatchObject({
    is_accepted: true,
    withdrawnAt: expect.any(String),
  })
})

/** Messages to an applicant, oldest first, each either cancelled or not. */
async function told(_id: string) {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'state'])
    .where('attachment', '=', _id)
    .orderBy('_id')
    .execute()
  return rows.map(({ kind, state }) => `${kind} ${state === 'cancelled' ? 'cancelled' : 'open'}`)
}

test('the message about a withdrawal is due at once, the one about bringing back a little later', async () => {
  const { _id, proof } = await apply()
  await accept(_id)
  await withdraw(proof)
  expect(await told(_id)).toEqual(['received open', 'accepted cancelled', 'withdrawn open'])
  await ask(api.attachments.decide, { token, body: { ids: [_id], is_accepted: false } })
  expect(await told(_id)).toHaveLength(3)
  await archive(_id)
  expect((await told(_id)).at(-1)).toBe('brought back open')
  await ask(api.attachments.decide, { token, body: { ids: [_id], is_withdrawn: true } })
  expect((await told(_id)).at(-1)).toBe('brought back cancelled')
})

test('while the message about a withdrawal waits, the message about the latest status is sent', async () => {
  const { _id, proof } = await apply()
  await withdraw(proof)
  await archive(_id)
  await accept(_id)
  await accept(_id)
  expect(await told(_id)).toEqual([
    'received open',
    'withdrawn open',
    'brought back cancelled',
    'accepted cancelled',
    'brought back open',
  ])
})

test('withdrawn applications are counted, listed and exported as withdrawn', async () => {
  const { body: before } = await ask(api.attachments.counts, { token })
  const { reference, proof } = await apply()
  await withdraw(proof)
  const { body: counts } = await ask(api.attachments.counts, { token })
  expect(counts).toEqual({
    ...before,
    total: before.total + 1,
    archived: before.archived + 1,
    withdrawn: before.withdrawn + 1,
  })

  const listed = async (query: Record<string, string>) =>
    (await ask(api.attachments.list, { token, query: { q: reference, ...query } })).body
  expect(await listed({ decision: 'withdrawn' })).toMatchObject([{ referenceId: reference }])
  expect(await listed({ decision: 'declined' })).toEqual([])
  const { text } = await ask(api.attachments.export, { token, query: { q: reference } })
  expect(text).toMatch(/,Withdrawn At \(EAT\),.*\r\n.*,20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/)
})

test('ten concurrent withdrawals withdraw once', async () => {
  const { _id, proof } = await apply()
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(proof)))
  expect(statuses(answers).filter((status) => status === 200)).toHaveLength(1)
  expect(statuses(answers).filter((status) => status === 409)).toHaveLength(9)
  const query = { record: _id, action: 'withdraw' }
  expect((await ask(api.history, { token, query })).body).toHaveLength(1)
})

test('guesses of a contact are limited to ten an hour per reference, from any address', async () => {
  const own = await apply()
  const guess = (index: number) =>
    see({ ...own.proof, contact: `07000000${index + 10}` }, `192.0.2.${index}`)
  expect(statuses(await inTurn(10, guess))).toEqual(Array<number>(10).fill(404))

  const { status, headers, body } = await see(own.proof, '192.0.2.99')
  const sentence = 'Too many tries that found no application. Please try again in 60 minutes.'
  const of = 'tries that found no application'
  const wording = {
    sentence: 'Too many {of}. Please try again in {minutes} minutes.',
    values: { of, minutes: 60 },
  }
  expect([status, body]).toEqual([429, { message: sentence, error: sentence, ...wording }])
  expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
  for (const endpoint of calls) {
    const answer = await ask(endpoint, { body: { ...link, ...own.proof }, from: '192.0.2.98' })
    expect(answer.status).toBe(429)
  }
})

test('the pages use the same error messages and send Retry-After', async () => {
  const own = await apply()
  const send = (contact: string, path = '/industrial-attachment/status') =>
    app.inject(formTo(path, { reference: own.reference, contact }))
  const wrong = await inTurn(10, () => send('nobody@example.org'))
  expect(new Set(wrong.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))

  const { statusCode, headers, body } = await send(own.email)
  expect(statusCode).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
  expect(body).toContain('Too many tries that found no application.')
  const copy = await send(own.email, '/industrial-attachment/status/copy')
  expect([copy.statusCode, copy.headers['location']]).toEqual([
    307,
    '/industrial-attachment/status',
  ])
})

test('forms are accepted from PUBLIC_URL, whatever a proxy reports, and from no other site', async () => {
  const { app: otherApp } = await startApi(
    { PUBLIC_URL: 'https://www.example.org' },
    { pages: 'build' },
  )
  const send = (path: string, origin: string) =>
    otherApp.inject({
      method: 'POST',
      url: path,
      payload: 'contact=nobody@example.org',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        host: '127.0.0.1:3000',
        origin,
      },
    })
  for (const path of ['/industrial-attachment/status', '/industrial-attachment/apply']) {
    const answers = await Promise.all(
      ['https://www.example.org', 'http://127.0.0.1:3000', 'https://www.example.com'].map(
        (origin) => send(path, origin),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 400])
  }
})

test('guesses from elsewhere do not lock applicants out of a known network', async () => {
  const own = await apply()
  expect((await see(own.proof, '203.0.113.5')).status).toBe(200)
  await inTurn(12, (index) => see({ ...own.proof, contact: `07000001${index + 10}` }))

  expect((await see(own.proof, '203.0.113.6')).status).toBe(429)
  expect((await see(own.proof, '203.0.113.5')).status).toBe(200)
})

test('guesses with a known contact use up only the limit of their own network', async () => {
  const own = await apply()
  const guess = (index: number) =>
    see({ ...own.proof, reference: `SPH-2026-ZZZZ${1000 + index}` }, '198.51.100.20')
  expect(statuses(await inTurn(22, guess))).toEqual([...Array<number>(20).fill(404), 429, 429])

  expect((await see(own.proof, '198.51.100.21')).status).toBe(200)
})

test('mistakes on a campus do not lock out others behind the same address', async () => {
  const from = '197.248.0.9'
  const mistyped = await inTurn(60, (index) =>
    see(
      { reference: `SPH-2026-YYYY${1000 + index}`, contact: `mistyped${index}@example.org` },
      from,
    ),
  )
  expect(new Set(statuses(mistyped))).toEqual(new Set([404]))
  await db.updateTable('rate_limits').set({ count: 999 }).where('count', '=', 60).execute()
  const [own, next] = await inTurn(2, apply)
  expect((await see(own!.proof, from)).status).toBe(200)
  expect((await see(next!.proof, from)).status).toBe(200)

  const lost = { reference: 'SPH-2026-YYYYYYYY', contact: 'lost@example.org' }
  expect((await see(lost, from)).status).toBe(404)
  expect((await see({ ...lost, contact: 'lost2@example.org' }, from)).status).toBe(429)
})

test('correct credentials never count against a limit', async () => {
  const own = await apply()
  const answers = await inTurn(25, () => see(own.proof, '198.51.100.40'))
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  const wrong = { ...own.proof, contact: 'nobody@example.org' }
  expect(statuses(await inTurn(11, () => see(wrong, '198.51.100.40')))).toEqual([
    ...Array<number>(10).fill(404),
    429,
  ])
})

test('rate limit rows contain neither references nor contacts', async () => {
  const stored = JSON.stringify(await db.selectFrom('rate_limits').selectAll().execute())
  expect(stored.length).toBeGreaterThan(1000)
  expect(stored).not.toMatch(/@|SPH-|0722|198\.51/)
})

test('after a withdrawal the same answers can be submitted again', async () => {
  const headers = { 'idempotency-key': hash('sha256', 'the same answers') }
  const body = submission(choices, { email: 'once.more@example.org' })
  const send = async () => (await ask(api.public.submit, { body, headers })).body.referenceId
  const reference = await send()
  expect(await send()).toBe(reference)
  await withdraw({ reference, contact: body.email })

  const second = await send()
  expect(second).toMatch(/^SPH-/)
  expect(second).not.toBe(reference)
  expect((await see({ reference: second, contact: body.email })).body.standing).toBe('received')
})

test('an automatic repeat from a phone after a withdrawal is not accepted as new', async () => {
  const body = submission(choices, { email: 'repeated@example.org' })
  const send = (key: string) =>
    ask(api.public.submit, { body, headers: { 'idempotency-key': key } })
  const key = randomKey()
  const { referenceId } = (await send(key)).body
  await withdraw({ reference: referenceId, contact: body.email })

  const repeated = await send(key)
  expect(repeated.status).toBe(409)
  expect(repeated.body.message).toContain(`received before, with reference ${referenceId}`)
  const { body: receipt } = await send(randomKey())
  const { body: stored } = await ask(api.attachments.list, { token, query: { q: body.email } })
  expect(stored).toMatchObject([{ referenceId: receipt.referenceId }])
})

test.each([
  ['00254 733 444555', '0733 444 555'],
  ['733 444555', '0733 444 555'],
  ['+255 713 444 555', '00255713444555'],
  ['00255 713 444 555', '255713444555'],
  ['0733 444 556', '0733‑444‑556'],
  ['+254 733 444 557', 'tel:+254–733–444–557'],
  ['+254 (0) 733 444 558', '٠٧٣٣ ٤٤٤ ٥٥٨'],
])('the number %s of an application matches %s', async (phone_number, contact) => {
  const body = submission(choices, { email: 'abroad@example.org', phone_number })
  const { body: receipt } = await ask(api.public.submit, { body })
  expect((await see({ reference: receipt.referenceId, contact })).status).toBe(200)
})

test('a number of another country does not match a Kenyan one', async () => {
  const body = submission(choices, { email: 'tz@example.org', phone_number: '+255 733 444 559' })
  const { body: receipt } = await ask(api.public.submit, { body })
  const proof = { reference: receipt.referenceId, contact: '0733 444 559' }
  expect((await see(proof)).status).toBe(404)
})

const place = { db, dataDir: variables.DATA_DIR }

/** A finished upload of bytes of its own that nobody has submitted; returns its key. */
async function upload(changes: Parameters<typeof addDocument>[2] = {}) {
  const { token: key } = newToken()
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  await addDocument(place, null, {
    keyHash: hashToken(key),
    expiresAt,
    name: 'New.pdf',
    bytes: Buffer.from(key),
    ...changes,
  })
  return key
}

const replace = (body: object) => ask(api.public.replaceDocument, { body })
const updatedAt = async (_id: string) =>
  (await ask(api.attachments.get, { token, id: _id })).body.updatedAt as string
const namesOf = ({ body }: Answer) => body.documents.map(({ name }: { name: string }) => name)

test('an applicant replaces a document by a file, and the old file is deleted', async () => {
  const { _id, proof } = await apply()
  const old = await addDocument(place, _id)
  const letter = await addDocument(place, _id, { purpose: 'cover_letter', name: 'Letter.pdf' })
  const before = await updatedAt(_id)
  const document = await upload()
  const replaced = await replace({ ...proof, purpose: 'cv', document })

  expect([replaced.status, namesOf(replaced).toSorted()]).toEqual([200, ['Letter.pdf', 'New.pdf']])
  expect(Date.parse(await updatedAt(_id))).toBeGreaterThan(Date.parse(before))
  const { body: stored } = await ask(api.attachments.get, { token, id: _id })
  expect([stored.resume_url, stored.cover_letter_url]).toEqual([null, expect.any(String)])
  const { body: events } = await ask(api.history, { token, query: { record: _id } })
  expect(events[0]).toMatchObject({
    action: 'replace document',
    user: null,
    fields: ['resume_url'],
  })

  await deleteUnattached({ db, documentStore: diskStore(documentsFolder(variables.DATA_DIR)) })
  const rows = await db.selectFrom('documents').select('_id').execute()
  const ids = new Set(rows.map((row) => row._id))
  expect([ids.has(old._id), ids.has(letter._id)]).toEqual([false, true])
})

test('a repeated replacement changes nothing, also if the browser uploads the file anew', async () => {
  const { _id, proof } = await apply()
  const bytes = Buffer.from('the same file')
  const document = await upload({ bytes })
  const letter = { purpose: 'cover_letter', url: 'https://files.example.com/letter.pdf' }
  await replace({ ...proof, purpose: 'cv', document })
  await replace({ ...proof, ...letter })
  const before = await updatedAt(_id)
  for (const body of [{ document }, { document: await upload({ bytes }) }]) {
    const repeated = await replace({ ...proof, purpose: 'cv', ...body })
    expect([repeated.status, namesOf(repeated)]).toEqual([200, ['New.pdf']])
  }
  expect((await replace({ ...proof, ...letter })).status).toBe(200)
  expect(await updatedAt(_id)).toBe(before)
  const query = { record: _id, action: 'replace document' }
  expect((await ask(api.history, { token, query })).body).toHaveLength(2)
})

test('a link takes the place of a file', async () => {
  const { _id, proof } = await apply()
  await addDocument(place, _id, { purpose: 'cover_letter' })
  const url = 'https://files.example.com/new-letter.pdf'
  const { status, body } = await replace({ ...proof, purpose: 'cover_letter', url })

  expect([status, body.documents]).toEqual([200, []])
  const { body: stored } = await ask(api.attachments.get, { token, id: _id })
  expect(stored.cover_letter_url).toBe(url)
})

test('a replacement that is not an own, complete and free upload is refused', async () => {
  const { _id, proof } = await apply()
  const other = await apply()
  const [taken, late] = [newToken(), new Date(Date.now() - 1).toISOString()]
  await addDocument(place, other._id, { keyHash: taken.tokenHash })
  const before = await updatedAt(_id)
  const wrong = [
    {},
    { document: 'x' },
    { document: newToken().token },
    { document: taken.token },
    { document: await upload({ purpose: 'cover_letter' }) },
    { document: await upload({ expiresAt: late }) },
    { document: await upload({ state: 'receiving', type: null }) },
    { document: await upload({ state: 'refused' }) },
    { url: 'javascript:alert(1)' },
  ]
  for (const replacement of wrong) {
    const { status, body } = await replace({ ...proof, purpose: 'cv', ...replacement })
    const field = 'url' in replacement ? 'url' : 'document'
    expect([replacement, status, Object.keys(body.fields)]).toEqual([replacement, 422, [field]])
  }
  expect((await replace({ ...proof, purpose: 'photo', document: await upload() })).status).toBe(422)
  expect(await updatedAt(_id)).toBe(before)
})

test.each([
  ['accepted', async (_id: string) => void (await accept(_id))],
  ['archived', async (_id: string) => void (await archive(_id))],
  ['withdrawn', async (_id: string, own: Proof) => void (await withdraw(own))],
])('documents of an application that is %s are not replaced', async (_, bring) => {
  const { _id, proof } = await apply()
  await bring(_id, proof)
  const { status, body } = await replace({ ...proof, purpose: 'cv', document: await upload() })

  expect([status, body.message]).toEqual([409, expect.stringContaining('has been decided')])
  expect((await see(proof)).body).toMatchObject({ canReplaceDocuments: false, documents: [] })
})

test('a withdrawal keeps the documents', async () => {
  const { _id, proof } = await apply()
  await addDocument(place, _id)
  await withdraw(proof)

  expect((await see(proof)).body.documents).toMatchObject([{ name: 'My CV.pdf' }])
})

const statusPage = '/industrial-attachment/status'

test('an applicant gets the own file back, and nobody else does', async () => {
  const { _id, proof } = await apply()
  const other = await apply()
  const document = await addDocument(place, _id, { name: 'Ng\u2019ang\u2019a.exe' })
  const get = (fields: object) => app.inject(formTo(`${statusPage}/document`, fields))
  const { statusCode, headers, rawPayload } = await get({ ...proof, _id: document._id })

  expect([statusCode, rawPayload.equals(emptyPdf)]).toEqual([200, true])
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="Ng_ang_a\.exe\.pdf"/),
    'content-security-policy': expect.stringMatching(/^sandbox/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  for (const fields of [
    { ...other.proof, _id: document._id },
    { ...proof, contact: 'nobody@example.org', _id: document._id },
    { ...proof, _id: 'x' },
    { ...proof },
  ]) {
    const refused = await get(fields)
    expect([refused.statusCode, refused.headers.location]).toEqual([307, statusPage])
  }
})

test('the status page replaces a document by a multipart form', async () => {
  const { _id, proof } = await apply()
  await addDocument(place, _id)
  const entries = [...Object.entries(proof), ['step', 'replace'], ['purpose', 'cv']] as const
  const send = async (...more: Parameters<typeof multipartTo>[1]) =>
    app.inject(await multipartTo(statusPage, [...entries, ...more] as typeof more))
  const refused = await send(['resume_file', { name: 'cv.pdf', bytes: Buffer.from('nothing') }])
  expect([refused.statusCode, refused.body.includes('id="resume_file-error"')]).toEqual([422, true])
  expect((await send()).statusCode).toBe(422)
  expect(namesOf(await see(proof))).toEqual(['My CV.pdf'])

  const replaced = await send(['resume_file', { name: 'Better.pdf', bytes: emptyPdf }])
  expect(replaced.statusCode).toBe(200)
  expect(replaced.body).toContain('We have received it.')
  expect(namesOf(await see(proof))).toEqual(['Better.pdf'])
})

test('the copy of the answers names the documents', async () => {
  const { _id, proof } = await apply()
  await addDocument(place, _id)
  const { body } = await app.inject(formTo(`${statusPage}/copy`, proof))

  expect(body).toContain('My CV.pdf (PDF, 1 KB)')
})
