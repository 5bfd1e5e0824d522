import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { emptyPdf } from '../support/documents.ts'
import { intakeActors } from '../support/intakes.ts'
import { labelled, optionsOf, question, questionEditors } from '../support/questions.ts'
import { anotherPerson } from '../support/submission.ts'
import { keyIn, tusClient } from '../support/uploads.ts'

const { app, ask, token, db } = await startApi()
const tus = tusClient(await app.listen({ port: 0, host: '127.0.0.1' }))
const choices = await choicesOf(ask)
const actors = intakeActors(ask, token, choices)
const editors = questionEditors(ask, token)

/** A finished upload; returns its key. */
async function upload(purpose = 'question') {
  const file = new Uint8Array(emptyPdf)
  const created = await tus.create({ size: file.length, purpose, name: 'barua.pdf', bytes: file })
  return keyIn(created.headers.get('location')!)
}

const send = (intake: string, changes: object = {}, headers = {}) =>
  ask(api.public.submit, {
    body: submission(choices, { ...anotherPerson(), intake, ...changes }),
    headers,
  })

const stored = async (referenceId: string) => {
  const query = { q: referenceId, includeArchived: 'true' }
  return (await ask(api.attachments.list, { token, query })).body[0] as Application
}

/** An intake that asks one question of each kind. */
async function asking() {
  const { _id } = await actors.create(9)
  const set = await editors.ask(_id, [
    question('Hobby'),
    question('Why?', { kind: 'paragraph', maxLength: 300 }),
    question('Laptop', { kind: 'yes_no', required: true }),
    question('Shirt', {
      kind: 'choice',
      options: [
        { label: 'Small' },
        { label: 'Other', followUp: { label: 'Which?', label_sw: null } },
      ],
    }),
    question('Days', {
      kind: 'choices',
      options: optionsOf('Monday', 'Tuesday', 'Friday'),
      max: 2,
    }),
    question('Shoe size', { kind: 'number', min: 30, max: 50 }),
    question('Free from', { kind: 'day' }),
    question('Portfolio', { kind: 'file' }),
    question('Next of kin', { when: 'offer', required: true }),
  ])
  return { _id, set, idOf: (label: string) => labelled(set, label)._id }
}

test('answers of each kind are stored with the application, and shown in words', async () => {
  const { _id, set, idOf } = await asking()
  const [, other] = labelled(set, 'Shirt').options
  const [monday, , friday] = labelled(set, 'Days').options
  const key = await upload()
  const extra = {
    [idOf('Hobby')]: '  Kupika  ',
    [idOf('Why?')]: 'Because\nI can.',
    [idOf('Laptop')]: false,
    [idOf('Shirt')]: other!._id,
    [other!._id]: 'Medium',
    [labelled(set, 'Shirt').options[0]!._id]: 'the follow-up of no option',
    [idOf('Days')]: [friday!._id, monday!._id],
    [idOf('Shoe size')]: '42',
    [idOf('Free from')]: '2026-12-01',
    [idOf('Portfolio')]: key,
  }
  delete extra[labelled(set, 'Shirt').options[0]!._id]
  const sent = await send(_id, { questionSet: 1, extra })
  expect(sent.status).toBe(201)
  const application = await stored(sent.body.referenceId)
  const [document] = application.documents
  expect(document).toMatchObject({ purpose: 'question', name: 'barua.pdf' })
  expect(application.extra.map(({ label, text, set: number }) => [label, text, number])).toEqual([
    ['Hobby', 'Kupika', 1],
    ['Why?', 'Because\nI can.', 1],
    ['Laptop', 'No', 1],
    ['Shirt', 'Other: Medium', 1],
    ['Days', 'Monday; Friday', 1],
    ['Shoe size', '42', 1],
    ['Free from', '2026-12-01', 1],
    ['Portfolio', 'barua.pdf', 1],
  ])
  expect(application.extra.at(-1)!.value).toBe(document!._id)
  expect(application.extraMissing, 'asked after the offer').toEqual([])
  expect((await editors.read(_id)).answers).toBe(1)
  await actors.accept(application._id)
  expect((await actors.get(application._id)).extraMissing).toEqual([idOf('Next of kin')])

  const own = await ask(api.public.ownAnswers, {
    body: { reference: application.referenceId, contact: application.email },
  })
  expect(own.body.extra).toEqual(application.extra)
})

