import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { allKiswahili } from '../../contract/language/kiswahili-server.ts'
import { choicesOf, formTo, startApi, submission } from '../support/api.ts'

const { app, ask, token, db } = await startApi({}, { pages: 'build' })
const choices = await choicesOf(ask)
const withoutSms = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'team@example.org' }
const formPage = '/industrial-attachment/apply'
const statusPage = '/industrial-attachment/status'
const question = 'How should we write to you?'

let applicants = 0

const newAnswers = (changes: object = {}) =>
  submission(choices, { email: `contact${++applicants}@example.org`, ...changes })

/** A new application; `proof` holds its credentials. */
async function apply(changes: object = {}) {
  const body = newAnswers(changes)
  const { body: receipt } = await ask(api.public.submit, { body })
  return { ...(await read(receipt.referenceId)), contact: body.email }
}

async function read(reference: string) {
  const row = await db
    .selectFrom('attachments')
    .select(['_id', 'contact_by', 'smsRefused', 'updatedAt'])
    .where('referenceId', '=', reference)
    .executeTakeFirstOrThrow()
  return { ...row, reference }
}

const messagesOf = async (id: string) => (await ask(api.attachments.messages, { token, id })).body
const choose = (body: object) => ask(api.public.setContactBy, { body })
const proofOf = ({ reference, contact }: { reference: string; contact: string }) => ({
  reference,
  contact,
})
const changesOf = async (record: string) =>
  (await ask(api.history, { token, query: { record, action: 'change' } })).body
const post = (path: string, fields: object) => app.inject(formTo(path, fields))
/** The radio button that a page shows as chosen. */
const chosenIn = (html: string) =>
  /<input (?=[^>]*name="contact_by")(?=[^>]*checked)[^>]*value="(\w+)"/.exec(html)?.[1]

test.each([
  [{}, 'email'],
  [{ contact_by: 'email' }, 'email'],
  [{ contact_by: 'sms' }, 'sms'],
  [{ contact_by: 'both' }, 'both'],
])('a submission with %o is stored with %s', async (changes, stored) => {
  const { _id, contact_by } = await apply(changes)
  expect(contact_by).toBe(stored)
  const { body } = await ask(api.attachments.get, { token, id: _id })
  expect(body).toMatchObject({ contact_by: stored, smsRefused: null })
})

test.each([['pigeon'], [''], [null], [7], [['sms', 'email']]])(
  'a submission with the contact %o is refused in a sentence',
  async (contact_by) => {
    const { status, body } = await ask(api.public.submit, { body: newAnswers({ contact_by }) })
    expect([status, body.fields]).toEqual([422, { contact_by: 'Choose from the list' }])
  },
)

test('an e-mail confirms the reception to an applicant who has chosen SMS', async () => {
  const { _id } = await apply({ contact_by: 'sms' })
  expect(await messagesOf(_id)).toMatchObject([{ kind: 'received', transport: 'email' }])
  await ask(api.attachments.accept, { token, id: _id })
  expect(await messagesOf(_id)).toMatchObject([
    { kind: 'accepted', transport: 'sms' },
    { kind: 'received', transport: 'email' },
  ])
})

test('with SMS_RECEIVED an SMS confirms the reception', async () => {
  const { ask: otherAsk, token: otherToken } = await startApi({ SMS_RECEIVED: 'on' })
  const body = submission(await choicesOf(otherAsk), { contact_by: 'sms' })
  await otherAsk(api.public.submit, { body })
  const [{ _id }] = (await otherAsk(api.attachments.list, { token: otherToken })).body
  const { body: messages } = await otherAsk(api.attachments.messages, {
    token: otherToken,
    id: _id,
  })
  expect(messages).toMatchObject([{ kind: 'received', transport: 'sms' }])
})

test('a client that does not know the question repeats a submission with its default', async () => {
  const [key, email] = ['a-key-of-this-test', `contact${++applicants}@example.org`]
  const send = (changes: object, to: string) =>
    ask(api.public.submit, {
      body: submission(choices, { email: to, ...changes }),
      headers: { 'idempotency-key': key },
    })
  const { body: first } = await send({ contact_by: 'email' }, email)
  const { status, body: repeat } = await send({}, email)
  expect([status, repeat.referenceId]).toEqual([201, first.referenceId])
  expect((await send({ contact_by: 'sms' }, email)).status).toBe(409)
})

