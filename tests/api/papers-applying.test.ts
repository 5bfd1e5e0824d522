import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { PaperPurpose } from '../../contract/intake/paper-kinds.ts'
import { allKiswahili } from '../../contract/language/kiswahili-server.ts'
import { choicesOf, multipartTo, startApi, submission } from '../support/api.ts'
import { emptyPdf } from '../support/documents.ts'
import { intakeActors, intakeBody } from '../support/intakes.ts'
import { anotherPerson } from '../support/submission.ts'
import { keyIn, tusClient } from '../support/uploads.ts'

const { app, ask, token, db } = await startApi({}, { pages: 'build' })
const tus = tusClient(await app.listen({ port: 0, host: '127.0.0.1' }))
const choices = await choicesOf(ask)
const actors = intakeActors(ask, token, choices)

const required = 'We ask for this paper with the application. Please choose a file.'
const gone = 'This file is no longer here. Please choose it again.'
const own = { ...paper('own_1', 'applying'), name: 'Logbook', name_sw: 'Daftari la kazi' }

/** A finished upload; returns its key. */
async function upload(purpose: string) {
  const file = new Uint8Array(emptyPdf)
  const created = await tus.create({ size: file.length, purpose, name: 'barua.pdf', bytes: file })
  return keyIn(created.headers.get('location')!)
}

/** Sends an application to an intake. */
function send(intake: string, papers?: object, changes: object = {}, key?: string) {
  const body = submission(choices, { ...anotherPerson(), intake, papers, ...changes })
  return ask(api.public.submit, { body, headers: key ? { 'idempotency-key': key } : {} })
}

async function find(referenceId: string) {
  const query = { q: referenceId, includeArchived: 'true' }
  return (await ask(api.attachments.list, { token, query })).body[0] as Application
}

const stateOf = ({ papers }: { papers: Application['papers'] }, wanted: PaperPurpose) =>
  papers.find(({ purpose }) => purpose === wanted)?.state

test('an application brings the papers that its intake asks for, and staff send them back', async () => {
  const intake = await actors.create(9, {
    papers: [paper('introduction_letter', 'applying'), paper('insurance', 'offer'), own],
  })
  const { body: intakes } = await ask(api.public.intakes)
  const named = intakes.find(({ _id }: { _id: string }) => _id === intake._id)
  expect(named.papers).toEqual([
    {
      purpose: 'introduction_letter',
      name: 'Introduction letter from your college',
      name_sw: allKiswahili['Introduction letter from your college'],
    },
    { purpose: 'own_1', name: 'Logbook', name_sw: 'Daftari la kazi' },
  ])

  const keys = {
    introduction_letter: await upload('introduction_letter'),
    own_1: await upload('own_1'),
  }
  const person = anotherPerson()
  const sent = await send(intake._id, keys, person, 'an-attempt-with-papers')
  expect([sent.status, sent.body.message]).toEqual([201, 'Your application has been received.'])
  const again = {
    introduction_letter: await upload('introduction_letter'),
    own_1: await upload('own_1'),
  }
  const repeated = await send(intake._id, again, person, 'an-attempt-with-papers')
  expect(repeated.body.referenceId, 'the same files are the same application').toBe(
    sent.body.referenceId,
  )
  const stored = await find(sent.body.referenceId)
  expect(stored.papers.map(({ purpose, state, dueOn }) => [purpose, state, dueOn])).toEqual([
    ['introduction_letter', 'sent', expect.any(String)],
    ['own_1', 'sent', expect.any(String)],
  ])
  expect(stored.documents.map(({ purpose }) => purpose)).toEqual(['introduction_letter', 'own_1'])

  const decision = { state: 'returned', reason: 'unreadable' }
  const asked = { token, id: stored._id, purpose: 'own_1' as const, body: decision }
  await ask(api.attachments.decidePaper, asked)
  expect(stateOf(await actors.status(stored), 'own_1')).toBe('returned')
  const { body: messages } = await ask(api.attachments.messages, { token, id: stored._id })
  expect(messages[0].words.text).toContain('Logbook')
  const better = await ask(api.public.sendPaper, {
    body: {
      reference: stored.referenceId,
      contact: stored.email,
      purpose: 'own_1',
      document: await upload('own_1'),
    },
  })
  expect([better.status, stateOf(better.body, 'own_1')], 'without an offer').toEqual([200, 'sent'])
  const accepted = await ask(api.attachments.decidePaper, { ...asked, body: { state: 'accepted' } })
  expect(stateOf(accepted.body, 'own_1')).toBe('accepted')
  await actors.accept(stored._id)
  expect(stateOf(await actors.status(stored), 'insurance')).toBe('missing')
})