test('what is wrong is said at each field, and nothing is stored', async () => {
  const { _id, set, idOf } = await asking()
  const elsewhere = await asking()
  await editors.ask(elsewhere._id, [question('Only here')])
  const laptop = { [idOf('Laptop')]: true }
  const key = await upload()
  const cv = await upload('cv')
  const large = await tus.create({ size: 6_000_000, purpose: 'question', name: 'barua.pdf' })
  expect([large.status, await large.text()]).toEqual([
    413,
    expect.stringMatching(/larger than 5 MB/),
  ])
  const wrong: [object, string[]][] = [
    [{ questionSet: 7, extra: laptop }, ['questionSet']],
    [{ questionSet: 'x', extra: laptop }, ['questionSet']],
    [{ extra: laptop }, ['questionSet']],
    [{ questionSet: 1, extra: 'x' }, ['extra']],
    [{ questionSet: 1, extra: {} }, [`q_${idOf('Laptop')}`]],
    [{ questionSet: 1, extra: { ...laptop, [idOf('Hobby')]: ['a', 'b'] } }, [`q_${idOf('Hobby')}`]],
    [
      {
        questionSet: 1,
        extra: {
          ...laptop,
          [idOf('Days')]: Array.from({ length: 10_000 }, (_, index) => String(index)),
          [idOf('Shirt')]: labelled(set, 'Shirt').options.map((one) => one._id),
        },
      },
      [`q_${idOf('Days')}`, `q_${idOf('Shirt')}`],
    ],
    [{ questionSet: 1, extra: {}, email: 'x' }, ['email', `q_${idOf('Laptop')}`]],
    [{ questionSet: 7, extra: {}, email: 'x' }, ['email', 'questionSet']],
    [{ questionSet: 'x', extra: {}, email: 'x' }, ['email', 'questionSet']],
    [
      { questionSet: 1, extra: { [idOf('Shirt')]: 'x', [idOf('Shoe size')]: 51 } },
      [`q_${idOf('Laptop')}`, `q_${idOf('Shirt')}`, `q_${idOf('Shoe size')}`],
    ],
    [
      {
        questionSet: 1,
        extra: { ...laptop, [idOf('Shirt')]: labelled(set, 'Days').options[0]!._id },
      },
      [`q_${idOf('Shirt')}`],
    ],
    [
      { questionSet: 1, extra: { ...laptop, [elsewhere.idOf('Hobby')]: 'x' } },
      [`q_${elsewhere.idOf('Hobby')}`],
    ],
    [
      { questionSet: 1, extra: { ...laptop, [idOf('Next of kin')]: 'Omar' } },
      [`q_${idOf('Next of kin')}`],
    ],
    [
      { questionSet: 1, extra: { ...laptop, [idOf('Why?')]: 'x'.repeat(301) } },
      [`q_${idOf('Why?')}`],
    ],
    [
      { questionSet: 1, extra: { ...laptop, [idOf('Portfolio')]: `${key.slice(0, -1)}_` } },
      [`q_${idOf('Portfolio')}`],
    ],
    [{ questionSet: 1, extra: { ...laptop, [idOf('Portfolio')]: cv } }, [`q_${idOf('Portfolio')}`]],
  ]
  for (const [changes, fields] of wrong) {
    const { status, body } = await send(_id, changes)
    expect(
      [status, Object.keys(body.fields ?? {}).toSorted()],
      `sent ${JSON.stringify(changes)}`,
    ).toEqual([422, fields.toSorted()])
  }
  const foreign = await send(elsewhere._id, { questionSet: 1, extra: laptop })
  expect(foreign.status, 'answers to another intake').toBe(422)
  expect((await editors.read(_id)).answers).toBe(0)

  const two = await editors.ask(_id, [
    ...set.questions.map((one) => ({ ...one, required: false })),
    question('Picture', { kind: 'file' }),
  ])
  const both = { [idOf('Portfolio')]: key, [labelled(two, 'Picture')._id]: key }
  const twice = await send(_id, { questionSet: 2, extra: both })
  expect([twice.status, Object.keys(twice.body.fields)]).toEqual([
    422,
    [`q_${labelled(two, 'Picture')._id}`],
  ])
  const once = { [idOf('Portfolio')]: key }
  expect((await send(_id, { questionSet: 2, extra: once })).status).toBe(201)
  expect((await send(_id, { questionSet: 2, extra: once })).status, 'a used key').toBe(422)
})

test('an application keeps the set that its form has shown, also if nothing was answered', async () => {
  const { _id } = await actors.create(9)
  const setOf = async (application: Application) => (await actors.get(application._id)).questionSet
  const before = await actors.apply(_id)
  const first = await editors.ask(_id, [question('Hobby')])
  const empty = await actors.apply(_id, { questionSet: 1, extra: {} })
  await editors.ask(_id, [...first.questions, question('Allergies')])
  const older = await actors.apply(_id, { questionSet: 1, extra: {} })
  expect([before, empty, older].map(({ extra, questionSet }) => [extra, questionSet])).toEqual([
    [[], 0],
    [[], 1],
    [[], 1],
  ])
  expect((await editors.read(_id)).answers).toBe(0)

  const typed = submission(choices, { ...anotherPerson(), intake: _id })
  const byStaff = await ask(api.attachments.create, { token, body: typed })
  expect(await setOf(byStaff.body)).toBe(0)
  const { _id: other } = await actors.create(9)
  for (const [intake, shown] of [[_id, 1] as const, [other, 0] as const]) {
    const body = { ...typed, intake, about_yourself: `Moved to ${intake}` }
    await ask(api.attachments.update, { token, id: older._id, body })
    expect(await setOf(older)).toBe(shown)
  }
  const extra = { [labelled(first, 'Hobby')._id]: 'Chess' }
  const answered = await actors.apply(_id, { questionSet: 1, extra })
  for (const intake of [other, _id]) {
    await ask(api.attachments.update, { token, id: answered._id, body: { ...typed, intake } })
  }
  expect(await setOf(answered), 'after a move and back').toBe(1)
})