test('where no SMS are sent, nothing about them is shown, and e-mail is stored', async () => {
  const {
    app: otherApp,
    ask: otherAsk,
    token: otherToken,
    db: otherDb,
  } = await startApi({ ...withoutSms, SMS_RECEIVED: 'on' }, { pages: 'build' })
  const body = submission(await choicesOf(otherAsk), { contact_by: 'sms' })
  const [sent, repeated] = [1, 2].map(() =>
    otherAsk(api.public.submit, { body, headers: { 'idempotency-key': 'one-key-for-both' } }),
  )
  const { referenceId: reference } = (await sent!).body
  expect((await repeated!).body.referenceId).toBe(reference)
  const [{ _id, contact_by }] = (await otherAsk(api.attachments.list, { token: otherToken })).body
  expect(contact_by).toBe('email')
  const { body: messages } = await otherAsk(api.attachments.messages, {
    token: otherToken,
    id: _id,
  })
  expect(messages).toMatchObject([{ kind: 'received', transport: 'email' }])

  const proof = { reference, contact: body.email }
  const pages = await Promise.all([
    otherApp.inject(formPage),
    otherApp.inject(`/sw${formPage}`),
    otherApp.inject(formTo(formPage, { ...body, contact_by: 'pigeon', step: 'check' })),
    otherApp.inject(formTo(statusPage, proof)),
    otherApp.inject(formTo(`${statusPage}/copy`, proof)),
  ])
  for (const page of pages) {
    expect([page.statusCode, page.body.includes('SMS')]).toEqual([200, false])
    expect(page.body).not.toContain(question)
  }

  const set = (chosen: string) =>
    otherAsk(api.public.setContactBy, { body: { ...proof, contact_by: chosen } })
  const refused = await set('both')
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'We send no SMS at the moment. Please choose email.',
  ])
  expect(allKiswahili).toHaveProperty([refused.body.message])
  expect((await set('email')).status).toBe(200)
  const stored = await otherDb.selectFrom('attachments').select('contact_by').execute()
  expect(stored).toEqual([{ contact_by: 'email' }])
})

test('the form asks in both languages, and e-mail is chosen at first', async () => {
  const { body } = await app.inject(formPage)
  expect([body.includes(question), chosenIn(body)]).toEqual([true, 'email'])
  expect(body).toContain('We answer by email, or by SMS if you choose it below.')
  const { body: inKiswahili } = await app.inject(`/sw${formPage}`)
  expect(inKiswahili).toMatch(/Tuwasiliane nawe vipi\?.*Kwa barua pepe na SMS/s)
  expect(chosenIn(inKiswahili)).toBe('email')
})

test('a form without JavaScript keeps the choice in every step, and stores it', async () => {
  const answers = newAnswers({ contact_by: 'both', agree_communications: 'true' })
  const checked = await post(formPage, { ...answers, step: 'check' })
  expect(checked.body).toMatch(/How should we write to you\?<\/dt><dd[^>]*>By email and SMS/)
  expect(checked.body).toContain('name="contact_by" value="both"')
  const changed = await post(formPage, { ...answers, step: 'change' })
  expect(chosenIn(changed.body)).toBe('both')
  const documents = await post(formPage, { ...answers, step: 'documents' })
  expect(documents.body).toContain('name="contact_by" value="both"')

  const sent = await post(formPage, answers)
  const [reference = ''] = /SPH-[\w-]{13}/.exec(String(sent.headers.location)) ?? []
  expect((await read(reference)).contact_by).toBe('both')
})

test('a form without JavaScript names a wrong choice and loses nothing', async () => {
  const answers = newAnswers({ contact_by: 'pigeon' })
  for (const step of ['check', '']) {
    const { statusCode, body } = await post(formPage, { ...answers, step })
    expect(statusCode).toBe(422)
    expect(body).toMatch(
      /href="#contact_by"[^>]*>How should we write to you\?<!-- --> <!-- -->Choose from/,
    )
    expect(body).toMatch(/id="contact_by-error"[^>]*>Choose from the list/)
    expect(body).toContain(answers.about_yourself)
    expect(chosenIn(body)).toBe('email')
  }
  const { body } = await post(`/sw${formPage}`, { ...answers, step: 'check' })
  expect(body).toContain(`vipi?<!-- --> <!-- -->${allKiswahili['Choose from the list']}`)
})

test('an applicant changes the choice, which the history notes once', async () => {
  const own = await apply()
  const answers = [
    await choose({ ...proofOf(own), contact_by: 'sms' }),
    await choose({ ...proofOf(own), contact_by: 'sms' }),
  ]
  for (const { status, body } of answers) {
    expect([status, body]).toMatchObject([200, { contact_by: 'sms', isSmsRefused: false }])
  }
  expect((await read(own.reference)).contact_by).toBe('sms')
  expect(await changesOf(own._id)).toMatchObject([
    { user: null, action: 'change', fields: ['contact_by'], note: null },
  ])
})