test('a missing or wrong paper is refused at its field, and nothing is stored', async () => {
  const intake = await actors.create(9, { papers: [paper('identity', 'applying')] })
  const used = await upload('identity')
  expect((await send(intake._id, { identity: used })).status).toBe(201)
  const wrong: [papers: object | undefined, fields: object][] = [
    [undefined, { 'papers.identity': required }],
    [{ identity: '' }, { 'papers.identity': required }],
    [{ insurance: await upload('insurance') }, { 'papers.identity': required }],
    [{ identity: 'x'.repeat(43) }, { 'papers.identity': gone }],
    [{ identity: await upload('insurance') }, { 'papers.identity': gone }],
    [{ identity: used }, { 'papers.identity': gone }],
    [{ identity: 7 }, { papers: 'Use a text' }],
    [{ passport: used }, { papers: 'Give the upload key of each paper' }],
  ]
  const person = anotherPerson()
  for (const [papers, fields] of wrong) {
    const { status, body } = await send(intake._id, papers, person)
    expect([papers, status, body.fields]).toEqual([papers, 422, fields])
  }
  const applied = db.selectFrom('attachments').select('_id').where('email', '=', person.email)
  expect(await applied.execute()).toEqual([])
  expect(Object.keys(allKiswahili)).toEqual(expect.arrayContaining([required, gone]))
})

test('a paper that the intake no longer asks for is left out, and one for later is kept', async () => {
  const intake = await actors.create(9, {
    papers: [paper('identity', 'never'), paper('insurance', 'offer')],
  })
  const keys = { identity: await upload('identity'), insurance: await upload('insurance') }
  const { referenceId } = (await send(intake._id, keys)).body
  const stored = await find(referenceId)
  expect(stored.papers.map(({ purpose, state }) => [purpose, state])).toEqual([
    ['insurance', 'sent'],
  ])
  expect(stored.documents.map(({ purpose }) => purpose)).toEqual(['insurance'])

  const change = { ...intakeBody(choices.department, 9), updatedAt: intake.updatedAt }
  await ask(api.intakes.update, {
    token,
    id: intake._id,
    body: { ...change, papers: [paper('identity', 'applying'), paper('insurance', 'offer')] },
  })
  const { email, papers } = await actors.status(stored)
  expect([email, stateOf({ papers }, 'identity')], 'who applied before sends it now').toEqual([
    undefined,
    'missing',
  ])
  await ask(api.public.withdraw, { body: { reference: referenceId, contact: stored.email } })
  expect(stateOf(await actors.status(stored), 'identity'), 'after a withdrawal').toBeUndefined()
})

test('the form takes the papers without JavaScript, in both languages', async () => {
  const intake = await actors.create(9, { papers: [own] })
  const { agree_communications: _, ...given } = submission(choices, anotherPerson())
  const answers = Object.entries({ ...given, intake: intake._id }).map(
    ([name, value]) => [name, String(value)] as const,
  )
  const post = async (to: string, ...more: Parameters<typeof multipartTo>[1]) =>
    app.inject(await multipartTo(`${to}/industrial-attachment/apply`, [...answers, ...more]))

  const step = await post('', ['step', 'check'])
  expect([step.statusCode, step.body]).toEqual([
    200,
    expect.stringMatching(/Your files[^]*Logbook[^]*name="paper_own_1"/),
  ])
  const missing = await post('/sw', ['asked', 'documents'], ['step', 'check'])
  expect([missing.statusCode, missing.body]).toEqual([
    422,
    expect.stringMatching(
      /href="#paper_own_1"[^>]*>Daftari la kazi[^<]*(<[^>]*>)*:[^]*Tunaiomba hati hii/,
    ),
  ])
  const file = ['paper_own_1', { name: 'kazi.pdf', bytes: emptyPdf }] as const
  const check = await post('', file, ['asked', 'documents'], ['step', 'check'])
  expect([check.statusCode, check.body]).toEqual([
    200,
    expect.stringMatching(/Logbook<\/dt>[^]*File: kazi\.pdf/),
  ])
  const [, key = ''] = /name="papers\.own_1" value="([\w-]+)"/.exec(check.body) ?? []
  const back = await post('', ['papers.own_1', key], ['step', 'documents'])
  expect(back.body).toMatch(/File: kazi\.pdf[^]*value="papers\.own_1"/)
  const sent = await post('', ['papers.own_1', key])
  expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.any(String)])
  const { searchParams } = new URL(sent.headers.location!, 'http://localhost')
  expect(stateOf(await find(searchParams.get('reference')!), 'own_1')).toBe('sent')
})

function paper(purpose: PaperPurpose, asked: string) {
  return {
    purpose,
    name: null as string | null,
    name_sw: null as string | null,
    asked,
    dueDays: 14,
  }
}