test('an application with the questions of before arrives, and a repeat stays one', async () => {
  const { _id, set, idOf } = await asking()
  await editors.ask(_id, [
    ...set.questions.filter(({ label }) => label !== 'Hobby'),
    question('Blood group', { required: true }),
  ])
  const extra = { [idOf('Hobby')]: 'Kupika', [idOf('Laptop')]: 'yes' }
  const person = anotherPerson()
  const headers = { 'idempotency-key': 'the-same-key-1' }
  const first = await send(_id, { ...person, questionSet: 1, extra }, headers)
  const again = await send(
    _id,
    { ...person, questionSet: 2, extra: { ...extra, [idOf('Why?')]: '' } },
    headers,
  )
  expect([first.status, again.status, again.body.referenceId]).toEqual([
    201,
    201,
    first.body.referenceId,
  ])
  const changed = { ...person, questionSet: 1, extra: { ...extra, [idOf('Hobby')]: 'Kusoma' } }
  expect((await send(_id, changed, headers)).status).toBe(409)

  const application = await stored(first.body.referenceId)
  expect(application.extra.map(({ label, text }) => [label, text])).toEqual([
    ['Laptop', 'Yes'],
    ['Hobby', 'Kupika'],
  ])
  const { published } = await editors.read(_id)
  expect(application.extraMissing).toEqual([labelled(published!, 'Blood group')._id])

  const kind = { ...labelled(set, 'Hobby'), kind: 'number' }
  const refused = await editors.save(_id, [kind])
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['questions.0.kind']])
  const left = await editors.ask(_id, [question('Only this')])
  expect(left.questions.map(({ label, stopped }) => [label, stopped])).toEqual([
    ['Only this', false],
    ['Laptop', true],
    ['Hobby', true],
  ])
  const toStopped = await send(_id, { questionSet: left.number, extra: { [idOf('Hobby')]: 'x' } })
  expect(Object.keys(toStopped.body.fields)).toEqual([`q_${idOf('Hobby')}`])

  const values = await db
    .selectFrom('extra_values')
    .select('value')
    .where('_id', '=', application._id)
    .execute()
  expect(values.map(({ value }) => value).toSorted()).toEqual(['', 'true'])
})

test('the answers to a question are erased with their files, once their number is typed', async () => {
  const { _id, set, idOf } = await asking()
  const laptop = { [idOf('Laptop')]: true }
  const [, other] = labelled(set, 'Shirt').options
  const sent = await send(_id, {
    questionSet: 1,
    extra: {
      ...laptop,
      [idOf('Portfolio')]: await upload(),
      [idOf('Shirt')]: other!._id,
      [other!._id]: 'Kanzu',
    },
  })
  await send(_id, { questionSet: 1, extra: laptop })
  const erase = (questionId: string, confirm: number) =>
    ask(api.intakeQuestions.eraseAnswers, { token, id: _id, questionId, body: { confirm } })
  const wrong = await erase(idOf('Portfolio'), 2)
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([409, ['confirm']])
  expect((await erase('0123456789', 0)).status).toBe(404)
  expect((await erase(idOf('Portfolio'), 1)).body).toEqual({ erased: 1 })
  expect((await erase(idOf('Shirt'), 1)).body).toEqual({ erased: 1 })

  const application = await stored(sent.body.referenceId)
  expect(application.documents).toEqual([])
  expect(application.extra.map(({ label }) => label)).toEqual(['Laptop'])
  expect((await ask(api.attachments.list, { token, query: { q: 'Kanzu' } })).body).toEqual([])
  const left = await db
    .selectFrom('documents')
    .select('_id')
    .where('purpose', '=', 'question')
    .where('name', '=', 'barua.pdf')
    .where('attachment', 'is', null)
    .where('expiresAt', 'is', null)
    .execute()
  expect(left).toEqual([])
  const { body: events } = await ask(api.history, { token, query: { action: 'erase answers' } })
  expect(events).toMatchObject([
    { fields: ['Shirt'], count: 1 },
    { fields: ['Portfolio'], count: 1 },
  ])
})