test('a message that waits keeps its transport, and later ones use the new choice', async () => {
  const own = await apply({ contact_by: 'sms' })
  await ask(api.attachments.accept, { token, id: own._id })
  await choose({ ...proofOf(own), contact_by: 'email' })
  expect(await messagesOf(own._id)).toMatchObject([
    { kind: 'accepted', transport: 'sms', state: 'waiting' },
    { kind: 'received', transport: 'email' },
  ])
  await ask(api.public.withdraw, { body: proofOf(own) })
  expect((await messagesOf(own._id))[0]).toMatchObject({ kind: 'withdrawn', transport: 'email' })
})

test('a number that refuses SMS is named, and choosing SMS again tries it once more', async () => {
  const own = await apply({ contact_by: 'sms' })
  const refuse = () =>
    db
      .updateTable('attachments')
      .set({ smsRefused: 'unknown number' })
      .where('_id', '=', own._id)
      .execute()
  await refuse()
  const proof = proofOf(own)
  expect((await post(statusPage, proof)).body).toContain('Our SMS do not reach your phone number')
  const stays = await choose({ ...proof, contact_by: 'email' })
  expect(stays.body).toMatchObject({ contact_by: 'email', isSmsRefused: true })
  const again = await choose({ ...proof, contact_by: 'sms' })
  expect(again.body).toMatchObject({ contact_by: 'sms', isSmsRefused: false })
  expect(await changesOf(own._id)).toHaveLength(2)

  await refuse()
  const same = await choose({ ...proof, contact_by: 'sms' })
  expect(same.body).toMatchObject({ contact_by: 'sms', isSmsRefused: false })
  expect(await changesOf(own._id)).toHaveLength(2)
})

test('a wrong proof and a wrong choice are refused', async () => {
  const own = await apply()
  const wrong = await choose({ ...proofOf(own), contact_by: 'pigeon' })
  expect([wrong.status, wrong.body.fields]).toEqual([422, { contact_by: 'Choose from the list' }])
  const missing = await choose(proofOf(own))
  expect([missing.status, missing.body.fields]).toEqual([
    422,
    { contact_by: 'Choose from the list' },
  ])
  const stranger = { ...proofOf(own), contact: 'somebody@example.org', contact_by: 'sms' }
  expect((await choose(stranger)).status).toBe(404)
  expect((await read(own.reference)).contact_by).toBe('email')
})

test('the status page shows the choice and changes it by a form', async () => {
  const own = await apply({ contact_by: 'sms' })
  const proof = proofOf(own)
  const shown = await post(statusPage, proof)
  expect(shown.body).toMatch(/Messages<\/h2><p[^>]*>By SMS/)
  expect(chosenIn(shown.body)).toBe('sms')

  const changed = await post(statusPage, { ...proof, step: 'contact', contact_by: 'email' })
  expect([changed.statusCode, changed.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(changed.body).toMatch(/<output[^>]*>Saved\./)
  expect([chosenIn(changed.body), (await read(own.reference)).contact_by]).toEqual([
    'email',
    'email',
  ])

  const wrong = await post(statusPage, { ...proof, step: 'contact', contact_by: 'pigeon' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toMatch(/id="contact_by-error"[^>]*>Choose from the list/)
  const inKiswahili = await post(`/sw${statusPage}`, { ...proof, step: 'contact' })
  expect(inKiswahili.body).toContain(allKiswahili['Please check these fields and try again.'])
  expect(inKiswahili.body).toMatch(/Mawasiliano<\/h2><p[^>]*>Kwa barua pepe/)
})

test('the copy of the answers and the exported data have the choice', async () => {
  const own = await apply({ contact_by: 'both' })
  const copy = await post(`${statusPage}/copy`, proofOf(own))
  expect(copy.body).toMatch(/How should we write to you\?<\/dt><dd>By email and SMS/)
  const inKiswahili = await post(`/sw${statusPage}/copy`, proofOf(own))
  expect(inKiswahili.body).toContain('<dd>Kwa barua pepe na SMS')
  const { body: answers } = await ask(api.public.ownAnswers, { body: proofOf(own) })
  expect(answers).toMatchObject({ contact_by: 'both', smsRefused: null })
  const query = { ids: own._id }
  const { body: all } = await ask(api.personalData.export, { token, query })
  expect(all.applications[0]).toMatchObject({ contact_by: 'both', smsRefused: null })
})
